import { byMember, bySystem, type Command } from '../src/index.ts'
import type { House } from './house.ts'
import type { Random } from './random.ts'
import { resultsOf } from './results.ts'
import { timeLimit, useSome, usesOf } from './time.ts'
import { type AuditedTrader, lotOf } from './traders.ts'
import { wallOf } from './uses.ts'
import type { SimMember } from './world.ts'

type Place = Extract<Command, { kind: 'placeFutures' | 'placeOversea' }>

/** Who knows what the members of a trading book hold. */
interface Knower<Position> {
  readonly members: ReadonlyMap<number, AuditedTrader<unknown, Position>>
}

/** How the members of a book differ in what they do alike. */
export interface Habits {
  readonly book: 'futures' | 'oversea'
  readonly currency: 'USDT' | 'KRW'
  /** The highest limit that they set themselves, in units of `limitUnit`. */
  readonly mostLimit: number
  readonly limitUnit: bigint
  readonly longestBreakMs: number
  /** Of a hundred who protect themselves, how many shut themselves out for half a year. */
  readonly excluded: number
  /** What the house makes of those whom it looks at. */
  readonly statuses: readonly ('ACTIVE' | 'DENY')[]
}

/** What members of both trading books do alike: wishes, cancels, protection, and repeats under the same key. */
export class MemberActions<Position extends { readonly qty: number }> {
  readonly #random: Random
  readonly #house: House
  readonly #auditor: Knower<Position>
  readonly #habits: Habits
  #sent: Place | null = null

  constructor(random: Random, house: House, auditor: Knower<Position>, habits: Habits) {
    this.#random = random
    this.#house = house
    this.#auditor = auditor
    this.#habits = habits
  }

  do(command: Command): void {
    this.#house.command(command)
    this.#house.advance()
  }

  /** A change by an operator; what it asks of everybody is done at once, or left for later. */
  change(command: Command, isLeft: boolean): void {
    this.#house.command(command)
    if (!isLeft) this.#house.advance()
  }

  key(route: string) {
    const { book } = this.#habits
    return { key: this.#random.uuid(), route: `POST /api/${book}/order/${route}`, bodyHash: this.#random.hex(32) }
  }

  /** What an order is to be: of any type, and now and then against the position that he has. */
  wish(member: SimMember, of: { readonly optionId: number; readonly lot?: number }) {
    const random = this.#random
    const position = this.positions(member)?.get(lotOf(of))
    const closed = position !== undefined && random.chance(35) ? position : null
    const side = closed ? (closed.qty > 0 ? 'SHORT' : 'LONG') : random.pick(['LONG', 'SHORT'] as const)
    const marketType = random.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPLIMIT', 'STOPMARKET'] as const)
    return {
      closed,
      side,
      marketType,
      isLimit: marketType === 'LIMIT' || marketType === 'STOPLIMIT',
      isStop: marketType === 'STOPLIMIT' || marketType === 'STOPMARKET',
    }
  }

  place(command: Place): void {
    this.#sent = command
    this.do(command)
  }

  /** The newest order of all once more, by a client that does not know what became of it. */
  repeat(): void {
    if (this.#sent) this.do(this.#sent)
  }

  cancel(member: SimMember): void {
    const orders = [...(this.#auditor.members.get(member.memberId)?.orders.keys() ?? [])]
    const id = orders.length > 0 && this.#random.chance(95) ? this.#random.pick(orders) : this.#random.int(1, 5_000_000)
    this.do({ kind: 'cancelOrder', ...byMember(member, this.key('cancel')), book: this.#habits.book, id })
  }

  /** Cancels all orders, or those of one option. */
  cancelAll(member: SimMember, optionId: number): void {
    const key = this.key('cancel_all')
    const { book } = this.#habits
    this.do({ kind: 'cancelOrders', ...byMember(member, key), book, optionId: this.#random.pick([null, optionId]) })
  }

  /** Limits, breaks and exclusions that members set themselves, and members whom the house locks out for a while. */
  protect(anyone: SimMember): void {
    const random = this.#random
    const waiting = [...this.#auditor.members.values()].filter(({ orders }) => orders.size > 0)
    // Mostly those who have something waiting.
    const { siteId, memberId } = waiting.length > 0 && random.chance(60) ? random.pick(waiting) : anyone
    const member = { siteId, memberId }
    const { longestBreakMs, excluded, statuses } = this.#habits
    const dice = random.int(0, 99)
    if (dice < 35) this.limit(member)
    else if (dice < 50) {
      useSome(random, this.#house, member)
      this.#house.advance()
    } else if (dice < 65) {
      const until = wallOf(this.#house.now) + random.int(1_000, longestBreakMs)
      this.do({ kind: 'coolOff', ...byMember(member, this.key('cool_off')), until })
    } else if (dice < 65 + excluded)
      this.do({ kind: 'selfExclude', ...byMember(member, this.key('exclude')), months: 6 })
    else this.do({ kind: 'setMemberStatus', ...bySystem(member.siteId), ...member, status: random.pick(statuses) })
  }

  /** The positions of a member by the names of their lots; none before he has a wallet. */
  positions({ memberId }: SimMember): ReadonlyMap<string, Position> | undefined {
    return this.#auditor.members.get(memberId)?.positions
  }

  /** One of a member's positions. */
  position(member: SimMember): Position | null {
    const positions = [...(this.positions(member)?.values() ?? [])]
    return positions.length > 0 ? this.#random.pick(positions) : null
  }

  /** A price on the grid within so many thousandths. */
  near({ tickUnits }: { readonly tickUnits: number }, price: number, thousandths: number): number {
    const moved = price * (1 + this.#random.int(-thousandths * 10, thousandths * 10) / 10_000)
    return Math.max(tickUnits, Math.round(moved / tickUnits) * tickUnits)
  }

  /** A limit of any kind that a member sets himself, or takes off; at most `most` units. */
  limit(member: SimMember, most = this.#habits.mostLimit): void {
    const random = this.#random
    const { currency, limitUnit } = this.#habits
    const history = resultsOf(this.#house.store, member.memberId)
    const uses = usesOf(this.#house.store, member.memberId)
    const amounts = {
      kind: random.pick(['LOSS', 'STAKE'] as const),
      window: random.pick(['24h', '7d', '30d'] as const),
      currency,
      amount: random.chance(20) ? null : BigInt(random.int(100, most)) * limitUnit,
    }
    const limits = [random.chance(25) ? timeLimit(random) : amounts]
    this.do({ kind: 'setLimits', ...byMember(member, this.key('limit')), limits, history, uses })
  }
}
