import type { OrderRow } from '../../src/index.ts'
import { type AuditedMember, isExit } from './accounts.ts'
import { ladder } from './arithmetic.ts'
import { equal, type FuturesAuditor } from './auditor.ts'
import { limitOf } from './auditor-fills.ts'

const fixed = [
  'siteId',
  'optionId',
  'memberId',
  'side',
  'marketType',
  'qty',
  'price',
  'triggerKind',
  'isReduceOnly',
  'leverage',
  'marginType',
  'tolerancePpm',
  'expiresAt',
  'origin',
  'acceptedAt',
] as const

const reasons = new Set([
  'MEMBER',
  'OCO',
  'POSITION_CLOSED',
  'LIQUIDATION',
  'BALANCE_INSUFFICIENT',
  'LEVERAGE_MAX_QTY_EXCEEDED',
  'SLIPPAGE_PROTECTED',
  'PRICE_FEED_STALE',
])

/** The life of an order: what it is never changes, it fills as its fills say, fires when its price came, and ends once. */
export function checkOrder(auditor: FuturesAuditor, member: AuditedMember, row: OrderRow, at: number): void {
  const name = `${row.marketType} order ${row.id}`
  const known = member.orders.get(row.id)
  if (auditor.isClosed(row.id)) throw new Error(`${name} changed after its end`)
  if (known) for (const field of fixed) equal(row[field], known[field], `${field} of ${name}`)
  else {
    equal(row.acceptedAt, at, `acceptance of ${name}`)
    auditor.counts.orders++
  }
  if (!isExit(row) && known) equal(row.triggerPrice, known.triggerPrice, `trigger of ${name}`)
  const filled = member.filled.get(row.id) ?? { qty: 0, quote: 0n, fee: 0n }
  equal(row.filledQty, filled.qty, `filled quantity of ${name}`)
  equal(row.filledQuote, filled.quote, `filled notional of ${name}`)
  equal(row.fee, filled.fee, `fees of ${name}`)
  if (row.qty !== null && row.filledQty > row.qty) throw new Error(`${name} filled more than it asked for`)
  if (row.triggeredAt !== null && (known?.triggeredAt ?? null) === null) checkTrigger(auditor, member, row, name)
  if (row.closedAt === null) {
    if (row.filledQty === row.qty) throw new Error(`${name} is filled and goes on`)
    return
  }
  equal(row.closedAt, at, `end of ${name}`)
  checkEnd(auditor, member, row, name, at)
  auditor.close(row.id)
  member.filled.delete(row.id)
}

function checkTrigger(auditor: FuturesAuditor, member: AuditedMember, row: OrderRow, name: string): void {
  const market = auditor.markets.get(member.options.get(row.optionId)!.instrument)!
  const price = row.triggerKind === 'mark' ? market.mark : market.last
  if (!market.live) throw new Error(`${name} fired while the feed was stale`)
  const isReached =
    price !== null && (row.triggerDirection === 'rises' ? price >= row.triggerPrice! : price <= row.triggerPrice!)
  if (!isReached) throw new Error(`${name} fired at ${price}, before ${row.triggerPrice}`)
}

function checkEnd(auditor: FuturesAuditor, member: AuditedMember, row: OrderRow, name: string, at: number): void {
  if (row.status === 'FILLED') {
    if (row.qty === null ? row.filledQty === 0 : row.filledQty !== row.qty)
      throw new Error(`${name} is FILLED too early`)
    return
  }
  if (row.status !== 'CANCELED' && row.status !== 'REJECTED') throw new Error(`${name} ended as ${row.status}`)
  if (row.marketType === 'LIQUIDATION') return
  if (!reasons.has(row.reason ?? '')) throw new Error(`${name} ended for ${row.reason}`)
  if (row.reason === 'PRICE_FEED_STALE') {
    equal(row.status, 'REJECTED', `end of ${name}`)
    if (row.isReduceOnly || at < row.acceptedAt + 1_000) throw new Error(`${name} was given up too early`)
  }
  if (row.reason === 'SLIPPAGE_PROTECTED') checkProtected(auditor, member, row, name, at)
}

/** One step more would have been beyond the order's limit. */
function checkProtected(auditor: FuturesAuditor, member: AuditedMember, row: OrderRow, name: string, at: number): void {
  const option = member.options.get(row.optionId)!
  const market = auditor.markets.get(option.instrument)!
  const direction = row.side === 'LONG' ? 1 : -1
  const levels = (direction > 0 ? market.book?.asks : market.book?.bids) ?? []
  if (levels.length === 0) throw new Error(`${name} was stopped by a book that shows nothing`)
  let taken = 0
  for (const one of member.taken)
    if (one.optionId === row.optionId && one.side === row.side && one.at > at - 2_000) taken += one.qty
  const { worst } = ladder(levels, direction, taken, taken + 1)
  const limit = limitOf(row, market, option, direction, levels[0]![0])
  if (limit === null || direction * (worst - limit) <= 0)
    throw new Error(`${name} was stopped at ${limit} though the book had ${worst}`)
}
