import type { FuturesOption, OrderRow } from '../../src/index.ts'
import { abs, max, min, up } from '../arithmetic.ts'
import { type AuditedTrader, lotOf } from '../traders.ts'
import { maintenance, openResult, orderCost, worth } from './arithmetic.ts'

/** What the auditor knows of a position, by its own sums. */
export interface AuditedPosition {
  readonly id: number
  readonly memberId: number
  option: FuturesOption
  readonly lot: number
  readonly cross: boolean
  readonly leverage: number
  readonly openedAt: number
  /** So many fundings of its market it was part of, or came after. */
  funded: number
  /** Its quantity, from a time on. */
  sizes: readonly { readonly at: number; readonly qty: number }[]
  qty: number
  entry: bigint
  margin: bigint
  index: bigint
  funding: bigint
  fee: bigint
  pnl: bigint
  warned: boolean
}

export interface AuditedMember extends AuditedTrader<FuturesOption, AuditedPosition> {
  readonly leverages: Map<number, number>
  readonly types: Map<number, 'CROSS' | 'ISOLATED'>
  /** What he sets aside of his profits for traders whom he follows. */
  setAside: bigint
  /** What his wallet was last said to reserve. */
  told: bigint
}

export interface MadeFunding {
  readonly at: number
  readonly rate: number
  readonly mark: number
  /** Cumulative index after it. */
  readonly index: bigint
}

/** The newest prices of a market, as far as the running core heard them. */
export interface AuditedMarket {
  /** Its trades come, its order book and mark are fresh, and none of them is held. */
  live: boolean
  mark: number | null
  last: number | null
  rate: number | null
  nextFundingTime: number | null
  /** When the newest mark was made. */
  markAt: number | null
  book: {
    readonly u: number
    readonly sourceTs: number
    readonly correctedTs: number
    readonly bids: readonly (readonly [number, number])[]
    readonly asks: readonly (readonly [number, number])[]
  } | null
  /** When the order book came, and whether the mark was known then. */
  bookAt: number
  isBookMarked: boolean
  index: bigint
  /** All that were made, oldest first. */
  fundings: readonly MadeFunding[]
}

/** Isolated margins, what isolated orders hold, and what is set aside: out of reach of CROSS. */
export function isolated(member: AuditedMember): bigint {
  let sum = member.setAside
  for (const position of member.positions.values()) if (!position.cross) sum += position.margin
  return sum + orderMargins(member, false)
}

/** All that a wallet reserves. */
export function reserved(member: AuditedMember): bigint {
  return isolated(member) + crossReserved(member)
}

export function crossReserved(member: AuditedMember): bigint {
  let sum = 0n
  for (const position of member.positions.values())
    if (position.cross) sum += up(abs(position.entry), BigInt(position.leverage))
  return sum + orderMargins(member, true)
}

function orderMargins(member: AuditedMember, cross: boolean): bigint {
  if (member.orders.size === 0) return 0n
  const byLot = new Map<string, OrderRow[]>()
  for (const order of member.orders.values()) {
    if (order.qty === null || member.gone.has(order.id) || (order.marginType === 'CROSS') !== cross) continue
    const list = byLot.get(lotOf(order))
    if (list) list.push(order)
    else byLot.set(lotOf(order), [order])
  }
  let sum = 0n
  for (const [lot, orders] of byLot)
    sum += orderMargin(member.options.get(orders[0]!.optionId)!, orders, member.positions.get(lot)?.qty ?? 0)
  return sum
}

/** Each side: what its orders would open beyond what they close, the dearest counted as opening. */
export function orderMargin(option: FuturesOption, orders: readonly OrderRow[], held: number): bigint {
  let sum = 0n
  for (const side of ['LONG', 'SHORT'] as const) {
    // A close at the market is as good as filled: it keeps no other order from closing.
    const own = orders.filter((order) => order.side === side && !(order.isReduceOnly && order.marketType === 'MARKET'))
    const closable = side === 'LONG' ? Math.max(0, -held) : Math.max(0, held)
    let opening = own.reduce((all, order) => all + order.qty! - order.filledQty, 0) - closable
    const plain = own.filter((order) => !order.isReduceOnly).sort((a, b) => priceOf(b) - priceOf(a) || a.id - b.id)
    for (const order of plain) {
      const qty = Math.min(Math.max(0, opening), order.qty! - order.filledQty)
      sum += orderCost(option, priceOf(order), qty, order.leverage)
      opening -= qty
    }
  }
  return sum
}

const priceOf = (order: OrderRow) => order.price ?? order.triggerPrice ?? order.basePrice ?? 1

/** Maintenance and equity of a margin account; null while one of its markets has no mark. */
export function health(
  group: readonly AuditedPosition[],
  collateral: bigint,
  markets: ReadonlyMap<string, AuditedMarket>,
): { equity: bigint; maintenance: bigint } | null {
  let equity = collateral
  let needed = 0n
  for (const { option, qty, entry } of group) {
    const { mark } = markets.get(option.instrument)!
    if (mark === null) return null
    equity += openResult(option, mark, qty, entry)
    needed += maintenance(option, mark, qty)
  }
  return { equity, maintenance: needed }
}

/** Maintenance ÷ equity at or above a share in parts per million. */
export const reaches = (state: { equity: bigint; maintenance: bigint }, ppm: number) =>
  state.equity <= 0n || state.maintenance * 1_000_000n >= state.equity * BigInt(ppm)

/** What may be used for new orders (rules B, Available). */
export function available(member: AuditedMember, markets: ReadonlyMap<string, AuditedMarket>): bigint {
  let result = 0n
  let funding = 0n
  let isKnown = true
  for (const { cross, option, qty, entry } of member.positions.values()) {
    const { mark, rate } = markets.get(option.instrument)!
    if (!cross) continue
    if (mark === null) {
      isKnown = false
      continue
    }
    result += openResult(option, mark, qty, entry)
    const payable = rate === null ? 0n : worth(option, mark, qty) * BigInt(rate)
    if (payable > 0n) funding += up(payable, 100_000_000n)
  }
  const left = member.purse.posted - isolated(member) - funding - max(0n, -result) - crossReserved(member)
  return isKnown ? left : min(0n, left)
}
