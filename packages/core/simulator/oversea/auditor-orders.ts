import type { OrderRow } from '../../src/index.ts'
import type { OrderRules } from '../orders.ts'
import { type AuditedMember, CLOSE_ONLY, isTraded, leftOf, type Markets, marketOf } from './margin-accounts.ts'

/** Orders of contracts end for these reasons; an order that its session ended must have reached that end. */
export function orderRules(markets: Markets): OrderRules<AuditedMember> {
  const of = (member: AuditedMember, row: OrderRow) => marketOf(markets, member.options.get(row.optionId)!)
  return {
    reasons: new Set([
      'MEMBER',
      'OCO',
      'POSITION_CLOSED',
      'LIQUIDATION',
      'BALANCE_INSUFFICIENT',
      'PRICE_FEED_STALE',
      'SESSION_END',
    ]),
    isTraded: (member, row, at) => isTraded(of(member, row), at),
    triggerPrice: (member, row) => of(member, row).last,
    checkEnd(member, row, name, at) {
      if (row.reason !== 'SESSION_END') return
      const market = of(member, row)
      const left = leftOf(market, at)
      const isDue = left <= 0 || (left <= CLOSE_ONLY && !row.isReduceOnly)
      if (!isDue && row.acceptedAt >= market.session!.times.openAt)
        throw new Error(`${name} ended ${left} ms before its session`)
    },
  }
}
