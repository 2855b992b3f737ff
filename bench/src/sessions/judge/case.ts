import type { DailyProfit, Envelope } from '@maru/contract'
import { day, type Kind, minute, type Session, sessionsOf } from '../calendar.ts'
import { MarginAccounts } from '../margin-accounts.ts'
import type { Request } from '../members.ts'
import type { Fill, Option, Order, Position, Records } from '../records.ts'

/** What the members saw, beside the database. */
export interface Seen {
  readonly requests: ReadonlyMap<string, Request>
  readonly events: ReadonlyMap<number, readonly Envelope[]>
  /** 당일손익 of each member, as the server answered at the end. */
  readonly profits: ReadonlyMap<number, readonly DailyProfit[]>
  /** Domain times at which the clock was held against the server's first and last. */
  readonly from: number
  readonly to: number
  /** Domain ms that pass in a second of the wall. */
  readonly lag: number
}

/** What a member last said of the night of a position, and when. */
interface Flag {
  readonly at: number
  readonly isActive: boolean
}

/** A turn of the server may come so late beside the silences that its feed shows: 0.1 s of the wall at 600 times the speed. */
const slack = minute
/** Between two batches of a server that lives: more is a silence. */
const quiet = 3_000

/** All that is known of a run, as the judges ask for it. */
export class Case {
  readonly records: Records
  readonly seen: Seen
  readonly accounts: MarginAccounts
  readonly positions: ReadonlyMap<number, Position>
  readonly sessions: ReadonlyMap<Kind, readonly Session[]>
  readonly #fillsOfOrder: ReadonlyMap<number, readonly Fill[]>
  readonly #fillsOfPosition: ReadonlyMap<number, readonly Fill[]>
  readonly #ordersOfMember: ReadonlyMap<number, readonly Order[]>
  /** Successful changes of a position's flag, oldest first. */
  readonly #flags = new Map<number, Flag[]>()
  /** Successful commands by member and time. */
  readonly #commands = new Map<number, Map<number, Set<string>>>()

  constructor(records: Records, seen: Seen) {
    this.records = records
    this.seen = seen
    this.accounts = new MarginAccounts(records, seen.lag)
    this.positions = new Map(records.positions.map((position) => [position.id, position]))
    const kinds = ['fx', 'metal', 'index'] as const
    this.sessions = new Map(kinds.map((kind) => [kind, sessionsOf(kind, seen.from - 7 * day, seen.to + 7 * day)]))
    this.#fillsOfOrder = Map.groupBy(records.fills, ({ orderId }) => orderId)
    this.#fillsOfPosition = Map.groupBy(records.fills, ({ positionId }) => positionId)
    this.#ordersOfMember = Map.groupBy(records.orders.values(), ({ memberId }) => memberId)
    for (const [key, request] of seen.requests) {
      const reply = records.replies.get(key)
      if (reply?.status === 200) this.#keep(request, reply.at)
    }
    for (const flags of this.#flags.values()) flags.sort((a, b) => a.at - b.at)
  }

  #keep({ memberId, call, body }: Request, at: number): void {
    const own = this.#commands.get(memberId) ?? new Map<number, Set<string>>()
    this.#commands.set(memberId, own.set(at, (own.get(at) ?? new Set()).add(call)))
    if (call !== 'overnight') return
    const id = Number(body['overseaPositionId'])
    const flags = this.#flags.get(id) ?? []
    this.#flags.set(id, flags)
    flags.push({ at, isActive: body['isActive'] === true })
  }

  fillsOfOrder = (id: number): readonly Fill[] => this.#fillsOfOrder.get(id) ?? []
  fillsOfPosition = (id: number): readonly Fill[] => this.#fillsOfPosition.get(id) ?? []
  ordersOfMember = (id: number): readonly Order[] => this.#ordersOfMember.get(id) ?? []
  eventsOfMember = (id: number): readonly Envelope[] => this.seen.events.get(id) ?? []
  flagsOf = (position: Position): readonly Flag[] => this.#flags.get(position.id) ?? []
  /** What a member asked for with success at a time. */
  commandsAt = (memberId: number, at: number): ReadonlySet<string> =>
    this.#commands.get(memberId)?.get(at) ?? new Set<string>()

  optionOf = ({ optionId }: { optionId: number }): Option => this.records.options.get(optionId)!
  sessionsOf = (of: { optionId: number }): readonly Session[] => this.sessions.get(this.optionOf(of).kind)!
  sessionAt = ({ kind }: Option, at: number): Session | null =>
    this.sessions.get(kind)!.find(({ openAt, closeAt }) => at >= openAt && at < closeAt) ?? null

  /** Whether its owner wanted it held over the end of a session, as he said last before `at`. */
  isFlagged(position: Position, { openAt }: Session, at: number): boolean {
    const said = this.flagsOf(position).findLast((flag) => flag.at >= openAt && flag.at < at)
    return said?.isActive ?? false
  }

  /** Whether the server did due work as soon as it could; time in which it was silent does not count. */
  isTimely(due: number, at: number): boolean {
    let silent = 0
    let last = due
    for (const turn of [...this.records.turns(due, at), at]) {
      if (turn - last > quiet) silent += turn - last
      last = turn
    }
    return at - due - silent <= slack
  }
}
