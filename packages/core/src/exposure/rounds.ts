import { roundsOf, todayPnl } from '../rounds/state.ts'
import type { State } from '../state.ts'
import type { EpochMs, Minor, RoundOption, RoundRow } from '../types.ts'

/** What an undecided round can cost the house. */
export interface OpenRound {
  readonly round: Pick<
    RoundRow,
    | 'id'
    | 'roundNo'
    | 'optionId'
    | 'phase'
    | 'openAt'
    | 'lockAt'
    | 'startAt'
    | 'endAt'
    | 'buyPoint'
    | 'sellPoint'
    | 'betCount'
  >
  readonly option: Pick<RoundOption, 'instrument' | 'koName' | 'type' | 'currency' | 'maxExposure'>
  /** The greatest loss; negative where the house wins whatever comes. */
  readonly exposure: Minor
}

/** What the undecided rounds of a site can cost, beside what was lost today. */
export interface RoundExposure {
  readonly rounds: readonly OpenRound[]
  readonly sum: Minor
  /** Since 00:00 KST; negative: the house lost. */
  readonly todayPnl: Minor
  readonly maxDayExposure: Minor
}

/** The undecided rounds of a site, those of the greatest loss first; null where it has none. */
export function roundExposure(state: State, siteId: number, at: EpochMs): RoundExposure | null {
  const { sites, options } = roundsOf(state)
  const site = sites.get(siteId)
  if (!site) return null
  const rounds: OpenRound[] = []
  for (const { row: option, rounds: own } of options.values()) {
    if (option.siteId !== siteId) continue
    for (const { row, exposure } of own) {
      if (row.decidedAt !== null) continue
      const { id, roundNo, optionId, phase, openAt, lockAt, startAt, endAt, buyPoint, sellPoint, betCount } = row
      const { instrument, koName, type, currency, maxExposure } = option
      rounds.push({
        round: { id, roundNo, optionId, phase, openAt, lockAt, startAt, endAt, buyPoint, sellPoint, betCount },
        option: { instrument, koName, type, currency, maxExposure },
        exposure: BigInt(exposure.value()),
      })
    }
  }
  rounds.sort((a, b) => Number(b.exposure - a.exposure) || a.round.endAt - b.round.endAt || a.round.id - b.round.id)
  return {
    rounds,
    sum: BigInt(site.exposure),
    todayPnl: todayPnl(site, at),
    maxDayExposure: site.config.row.maxDayExposure,
  }
}
