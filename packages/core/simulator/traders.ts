import type { MemberStateRow, OrderRow } from '../src/index.ts'

/** What the auditor of a trading book knows of a member, by its own sums. */
export interface AuditedTrader<Option, Position> {
  readonly siteId: number
  readonly memberId: number
  /** The options of his site. */
  readonly options: Map<number, Option>
  posted: bigint
  /** By option. */
  readonly positions: Map<number, Position>
  readonly orders: Map<number, OrderRow>
  /** Orders that ended earlier in the call that is being looked at. */
  readonly gone: Set<number>
  /** What open orders filled so far, by order. */
  readonly filled: Map<number, { readonly qty: number; readonly quote: bigint; readonly fee: bigint }>
  /** Limits that he set himself, by kind, window and currency. */
  readonly limits: Map<string, bigint | null>
  /** What his fills came to after fees. */
  results: { readonly at: number; readonly profit: bigint }[]
  block: Pick<MemberStateRow, 'status' | 'coolOffUntil' | 'excludedUntil'>
  taken: { readonly optionId: number; readonly side: string; readonly qty: number; readonly at: number }[]
}

export const newTrader = <Option, Position>(
  siteId: number,
  memberId: number,
  options: Map<number, Option>,
  posted: bigint,
): AuditedTrader<Option, Position> => ({
  siteId,
  memberId,
  options,
  posted,
  positions: new Map(),
  orders: new Map(),
  gone: new Set(),
  filled: new Map(),
  limits: new Map(),
  results: [],
  block: { status: 'ACTIVE', coolOffUntil: null, excludedUntil: null },
  taken: [],
})

/** TP and SL: they close whatever the position is then. */
export const isExit = (order: OrderRow) => order.marketType === 'TAKEPROFIT' || order.marketType === 'STOPLOSS'

/** What a member took of one side of a market in the two seconds before `at`. */
export function takenBy(
  member: AuditedTrader<unknown, unknown>,
  { optionId, side }: Pick<OrderRow, 'optionId' | 'side'>,
  at: number,
): number {
  let taken = 0
  for (const one of member.taken)
    if (one.optionId === optionId && one.side === side && one.at > at - 2_000) taken += one.qty
  return taken
}

const windows: Readonly<Record<string, number>> = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 }

/** A LOSS limit counts what was lost and what is held back as if it were lost; a STAKE limit what is held back. */
export function passesLimit(
  member: AuditedTrader<unknown, unknown>,
  currency: string,
  held: bigint,
  at: number,
): boolean {
  for (const [name, amount] of member.limits) {
    const [kind, window, of] = name.split(':')
    if (amount === null || of !== currency) continue
    let lost = 0n
    if (kind === 'LOSS')
      for (const result of member.results) if (result.at > at - windows[window!]!) lost -= result.profit
    if (lost + held > amount) return true
  }
  return false
}

/** Why a member may open nothing at all. */
export function blocksOf({ block }: AuditedTrader<unknown, unknown>, at: number): string[] {
  const { status, coolOffUntil, excludedUntil } = block
  return [
    ...(status === 'DENY' ? ['ACCOUNT_DENIED'] : []),
    ...(excludedUntil !== null && excludedUntil > at ? ['SELF_EXCLUDED'] : []),
    ...(coolOffUntil !== null && coolOffUntil > at ? ['COOL_OFF_ACTIVE'] : []),
  ]
}

type AnyTrader = AuditedTrader<unknown, object>

/** The members of a book as its core has them, and as they were when the last batch was committed: what a crash loses is taken back. */
export class Traders<T extends AnyTrader> {
  readonly byId = new Map<number, T>()
  /** Looked at by the next scan. */
  readonly touched = new Set<T>()
  readonly #saved = new Map<number, T | null>()
  readonly #copyOwn: (member: T) => T

  /** `copyOwn` copies what only members of this book have. */
  constructor(copyOwn: (member: T) => T = (member) => member) {
    this.#copyOwn = copyOwn
  }

  add(member: T): void {
    this.byId.set(member.memberId, member)
    this.#saved.set(member.memberId, null)
  }

  /** A member of whom something changes; keeps what he was before this batch. */
  touch(memberId: number): T {
    const member = this.byId.get(memberId)
    if (!member) throw new Error(`member ${memberId} is not known`)
    if (!this.#saved.has(memberId)) this.#saved.set(memberId, this.#copyOwn(copyOf(member)))
    this.touched.add(member)
    return member
  }

  committed(): void {
    this.#saved.clear()
  }

  crashed(): void {
    for (const [id, member] of this.#saved) {
      if (member) this.byId.set(id, member)
      else this.byId.delete(id)
    }
    this.#saved.clear()
    this.touched.clear()
  }
}

const copyOf = <T extends AnyTrader>(member: T): T => ({
  ...member,
  positions: new Map([...member.positions].map(([id, position]) => [id, { ...position }])),
  orders: new Map(member.orders),
  gone: new Set(),
  filled: new Map(member.filled),
  limits: new Map(member.limits),
  results: [...member.results],
  taken: [...member.taken],
})
