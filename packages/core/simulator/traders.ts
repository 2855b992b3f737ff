import type { Command, MemberStateRow, OrderRow, Rows } from '../src/index.ts'

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

const newTrader = <Option, Position>(
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

interface AuditedOption {
  readonly siteId: number
  readonly id: number
}
type Grants = Pick<Extract<Command, { kind: 'openAccount' }>, 'siteId' | 'memberId' | 'grants'>

/**
 * The members of a book and the options that they trade as its core has them, and as they were when the last batch was committed: what
 * a crash loses is taken back.
 */
export class Traders<
  Option extends AuditedOption,
  Position extends { readonly id: number; option: Option },
  Member extends AuditedTrader<Option, Position> = AuditedTrader<Option, Position>,
> {
  readonly byId = new Map<number, Member>()
  /** Looked at by the next scan. */
  readonly touched = new Set<Member>()
  readonly #saved = new Map<number, Member | null>()
  readonly #options = new Map<string, Option>()
  #savedOptions: Option[] = []
  readonly #withOwn: (plain: AuditedTrader<Option, Position>, known: Member | null) => Member

  /** `withOwn` adds what only members of this book have: copied from a known member, or as a new one has it. */
  constructor(withOwn: (plain: AuditedTrader<Option, Position>, known: Member | null) => Member) {
    this.#withOwn = withOwn
  }

  /** Opens an account with what was granted to one of its wallets, where it is new. */
  open({ siteId, memberId, grants }: Grants, wallet: string): void {
    if (this.byId.has(memberId)) return
    const own = [...this.#options.values()].filter((option) => option.siteId === siteId)
    const options = new Map(own.map((option) => [option.id, option]))
    const posted = grants.find(({ type }) => type === wallet)!.amount
    this.byId.set(memberId, this.#withOwn(newTrader(siteId, memberId, options, posted), null))
    this.#saved.set(memberId, null)
  }

  /** Adds or changes an option, also under what is open in it. */
  setOption(option: Option): void {
    this.#options.set(`${option.siteId}:${option.id}`, option)
    for (const member of this.byId.values()) {
      if (member.siteId !== option.siteId) continue
      member.options.set(option.id, option)
      const position = member.positions.get(option.id)
      if (position) position.option = option
      this.touched.add(member)
    }
  }

  /** Takes over what members and the house set against trading. */
  protect({ members, limits }: Rows): void {
    for (const row of members) this.touch(row.memberId).block = row
    for (const { memberId, kind, window, currency, amount } of limits)
      this.touch(memberId).limits.set(`${kind}:${window}:${currency}`, amount)
  }

  /** A member of whom something changes; keeps what he was before this batch. */
  touch(memberId: number): Member {
    const member = this.byId.get(memberId)
    if (!member) throw new Error(`member ${memberId} is not known`)
    if (!this.#saved.has(memberId)) this.#saved.set(memberId, this.#withOwn(copyOf(member), member))
    this.touched.add(member)
    return member
  }

  findPosition(id: number): Position | null {
    for (const { positions } of this.byId.values())
      for (const position of positions.values()) if (position.id === id) return position
    return null
  }

  committed(): void {
    this.#saved.clear()
    this.#savedOptions = [...this.#options.values()]
  }

  crashed(): void {
    for (const [id, member] of this.#saved) {
      if (member) this.byId.set(id, member)
      else this.byId.delete(id)
    }
    this.#saved.clear()
    for (const option of this.#savedOptions) this.setOption(option)
    this.touched.clear()
  }
}

const copyOf = <T extends AuditedTrader<unknown, object>>(member: T): T => ({
  ...member,
  positions: new Map([...member.positions].map(([id, position]) => [id, { ...position }])),
  orders: new Map(member.orders),
  gone: new Set(),
  filled: new Map(member.filled),
  limits: new Map(member.limits),
  results: [...member.results],
  taken: [...member.taken],
})
