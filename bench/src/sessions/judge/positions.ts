import { minute, type Session, seoulTime } from '../calendar.ts'
import type { Fill, Order, Position } from '../records.ts'
import type { Case } from './case.ts'
import type { Cause, Findings } from './findings.ts'
import { byLosscut } from './losscuts.ts'
import { missedEnd } from './missed-ends.ts'
import { tookFlag } from './nights.ts'
import { firedWrongly } from './prices-met.ts'
import { sum } from './sums.ts'

/** A position is what its fills made it, and closed for the reason that it names. */
export function judgePosition(known: Case, findings: Findings, position: Position): undefined {
  const fills = known.fillsOfPosition(position.id)
  const opened = sum(fills.filter(({ isClose }) => !isClose).map(({ qty }) => qty))
  const closed = sum(fills.filter(({ isClose }) => isClose).map(({ qty }) => qty))
  if (opened - closed !== Math.abs(position.qty)) findings.fault(position, 'its fills do not add up to it')
  const option = known.optionOf(position)
  if (position.closedAt === null) {
    const session = known.sessionAt(option, known.seen.to)
    findings.count('positions', session ? 'open in a session' : 'held over the night at the end of the run')
    return
  }
  const last = fills.findLast(({ isClose }) => isClose)
  const order = last && known.records.orders.get(last.orderId)
  if (!last || !order || last.at !== position.closedAt) return findings.fault(position, 'no fill closed it')
  const session = known.sessionAt(option, position.closedAt)
  if (!session) return findings.fault(position, 'closed while its stock rests')
  const why = causeOf(known, position, order, last, session)
  if (why.fault) findings.fault(position, `${position.closeReason}: ${why.fault}`)
  else findings.count('positions', `${position.closeReason}${why.how ? `, ${why.how}` : ''}`)
}

function causeOf(known: Case, position: Position, order: Order, last: Fill, session: Session): Cause {
  switch (position.closeReason) {
    case 'MEMBER':
      return byMember(known, order, last)
    case 'TAKEPROFIT':
    case 'STOPLOSS':
      return byExit(known, position, order, last)
    case 'LIQUIDATION':
      return byLosscut(known, position, order)
    default:
      return bySession(known, position, order, session)
  }
}

function byMember(known: Case, order: Order, fill: Fill): Cause {
  if (order.origin !== 'MEMBER' || !['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'].includes(order.marketType))
    return { fault: `closed by a ${order.marketType} of ${order.origin}` }
  if (fill.side === known.positions.get(fill.positionId)?.side) return { fault: 'closed by an order of its own side' }
  const fault = firedWrongly(known, order, fill)
  return fault ? { fault } : { how: order.marketType }
}

function byExit(known: Case, position: Position, order: Order, fill: Fill): Cause {
  if (order.marketType !== position.closeReason || order.positionId !== position.id)
    return { fault: `closed by a ${order.marketType}` }
  const held = known.accounts.heldBefore(position.memberId, { id: fill.id }).get(position.optionId)
  if (!held || order.ticks === null || order.triggerPrice === null) return { fault: 'without ticks' }
  const gain = (order.marketType === 'TAKEPROFIT') === (position.side === 'LONG')
  const average = Number(held.entry / BigInt(held.qty)) / 1e8
  const expected = average + (gain ? 1 : -1) * order.ticks * held.option.tickUnits
  if (Math.abs(order.triggerPrice - expected) > 1)
    return { fault: `its trigger ${order.triggerPrice} is not ${order.ticks} ticks from ${average}` }
  const fault = firedWrongly(known, order, fill)
  return fault ? { fault } : {}
}

function bySession(known: Case, position: Position, order: Order, session: Session): Cause {
  if (order.origin !== 'SYSTEM' || order.marketType !== 'MARKET')
    return { fault: `closed by a ${order.marketType} of ${order.origin}` }
  const at = position.closedAt!
  if (position.tradingDay === session.tradingDay) {
    const due = session.closeAt - 5 * minute
    if (at < due) return { fault: 'before 05:55' }
    if (!known.isTimely(due, at)) return { fault: `late: due ${seoulTime(due)}` }
    if (!known.isFlagged(position, session, at)) return { how: 'not held over the night' }
    const fault = tookFlag(known, position, session)
    return fault ? { fault } : { how: 'the night was not covered' }
  }
  const missed = known.sessionsOf(position).find(({ tradingDay }) => tradingDay === position.tradingDay)
  if (!missed) return { fault: `of no session ${position.tradingDay}` }
  const why = missedEnd(known, position, missed)
  if (why.fault) return why
  const opening = known.sessionsOf(position).find(({ openAt }) => openAt > missed.openAt)
  if (opening?.openAt !== session.openAt || !known.isTimely(session.openAt, at))
    return { fault: 'not at the first price after the session that missed it' }
  return { how: `at the next opening after ${why.how}` }
}
