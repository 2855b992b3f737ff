import { day, seoulInstant, seoulTime } from '../calendar.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'

/** One fixing for each day on which anything trades, between 07:50 and 08:00. */
export function judgeFixings(known: Case, findings: Findings): undefined {
  const { from, to } = known.seen
  const running = [...known.sessions.values()].flat().filter(({ openAt, closeAt }) => openAt < to && closeAt > from)
  const days = new Set(running.map(({ tradingDay }) => tradingDay))
  for (const { tradingDay, at, sourceTs } of known.records.fixings) {
    const due = seoulInstant(tradingDay, '07:50')
    if (!days.delete(tradingDay)) {
      // The run may end between a fixing and its session.
      if (seoulInstant(tradingDay, '08:00') < to) findings.say(`a fixing for ${tradingDay}, which has no session`)
    } else if (due >= from && (at < due || !known.isTimely(due, at)))
      findings.say(`${tradingDay} was fixed at ${seoulTime(at)}`)
    else if (at - sourceTs > 4 * day) findings.say(`${tradingDay} was fixed at a rate of ${seoulTime(sourceTs)}`)
    else findings.count('fixings', 'one for a trading day')
  }
  for (const missing of days) findings.say(`no fixing for ${missing}`)
}
