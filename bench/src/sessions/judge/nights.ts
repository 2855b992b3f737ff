import type { OverseaPosition } from '@maru/contract'
import { hour, minute, type Session, seoulTime } from '../calendar.ts'
import { financingOf, marginOf } from '../margin-accounts.ts'
import type { Position, Posting } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { missedEnd } from './missed-ends.ts'
import { sumBig } from './sums.ts'

/** Every end of a session that a position outlived; the bookings that are explained by it are added to `explained`. */
export function judgeNights(known: Case, findings: Findings, position: Position, explained: Set<number>): undefined {
  const end = position.closedAt ?? known.seen.to
  for (const session of known.sessionsOf(position)) {
    if (session.closeAt <= position.openedAt || session.closeAt > end) continue
    const isFlagged = known.isFlagged(position, session, session.closeAt)
    if (!session.allowsNight && isFlagged)
      findings.fault(position, `flagged for ${session.tradingDay}, which allows no night`)
    else if (
      !isFlagged ||
      (bookedFor(known, position, session).length === 0 && tookFlag(known, position, session) === null)
    ) {
      const why = missedEnd(known, position, session)
      if (why.fault) findings.fault(position, why.fault)
      else findings.count('nights', `not wanted, after ${why.how}`)
    } else {
      const booking = judgeNight(known, findings, position, session)
      if (booking) explained.add(booking.id)
    }
  }
}

/** The one booking of a night that was held, if it is right. */
function judgeNight(known: Case, findings: Findings, position: Position, session: Session): Posting | undefined {
  const { accounts } = known
  const check = session.closeAt - 10 * minute
  const { high } = accounts.equity(position.memberId, check, { at: check })
  const required = requiredFor(known, position.memberId, session, check)
  if (high < required) findings.fault(position, `held with an equity of ${high} for ${required}`)
  const booked = bookedFor(known, position, session)
  const held = accounts.heldBefore(position.memberId, { at: session.closeAt }).get(position.optionId)
  const last = accounts.lastBefore(known.optionOf(position).instrument, session.closeAt)
  if (!held || last === null) return findings.fault(position, 'held without a price')
  const [booking, ...others] = booked
  const at = booking?.at ?? session.closeAt
  const rate = accounts.rateAt(at - 1)
  const ends = [last.low, last.high].map((price) => financingOf(held, price, rate)).sort((a, b) => (a < b ? -1 : 1))
  if (!booking || others.length > 0 || booking.amount < ends[0]! || booking.amount > ends[1]!)
    return findings.fault(
      position,
      `the night of ${session.tradingDay} came to ${booked.map((one) => one.amount).join(' and ') || 'nothing'}, not once to ${ends.join(' … ')}`,
    )
  findings.count('nights', booking.amount < 0n ? 'held, paid for once' : 'held, received for once')
  return booking
}

/** Null where the check removed the flag because the equity was below the margin of all nights; else the fault. */
export function tookFlag(known: Case, position: Position, session: Session): string | null {
  const due = session.closeAt - 10 * minute
  const taken = known
    .eventsOfMember(position.memberId)
    .find(
      ({ event, ts, data }) =>
        event === 'POSITION_UPDATE' &&
        ts >= due &&
        ts < session.closeAt + hour &&
        (data as OverseaPosition).id === position.id &&
        !(data as OverseaPosition).isActive,
    )
  if (!taken) return 'it was to be held, and nobody took its flag'
  const { low } = known.accounts.equity(position.memberId, taken.ts, { at: taken.ts })
  const required = requiredFor(known, position.memberId, session, taken.ts)
  return low < required ? null : `its flag was taken with an equity of ${low} for ${required}`
}

/** Twice the margin of all that a member wants to hold over the end of a session. */
export function requiredFor(known: Case, memberId: number, session: Session, at: number): bigint {
  const { accounts, positions } = known
  const held = [...accounts.heldBefore(memberId, { at }).values()]
  const flagged = held.filter(({ positionId }) => known.isFlagged(positions.get(positionId)!, session, at))
  return sumBig(flagged.map((one) => 2n * marginOf(one, accounts.rateAt(at))))
}

/** Postings for the night after a session. */
function bookedFor({ records, sessionsOf }: Case, position: Position, { openAt, closeAt }: Session): Posting[] {
  const next = sessionsOf(position).find((session) => session.openAt > openAt)!
  return records.postings.filter(
    ({ reason, refId, at }) =>
      reason === 'OVERSEA_FINANCING' && refId === position.id && at >= closeAt && at < next.openAt + hour,
  )
}

/** No night is booked but those that were held. */
export function judgeFinancing({ records }: Case, findings: Findings, explained: ReadonlySet<number>): undefined {
  const booked = records.postings.filter(({ reason }) => reason === 'OVERSEA_FINANCING')
  for (const { id, memberId, refId, at } of booked)
    if (!explained.has(id))
      findings.say(
        `night ${id} of ${memberId} for position ${refId} at ${seoulTime(at)} is explained by no end of a session`,
      )
  for (const position of records.positions) {
    const own = sumBig(booked.filter(({ refId }) => refId === position.id).map(({ amount }) => amount))
    if (own !== position.fundingFee)
      findings.fault(position, `its nights came to ${own}, it says ${position.fundingFee}`)
  }
}
