/** What the tests of this package share: a house with a clock, ids, a feed and a few members. */
import type { AnswerOf, ArgsOf, QueryName } from './ask.ts'
import { shippedRound, shippedSite } from './configuration/shipped.ts'
import { createCore } from './core.ts'
import { byMember, byStaff, bySystem } from './envelope.ts'
import type { Core } from './port.ts'
import { nothingRestored } from './tables/index.ts'
import type {
  BetRow,
  Command,
  CoreSnapshot,
  Effects,
  FeedSignal,
  FillRow,
  Minor,
  OrderRow,
  PositionRow,
  PostingRow,
  Reply,
  RoundOption,
  RoundRow,
  SiteConfig,
  Tick,
  VenueUpdate,
} from './types.ts'

/** 2026-03-02 12:00:00 KST, a multiple of every round length. */
export const NOON = 1_772_420_400_000
export const SITE = 1
const INSTRUMENT = 'BTCUSDT'
/** How far the wall clock is ahead of the domain clock. */
const WALL_AHEAD_MS = 400 * 86_400_000
/** What members of staff give commands with. */
export const operator = byStaff(SITE, 9, 'as planned')
export const SALT = 'ab'.repeat(16)

export const option = (parts: Partial<RoundOption> = {}): RoundOption => ({
  siteId: SITE,
  id: 100,
  stock: 'CR_BTCUSDT',
  instrument: INSTRUMENT,
  koName: '비트코인',
  ...shippedRound(parts.type ?? 'R1'),
  precision: 2,
  ...parts,
})

export const site = (parts: Partial<SiteConfig> = {}): SiteConfig => ({
  siteId: SITE,
  ...shippedSite,
  ...parts,
})

export const emptySnapshot = (parts: Partial<CoreSnapshot> = {}): CoreSnapshot => ({
  ...nothingRestored,
  siteGroup: 'main',
  sites: [site()],
  options: [option()],
  recentResults: [],
  uses: [],
  recentDeposits: [],
  houseToday: [],
  lastBatchAt: null,
  ...parts,
})

/** A core with everything around it that a runner would bring; keeps what the effects said, as a database would. */
export class House {
  core: Core
  at: number
  readonly calls: Effects[] = []
  readonly bets = new Map<number, BetRow>()
  readonly rounds = new Map<number, RoundRow>()
  readonly orders = new Map<number, OrderRow>()
  readonly positions = new Map<number, PositionRow>()
  readonly fills: FillRow[] = []
  readonly postings: PostingRow[] = []
  #id = 1_000
  #seq = 0
  #key = 0

  constructor(snapshot: CoreSnapshot = emptySnapshot(), at = NOON) {
    this.at = at
    this.core = createCore(snapshot)
  }

  /** By so much the wall clock was set back. */
  wallBackMs = 0

  /** Far from the domain clock, so that what takes the wrong clock shows. */
  get wall(): number {
    return this.at + WALL_AHEAD_MS - this.wallBackMs
  }

