import type { OrderRow } from '../src/index.ts'
import { equal } from './checks.ts'
import { type AuditedTrader, blocksOf, isExit, lotOf } from './traders.ts'

const fixed = [
  'siteId',
  'optionId',
  'memberId',
  'lot',
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

/** What a book says of its orders. */
export interface OrderRules<Member> {
  /** Why an order may end unfilled. */
  readonly reasons: ReadonlySet<string>
  /** Whether prices count in its market now. */
  isTraded(member: Member, row: OrderRow, at: number): boolean
  /** The price that its trigger waits for. */
  triggerPrice(member: Member, row: OrderRow): number | null
  /** Whether an emergency stop bars what its market would open. */
  isStopped(member: Member, row: OrderRow): boolean
  /** Looks at an end that only this book has. */
  checkEnd(member: Member, row: OrderRow, name: string, at: number): void
}

/** The lives of orders: what one is never changes, it fills as its fills say, fires when its price came, and ends once. */
export class OrderLives<Member extends AuditedTrader<{ readonly execWaitMs: number }, { readonly qty: number }>> {
  readonly #rules: OrderRules<Member>
  /** Orders that were placed, or whose trigger was moved, after the price that is looked at. */
  readonly fresh = new Set<number>()
  readonly #closed = new Set<number>()
  #closedNow: number[] = []
  /** Orders that came. */
  count = 0

  constructor(rules: OrderRules<Member>) {
    this.#rules = rules
  }

  observe(member: Member, row: OrderRow, at: number): void {
    this.#check(member, row, at)
    if (member.orders.get(row.id)?.triggerPrice !== row.triggerPrice) this.fresh.add(row.id)
    member.gone.delete(row.id)
    if (row.closedAt === null) member.orders.set(row.id, row)
    else member.orders.delete(row.id)
  }

  committed(): void {
    this.#closedNow = []
  }

  crashed(): void {
    for (const id of this.#closedNow) this.#closed.delete(id)
    this.#closedNow = []
    this.fresh.clear()
  }

  #check(member: Member, row: OrderRow, at: number): void {
    const name = `${row.marketType} order ${row.id}`
    const known = member.orders.get(row.id)
    if (this.#closed.has(row.id)) throw new Error(`${name} changed after its end`)
    if (known) for (const field of fixed) equal(row[field], known[field], `${field} of ${name}`)
    else {
      equal(row.acceptedAt, at, `acceptance of ${name}`)
      this.count++
    }
    if (!isExit(row) && known) equal(row.triggerPrice, known.triggerPrice, `trigger of ${name}`)
    const filled = member.filled.get(row.id) ?? { qty: 0, quote: 0n, fee: 0n }
    equal(row.filledQty, filled.qty, `filled quantity of ${name}`)
    equal(row.filledQuote, filled.quote, `filled notional of ${name}`)
    equal(row.fee, filled.fee, `fees of ${name}`)
    if (row.qty !== null && row.filledQty > row.qty) throw new Error(`${name} filled more than it asked for`)
    if (row.triggeredAt !== null && (known?.triggeredAt ?? null) === null) {
      this.#checkTrigger(member, row, name, at)
      // Under an emergency stop it may wait for long: it is judged by the price that its member named.
      const isStopped = !row.isReduceOnly && this.#rules.isStopped(member, row)
      if (!isExit(row))
        equal(row.basePrice, isStopped ? row.triggerPrice : (known?.basePrice ?? null), `base price of ${name}`)
    }
    if (row.closedAt === null) {
      if (row.filledQty === row.qty) throw new Error(`${name} is filled and goes on`)
      return
    }
    equal(row.closedAt, at, `end of ${name}`)
    this.#checkEnd(member, row, name, at)
    this.#closed.add(row.id)
    this.#closedNow.push(row.id)
    member.filled.delete(row.id)
  }

  #checkTrigger(member: Member, row: OrderRow, name: string, at: number): void {
    const price = this.#rules.triggerPrice(member, row)
    if (!this.#rules.isTraded(member, row, at)) throw new Error(`${name} fired while the feed was stale`)
    if (!isReached(row, price)) throw new Error(`${name} fired at ${price}, before ${row.triggerPrice}`)
  }

  #checkEnd(member: Member, row: OrderRow, name: string, at: number): void {
    const { execWaitMs } = member.options.get(row.optionId)!
    if (row.status === 'FILLED') {
      if (row.qty === null ? row.filledQty === 0 : row.filledQty !== row.qty)
        throw new Error(`${name} is FILLED too early`)
      return
    }
    if (row.status !== 'CANCELED' && row.status !== 'REJECTED') throw new Error(`${name} ended as ${row.status}`)
    if (row.marketType === 'LIQUIDATION') return
    const isBarred = [...blocksOf(member, at), ...(member.limits.size > 0 ? ['SELF_LIMIT_EXCEEDED'] : [])]
    if (isBarred.includes(row.reason ?? '')) {
      if (row.isReduceOnly) throw new Error(`${name} only closes and was cancelled for ${row.reason}`)
      return
    }
    if (!this.#rules.reasons.has(row.reason ?? '')) throw new Error(`${name} ended for ${row.reason}`)
    if (row.reason === 'PRICE_FEED_STALE' || row.reason === 'OPTION_STOPPED') {
      equal(row.status, 'REJECTED', `end of ${name}`)
      const isStopped = !row.isReduceOnly && this.#rules.isStopped(member, row)
      equal(row.reason, isStopped ? 'OPTION_STOPPED' : 'PRICE_FEED_STALE', `reason of the end of ${name}`)
      if (row.isReduceOnly || at < row.acceptedAt + execWaitMs) throw new Error(`${name} was given up too early`)
    }
    const isHeld = (member.positions.get(lotOf(row))?.qty ?? 0) !== 0
    if (row.reason === 'POSITION_REDUCED' && !(row.isReduceOnly && isHeld))
      throw new Error(`${name} was too large for a position that is none`)
    const executes = member.orders.get(row.id)
    const waits = executes !== undefined && executes.executeAt !== null && this.#rules.isTraded(member, row, at)
    if (row.reason === 'MEMBER' && waits && at < (executes.triggeredAt ?? executes.acceptedAt) + execWaitMs)
      throw new Error(`${name} was taken back while it waited for its book`)
    this.#rules.checkEnd(member, row, name, at)
  }
}

/** Whether a price has reached an order's trigger. */
export const isReached = (row: OrderRow, price: number | null): boolean =>
  price !== null && (row.triggerDirection === 'rises' ? price >= row.triggerPrice! : price <= row.triggerPrice!)

/** An order that waits for an order book must have ended by then. */
export const isOverdue = (row: OrderRow, { execWaitMs }: { readonly execWaitMs: number }, at: number): boolean =>
  row.executeAt !== null && !row.isReduceOnly && row.triggeredAt === null && at >= row.acceptedAt + execWaitMs

/** Adds a fill to what its order has filled. */
export function countFill(
  member: AuditedTrader<unknown, unknown>,
  order: OrderRow,
  fill: { readonly qty: number; readonly quote: bigint; readonly fee: bigint },
): void {
  if (order.closedAt !== null) member.gone.add(order.id)
  const filled = member.filled.get(order.id) ?? { qty: 0, quote: 0n, fee: 0n }
  member.filled.set(order.id, {
    qty: filled.qty + fill.qty,
    quote: filled.quote + fill.quote,
    fee: filled.fee + fill.fee,
  })
}
