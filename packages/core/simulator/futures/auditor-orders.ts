import type { OrderRow } from '../../src/index.ts'
import type { OrderRules } from '../orders.ts'
import type { Stops } from '../stops.ts'
import { takenBy } from '../traders.ts'
import { ladder } from './arithmetic.ts'
import { limitOf } from './auditor-fills.ts'
import { checkRisky } from './auditor-risk.ts'
import type { AuditedMarket, AuditedMember } from './margin-accounts.ts'

/** Orders of perpetuals end for these reasons; an order that its limit stopped must have reached the limit. */
export function orderRules(markets: ReadonlyMap<string, AuditedMarket>, stops: Stops): OrderRules<AuditedMember> {
  const marketOf = (member: AuditedMember, row: OrderRow) => markets.get(member.options.get(row.optionId)!.instrument)!
  return {
    reasons: new Set([
      'MEMBER',
      'OCO',
      'POSITION_CLOSED',
      'POSITION_REDUCED',
      'LIQUIDATION',
      'BALANCE_INSUFFICIENT',
      'ISOLATED_MARGIN_INSUFFICIENT',
      'LEVERAGE_MAX_QTY_EXCEEDED',
      'LINKED_OPPOSITE',
      'COPY_CAPACITY',
      'COPY_TRADER_RESTRICTED',
      'SLIPPAGE_PROTECTED',
      'PRICE_FEED_STALE',
      'OPTION_STOPPED',
    ]),
    isStopped: (member, row) => stops.isOn(row.siteId, 'FUTURES', member.options.get(row.optionId)!.instrument),
    isTraded: (member, row) => marketOf(member, row).live,
    triggerPrice(member, row) {
      const { mark, last } = marketOf(member, row)
      return row.triggerKind === 'mark' ? mark : last
    },
    checkEnd(member, row, name, at) {
      if (row.reason === 'SLIPPAGE_PROTECTED') checkProtected(marketOf(member, row), member, row, name, at)
      if (row.reason === 'ISOLATED_MARGIN_INSUFFICIENT') checkRisky(member, marketOf(member, row), row, name)
    },
  }
}

/** One step more would have been beyond the order's limit. */
function checkProtected(market: AuditedMarket, member: AuditedMember, row: OrderRow, name: string, at: number): void {
  const option = member.options.get(row.optionId)!
  const direction = row.side === 'LONG' ? 1 : -1
  const levels = (direction > 0 ? market.book?.asks : market.book?.bids) ?? []
  if (levels.length === 0) throw new Error(`${name} was stopped by a book that shows nothing`)
  const taken = takenBy(member, row, at)
  const { worst } = ladder(levels, direction, taken, taken + 1)
  const limit = limitOf(row, market, option, direction, levels[0]![0])
  if (limit === null || direction * (worst - limit) <= 0)
    throw new Error(`${name} was stopped at ${limit} though the book had ${worst}`)
}