  ctx = () => ({ at: this.at, nextId: () => this.#id++, wall: this.wall })

  /** Does all that is due until `at`, in steps of at most `stepMs`, with the feed alive when `price` is given. */
  until(at: number, price?: number, stepMs = 500): void {
    while (this.at < at) {
      this.at = Math.min(at, this.at + stepMs)
      if (price !== undefined) this.tick(price)
      this.settle()
    }
  }

  /** Does all that is due now. */
  settle(maxRows = 1_000): void {
    do this.#keep(this.core.advance(this.ctx(), maxRows))
    while (this.core.more(this.ctx()))
  }

  live(instrument = INSTRUMENT): void {
    for (const kind of ['feed', 'quotes'] as const) this.signal({ kind, instrument, state: 'live', at: this.at })
  }

  stale(instrument = INSTRUMENT): void {
    for (const kind of ['feed', 'quotes'] as const) this.signal({ kind, instrument, state: 'stale', at: this.at })
  }

  disturb(reason: 'failover' | 'skew'): void {
    this.#keep(this.core.signal({ kind: 'disturbance', instrument: INSTRUMENT, reason, at: this.at }, this.ctx()))
  }

  session(isRest: boolean): void {
    this.#keep(this.core.signal({ kind: 'session', instrument: INSTRUMENT, isRest, at: this.at }, this.ctx()))
  }

  tick(price: number, parts: Partial<Tick> = {}): Tick {
    this.#seq++
    const tick: Tick = {
      instrument: INSTRUMENT,
      source: 'simulator',
      sourceTradeId: `t${this.#seq}`,
      sourceTs: this.at,
      recvTs: this.at,
      price,
      qty: '0.1',
      seq: this.#seq,
      ...parts,
    }
    this.#keep(this.core.tick(tick, this.ctx()))
    return tick
  }

  signal(signal: FeedSignal): void {
    this.#keep(this.core.signal(signal, this.ctx()))
  }

  venueUpdate(update: VenueUpdate): void {
    this.#keep(this.core.venueUpdate(update, this.ctx()))
  }

  do(command: Command): Reply {
    const effects = this.core.execute(command, this.ctx())
    this.#keep(effects)
    if (!effects.reply) throw new Error('a command has a reply')
    return effects.reply
  }

  /** Asks the core now. */
  ask<Q extends QueryName>(query: Q, args: ArgsOf<Q>): AnswerOf<Q> {
    return this.core.ask(query, args, this.at)
  }

  member(memberId: number, krw: Minor = 10_000_000n): number {
    const grants = [{ type: 'BINARY', currency: 'KRW', amount: krw }] as const
    this.do({ kind: 'openMember', ...bySystem(SITE), memberId, grants })
    return memberId
  }

  key(parts: Partial<{ key: string; route: string; bodyHash: string }> = {}) {
    return { key: `key-${++this.#key}`, route: 'POST /api/trade/history/betting', bodyHash: 'h', ...parts }
  }

  bet(memberId: number, side: 'B' | 'S', point: Minor, tradeRoundId = this.betting().id): Reply {
    return this.do({
      kind: 'placeBet',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      tradeRoundId,
      side,
      point,
      salt: SALT,
    })
  }

  betting(optionId = 100): RoundRow {
    const round = this.ask('rounds.game', { siteId: SITE, optionId, memberId: null })?.betting
    if (!round) throw new Error('no round takes stakes')
    return round
  }

  round(id: number): RoundRow {
    const row = this.rounds.get(id)
    if (!row) throw new Error(`no round ${id}`)
    return row
  }

  betOf(reply: Reply): BetRow {
    const row = this.bets.get((reply.body as { id: number }).id)
    if (!row) throw new Error(`no bet in ${JSON.stringify(reply)}`)
    return row
  }

  wallet(memberId: number) {
    const wallet = this.ask('members.wallets', { siteId: SITE, memberId })[0]
    if (!wallet) throw new Error(`no wallet of ${memberId}`)
    return { posted: wallet.posted, reserved: wallet.reserved }
  }

  /** Stops the core and starts a new one from what the database would hold. */
  restart(downForMs = 0, parts: Partial<CoreSnapshot> = {}): void {
    const snapshot = this.core.snapshot()
    this.at += downForMs
    this.core = createCore({ ...snapshot, ...parts })
  }

  events(name: string) {
    return this.calls.flatMap((call) => call.events.filter((event) => event.event === name))
  }

  #keep(effects: Effects): void {
    this.calls.push(effects)
    for (const row of effects.rows.bets) this.bets.set(row.id, row)
    for (const row of effects.rows.rounds) this.rounds.set(row.id, row)
    for (const row of effects.rows.orders) this.orders.set(row.id, row)
    for (const row of effects.rows.positions) this.positions.set(row.id, row)
    this.fills.push(...effects.rows.fills)
    this.postings.push(...effects.rows.postings)
  }
}

/** The code of a refusal, or the status of a success. */
export const codeOf = (reply: Reply): unknown => (reply.body as { code?: string }).code ?? reply.status
