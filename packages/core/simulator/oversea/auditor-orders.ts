import type { OrderRow } from '../../src/index.ts'
import type { OrderRules } from '../orders.ts'
import type { Stops } from '../stops.ts'
import { takenBy } from '../traders.ts'
import { ladder } from './arithmetic.ts'
import { limitOf } from './auditor-fills.ts'
import {
  type AuditedMarket,
  type AuditedMember,
  CLOSE_ONLY,
  isTraded,
  leftOf,
  type Markets,
  marketOf,
} from './margin-accounts.ts'

/** Orders of contracts end for these reasons; an order that its session ended must have reached that end. */
export function orderRules(markets: Markets, stops: Stops): OrderRules<AuditedMember> {
  const of = (member: AuditedMember, row: OrderRow) => marketOf(markets, member.options.get(row.optionId)!)
  return {
    reasons: new Set([
      'MEMBER',
      'OCO',
      'POSITION_CLOSED',
      'POSITION_REDUCED',
      'LIQUIDATION',
      'BALANCE_INSUFFICIENT',
      'PRICE_FEED_STALE',
      'OPTION_STOPPED',
      'SESSION_END',
      'SLIPPAGE_PROTECTED',
    ]),
    isStopped: (member, row) => stops.isOn(row.siteId, 'OVERSEA', member.options.get(row.optionId)!.instrument),
    isTraded: (member, row, at) => isTraded(of(member, row), at),
    triggerPrice: (member, row) => of(member, row).last,
    checkEnd(member, row, name, at) {
      if (row.reason === 'SLIPPAGE_PROTECTED') checkProtected(of(member, row), member, row, name, at)
      if (row.reason !== 'SESSION_END') return
      const market = of(member, row)
      const left = leftOf(market, at)
      const isDue = left <= 0 || (left <= CLOSE_ONLY && !row.isReduceOnly)
      if (!isDue && row.acceptedAt >= market.session!.times.openAt)
        throw new Error(`${name} ended ${left} ms before its session`)
    },
  }
}

/** One contract more would have been beyond the stop of a market order. */
function checkProtected(market: AuditedMarket, member: AuditedMember, row: OrderRow, name: string, at: number): void {
  const option = member.options.get(row.optionId)!
  const direction = row.side === 'LONG' ? 1 : -1
  const best = (direction > 0 ? market.book?.asks : market.book?.bids)?.[0]?.[0]
  if (best === undefined) throw new Error(`${name} was stopped by a quote that shows nothing`)
  const taken = takenBy(member, row, at)
  const { worst } = ladder(option, direction, best, taken, taken + 1)
  const limit = limitOf(row, option, market.last, direction, best)
  if (limit === null || direction * (worst - limit) <= 0)
    throw new Error(`${name} was stopped at ${limit} though the quote was ${worst}`)
}
