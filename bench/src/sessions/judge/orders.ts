import { minute, seoulTime } from '../calendar.ts'
import type { Order } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { cutOf } from './losscuts.ts'
import { firedWrongly, isReached } from './prices-met.ts'
import { sum } from './sums.ts'

/** An order is what its fills say, and ended as the rules let it end. */
export function judgeOrder(known: Case, findings: Findings, order: Order): undefined {
  const fills = known.fillsOfOrder(order.id)
  const filled = sum(fills.map(({ qty }) => qty))
  if (filled !== order.filledQty) findings.fault(order, `its fills come to ${filled}, it says ${order.filledQty}`)
  const isExit = order.marketType === 'TAKEPROFIT' || order.marketType === 'STOPLOSS'
  const what = isExit ? 'TP and SL' : order.origin === 'SYSTEM' ? 'orders of the house' : 'orders'
  if (order.closedAt === null) return judgeOpen(known, findings, order, isExit)
  if (!isExit && order.origin === 'MEMBER') {
    const placed = known.sessionAt(known.optionOf(order), order.acceptedAt)
    if (!placed) findings.fault(order, 'taken while its stock rests')
    else if (
      order.closedAt >= placed.closeAt &&
      order.reason !== 'SESSION_END' &&
      !known.isTimely(order.acceptedAt + 1_000, order.closedAt)
    )
      return findings.fault(order, `outlived its session and ended ${order.status} ${order.reason}`)
  }
  if (order.status === 'FILLED') {
    const isWhole = order.qty === null || filled === order.qty
    const fault = isWhole && filled > 0 ? firedWrongly(known, order, fills[0]!) : `filled ${filled} of ${order.qty}`
    if (fault) findings.fault(order, fault)
    else findings.count(what, `FILLED ${order.marketType}`)
    return
  }
  const fault = endedWrongly(known, order, filled)
  if (fault) findings.fault(order, `${order.status} ${order.reason}: ${fault}`)
  else findings.count(what, `${order.status} ${order.reason}`)
}

function judgeOpen(known: Case, findings: Findings, order: Order, isExit: boolean): undefined {
  const position = known.positions.get(order.positionId ?? -1)
  const session = known.sessionAt(known.optionOf(order), order.acceptedAt)
  if (isExit && position?.closedAt === null) findings.count('TP and SL', 'open with their position')
  else if (!isExit && session && session.closeAt > known.seen.to) findings.count('orders', 'open in a session')
  else findings.fault(order, 'is open still')
}

/** The fault in the end of an order that did not fill; null: none. */
function endedWrongly(known: Case, order: Order, filled: number): string | null {
  const at = order.closedAt!
  const { memberId } = order
  const fillsThen = known.accounts.fillsOf(memberId).filter((fill) => fill.at === at)
  const fillsOfStock = fillsThen.filter(({ optionId }) => optionId === order.optionId)
  const commands = known.commandsAt(memberId, at)
  switch (order.reason) {
    case 'MEMBER': {
      const calls = ['order/cancel', 'order/cancel_all', 'order/tpsl', 'order/delete-tpsl']
      // A TP or SL that an order carries replaces the position's own.
      const isReplaced = order.qty === null && fillsOfStock.length > 0
      return isReplaced || calls.some((call) => commands.has(call)) ? null : 'nobody asked for it'
    }
    case 'SESSION_END': {
      const session = known.sessionAt(known.optionOf(order), order.acceptedAt)
      if (!session || order.qty === null) return 'it does not end with a session'
      const due = order.isReduceOnly ? session.closeAt : session.closeAt - 10 * minute
      return at < due ? 'too early' : known.isTimely(due, at) ? null : `late: due ${seoulTime(due)}`
    }
    case 'POSITION_CLOSED':
    case 'POSITION_REDUCED':
      return fillsOfStock.some(({ isClose }) => isClose) || commands.has('order') ? null : 'nothing was closed'
    case 'OCO':
      return fillsThen.some((fill) => fill.positionId === order.positionId && fill.marketType !== order.marketType)
        ? null
        : 'its sibling did not fill'
    case 'LIQUIDATION': {
      const { low, held } = known.accounts.equity(memberId, at, { at })
      const isCut = fillsThen.some(({ marketType }) => marketType === 'LIQUIDATION')
      return isCut || low <= cutOf(known.accounts, held, at) ? null : `equity ${low}`
    }
    case 'BALANCE_INSUFFICIENT':
      // Because of another command of his, or because nothing was left when its own turn came.
      return commands.size > 0 || fillsThen.length > 0 || order.triggeredAt !== null || isReached(known, order, at)
        ? null
        : 'nothing happened to his money'
    case 'PRICE_FEED_STALE':
      return filled === 0 && at >= order.acceptedAt + 1_000 ? null : 'before its second was over'
    default:
      return 'no such reason'
  }
}
