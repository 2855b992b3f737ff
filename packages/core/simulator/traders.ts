import type { Command, MemberStateRow, OrderRow, Rows, Use } from '../src/index.ts'
import type { Purse, Purses } from './purses.ts'
import { isTimeUp, wallOf } from './uses.ts'

/** What the auditor of a trading book knows of a member, by its own sums. */
export interface AuditedTrader<Option, Position> {
  readonly siteId: number
  readonly memberId: number
  /** The options of his site. */
  readonly options: Map<number, Option>
  /** The wallet behind his orders and positions of this book. */
  readonly purse: Purse
  /** By the names of their lots. */
  readonly positions: Map<string, Position>
  readonly orders: Map<number, OrderRow>
  /** Orders that ended earlier in the call that is being looked at. */
  readonly gone: Set<number>
  /** What open orders filled so far, by order. */
  readonly filled: Map<number, { readonly qty: number; readonly quote: bigint; readonly fee: bigint }>
  /** Limits that he set himself, by kind, window and currency. */
  readonly limits: Map<string, bigint | null>
  /** When he was here; no crash loses it. */
  readonly uses: Use[]
  block: Pick<MemberStateRow, 'status' | 'coolOffUntil' | 'excludedUntil'>
  taken: { readonly optionId: number; readonly side: string; readonly qty: number; readonly at: number }[]
}

const newTrader = <Option, Position>(
  siteId: number,
  memberId: number,
  options: Map<number, Option>,
  purse: Purse,
): AuditedTrader<Option, Position> => ({
  siteId,
  memberId,
  options,
  purse,
  positions: new Map(),
  orders: new Map(),
  gone: new Set(),
  filled: new Map(),
  limits: new Map(),
  uses: [],
  block: { status: 'ACTIVE', coolOffUntil: null, excludedUntil: null },
  taken: [],
})

/** Names what nets with one another; what says of no lot is the member's own. */
export const lotOf = ({
  optionId,
  lot = 0,
}: {
  readonly optionId: number
  readonly lot?: number | undefined
}): string => `${optionId}:${lot}`

/** TP and SL: they close whatever the position is then. */
export const isExit = (order: OrderRow) => order.marketType === 'TAKEPROFIT' || order.marketType === 'STOPLOSS'

/** What a member took of one side of a market before `at`, as long as the option remembers it. */
export function takenBy(
  member: AuditedTrader<{ readonly depthMs: number }, unknown>,
  { optionId, side }: Pick<OrderRow, 'optionId' | 'side'>,
  at: number,
): number {
  const { depthMs } = member.options.get(optionId)!
  let taken = 0
  for (const one of member.taken)
    if (one.optionId === optionId && one.side === side && one.at > at - depthMs) taken += one.qty
  return taken
}

const windows: Readonly<Record<string, number>> = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 }

/** A LOSS limit counts losses, and held back money as lost; a STAKE limit counts stakes and held back money. */
export function passesLimit(
  member: AuditedTrader<unknown, unknown>,
  currency: string,
  held: bigint,
  at: number,
): boolean {
  for (const [name, amount] of member.limits) {
    const [kind, window, of] = name.split(':')
    if (amount === null || of !== currency || kind === 'DEPOSIT') continue
    let used = member.purse.stakes
    for (const result of member.purse.results)
      if (result.at > at - windows[window!]!) used += kind === 'LOSS' ? -result.profit : result.stake
    if (used + held > amount) return true
  }
  return false
}

/** Why a member may open nothing at all. */
export function blocksOf({ block, limits, uses }: AuditedTrader<unknown, unknown>, at: number): string[] {
  const { status, coolOffUntil, excludedUntil } = block
  return [
    ...(status === 'DENY' ? ['ACCOUNT_DENIED'] : []),
    ...(excludedUntil !== null && excludedUntil > wallOf(at) ? ['SELF_EXCLUDED'] : []),
    ...(coolOffUntil !== null && coolOffUntil > wallOf(at) ? ['COOL_OFF_ACTIVE'] : []),
    ...(isTimeUp(limits, uses, at) ? ['SELF_LIMIT_EXCEEDED'] : []),
  ]
}

/** Who may open nothing has nothing waiting that would only open. */
export function scanBarred<Position extends { readonly qty: number }>(
  member: AuditedTrader<unknown, Position>,
  at: number,
): void {
  const bars = blocksOf(member, at)
  // A break that expired needs no check.
  if (bars.length === 0) return
  const closable = new Map<string, number>()
  for (const order of [...member.orders.values()].sort((a, b) => a.id - b.id)) {
    if (order.qty === null) continue
    const name = `${lotOf(order)}:${order.side}`
    const held = member.positions.get(lotOf(order))?.qty ?? 0
    const left = closable.get(name) ?? Math.max(0, order.side === 'LONG' ? -held : held)
    closable.set(name, left - (order.qty - order.filledQty))
    if (left <= 0 && !order.isReduceOnly)
      throw new Error(`order ${order.id} of ${member.memberId} waits to open though ${bars}`)
  }
}

/** Nothing is opened for a member who may open nothing. */
export function checkOpening(member: AuditedTrader<unknown, unknown>, fillId: number, at: number): void {
  const bars = blocksOf(member, at)
  if (bars.length > 0) throw new Error(`fill ${fillId} opens for ${member.memberId} though ${bars}`)
}

interface AuditedOption {
  readonly siteId: number
  readonly id: number
}
type Opened = Pick<Extract<Command, { kind: 'openMember' }>, 'siteId' | 'memberId' | 'grants' | 'isStaff'>

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
  readonly #purses: Purses

  /** `withOwn` adds what only members of this book have: copied from a known member, or as a new one has it. */
  constructor(purses: Purses, withOwn: (plain: AuditedTrader<Option, Position>, known: Member | null) => Member) {
    this.#purses = purses
    this.#withOwn = withOwn
  }

  /** Adds a member who is new, with what was granted to one of his wallets. Staff trade nothing and have none. */
  open({ siteId, memberId, grants, isStaff }: Opened, wallet: string): void {
    if (isStaff === true || this.byId.has(memberId)) return
    const own = [...this.#options.values()].filter((option) => option.siteId === siteId)
    const options = new Map(own.map((option) => [option.id, option]))
    this.#purses.open({ memberId, grants })
    const purse = this.#purses.of(memberId, wallet)
    this.byId.set(memberId, this.#withOwn(newTrader(siteId, memberId, options, purse), null))
    this.#saved.set(memberId, null)
  }

  /** Adds or changes an option, also while positions are open in it. */
  setOption(option: Option): void {
    this.#options.set(`${option.siteId}:${option.id}`, option)
    for (const member of this.byId.values()) {
      if (member.siteId !== option.siteId) continue
      member.options.set(option.id, option)
      for (const position of member.positions.values()) if (position.option.id === option.id) position.option = option
      this.touched.add(member)
    }
  }

  /** Takes over what members and the house set against trading. */
  protect({ members, limits }: Rows, command: Command | null): void {
    if (command?.kind === 'countUse') this.byId.get(command.memberId)?.uses.push(command.use)
    for (const row of members) if (!row.isStaff) this.touch(row.memberId).block = row
    for (const { memberId, kind, window, currency, amount } of limits)
      this.touch(memberId).limits.set(`${kind}:${window}:${currency}`, amount)
  }

  /** A member who changes; keeps his form before this batch. */
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
  taken: [...member.taken],
})
