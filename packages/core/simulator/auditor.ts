import { merkleRoot, saltedLeafHash, toHex } from '@maru/evidence'
import type {
  BetRow,
  Command,
  Effects,
  FeedSignal,
  PostingRow,
  Quote,
  Reply,
  RoundOption,
  RoundRow,
  Tick,
  WalletRow,
} from '../src/index.ts'
import { type Candidate, expectedRefusals } from './auditor-admission.ts'
import { MarketRecord } from './auditor-market.ts'
import { equal } from './checks.ts'
import type { Watcher } from './house.ts'
import type { World } from './world.ts'

/** What the auditor keeps of a bet: its own sums, not the core's. */
export interface AuditedBet {
  row: BetRow
  status: 0 | 1 | 2 | 3
  profit: bigint
}
interface AuditedWallet {
  posted: bigint
  reserved: bigint
}

/**
 * Knows the rules and shares no code with the core: it sees what goes in and what comes out, recomputes each admission, price, result and
 * balance from its own record, and throws at the first difference. What a crash loses, it forgets by undoing.
 */
export class Auditor implements Watcher {
  readonly market = new MarketRecord()
  readonly bets = new Map<number, AuditedBet>()
  readonly rounds = new Map<number, RoundRow>()
  readonly options = new Map<number, RoundOption>()
  readonly coolOff = new Map<number, number>()
  readonly denied = new Set<number>()
  /** Self-exclusions: nothing but a committed request changes them, and only to a later end. */
  readonly excluded = new Map<number, number>()
  readonly limits = new Map<number, Map<string, bigint | null>>()
  /** Settled results of one day of a site, from the house's view. */
  readonly houseToday = new Map<string, bigint>()
  readonly #wallets = new Map<number, Map<string, AuditedWallet>>()
  readonly #house = new Map<string, bigint>()
  readonly #replies = new Map<string, Reply>()
  readonly #abandoned = new Set<string>()
  readonly #acknowledged = new Map<string, Reply>()
  readonly #raises = new Map<string, number>()
  #undo: (() => void)[] = []
  counts = { accepted: 0, refused: 0, won: 0, lost: 0, void: 0, crashes: 0 }
  readonly refusals = new Map<string, number>()

  readonly world: World

  constructor(world: World) {
    this.world = world
    for (const option of world.options) this.options.set(option.id, option)
  }

  born(at: number): void {
    this.market.born(at)
  }
  tick(tick: Tick, at: number): void {
    this.market.tick(tick, at)
  }
  /** Rounds are decided by ticks alone. */
  quote(_quote: Quote): void {}
  settled(): void {}

  committed(): void {
    this.#undo = []
  }
  crashed(at: number): void {
    for (const step of this.#undo.reverse()) step()
    this.#undo = []
    this.market.died(at)
    this.counts.crashes++
  }

  /** Sees one call of the core with its effects, in order. */
  observe(command: Command | null, effects: Effects, at: number): void {
    this.market.awake(at)
    const before = command?.kind === 'placeBet' ? this.#expectation(command, at) : null
    this.#setMap(
      this.options,
      effects.rows.options.map((option) => [option.id, option]),
    )
    for (const row of effects.rows.members) {
      this.#member(row.memberId, row.status, row.coolOffUntil)
      this.#exclusion(command, row.memberId, row.excludedUntil, at)
    }
    for (const row of effects.rows.limits)
      this.#limit(command, row.memberId, `${row.kind}:${row.window}:${row.currency}`, row.amount, row.pendingAmount, at)
    for (const bet of effects.rows.bets) this.#bet(bet, effects.rows.rounds, at)
    for (const round of effects.rows.rounds) this.#round(round, at)
    this.#ledger(effects.rows.postings)
    for (const wallet of effects.rows.wallets) this.#wallet(wallet)
    for (const row of effects.rows.house)
      equal(
        row.balance,
        this.#house.get(`${row.siteId}:${row.account}:${row.currency}`) ?? 0n,
        `balance of ${row.account}`,
      )
    if (command) this.#reply(command, effects, before)
  }

  /** Sees what the market signals, before the core does. */
  signal(signal: FeedSignal): void {
    this.market.signal(signal)
    if (signal.kind === 'disturbance') this.#undo.push(() => this.market.forget(signal))
  }

  /** The client was told; what he was told must never change. */
  acknowledge(name: string, reply: Reply): void {
    const earlier = this.#acknowledged.get(name)
    if (earlier) equal(JSON.stringify(reply), JSON.stringify(earlier), `the reply of ${name} when repeated`)
    this.#acknowledged.set(name, reply)
  }

  /** Compares all that is in the store with the auditor's own sums; `store` holds committed rows only. */
  auditStore(store: {
    wallets: Map<string, WalletRow>
    bets: Map<number, BetRow>
    postings: readonly PostingRow[]
    replies: Map<string, { status: number; body: unknown }>
  }): void {
    const sums = new Map<string, bigint>()
    const perTxn = new Map<string, bigint>()
    for (const posting of store.postings) {
      add(perTxn, `${posting.txnId}:${posting.currency}`, posting.amount)
      if (posting.account === 'MEMBER')
        add(sums, `${posting.siteId}:${posting.memberId}:${posting.walletType}`, posting.amount)
    }
    for (const [txn, sum] of perTxn) equal(sum, 0n, `sum of the postings of ${txn}`)
    const open = new Map<string, bigint>()
    for (const bet of store.bets.values())
      if (bet.status === 0) add(open, `${bet.siteId}:${bet.memberId}:BINARY`, bet.point)
    for (const [name, wallet] of store.wallets) {
      equal(wallet.posted, sums.get(name) ?? 0n, `posted balance of ${name}`)
      equal(wallet.reserved, open.get(name) ?? 0n, `reserved of ${name}`)
      if (wallet.posted < 0n || wallet.reserved > wallet.posted) throw new Error(`wallet ${name} is below zero`)
    }
    for (const [name, reply] of this.#acknowledged) {
      const stored = store.replies.get(name)
      if (!stored) throw new Error(`the acknowledged reply of ${name} is lost`)
      equal(JSON.stringify(stored.body), JSON.stringify(reply.body), `the stored reply of ${name}`)
      const id = reply.status === 200 ? (reply.body as { id?: number; tradeRoundId?: number }) : {}
      if (id.tradeRoundId && !store.bets.has(id.id!)) throw new Error(`the acknowledged bet ${id.id} is lost`)
    }
  }

  /** Everything that was due is done: nothing waits in any wallet. */
  auditRest(): void {
    for (const [id, bet] of this.bets) if (bet.status === 0) throw new Error(`bet ${id} was never settled`)
    for (const wallets of this.#wallets.values())
      for (const wallet of wallets.values()) equal(wallet.reserved, 0n, 'reserved at rest')
    const total = [...this.#house.values()].reduce((sum, value) => sum + value, 0n)
    const members = [...this.#wallets.values()]
      .flatMap((wallets) => [...wallets.values()])
      .reduce((sum, wallet) => sum + wallet.posted, 0n)
    equal(total + members, 0n, 'all accounts together')
  }

  walletOf(memberId: number, type = 'BINARY'): AuditedWallet {
    return this.#wallets.get(memberId)?.get(type) ?? { posted: 0n, reserved: 0n }
  }

  #expectation(command: Extract<Command, { kind: 'placeBet' }>, at: number) {
    return expectedRefusals(this, command as Candidate, at)
  }

  #reply(command: Command, effects: Effects, expected: ReturnType<typeof expectedRefusals> | null): void {
    const reply = effects.reply
    if (!reply) throw new Error(`${command.kind} was not answered`)
    if (reply.status >= 400) {
      const { code } = reply.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      const changed = Object.entries(effects.rows).filter(([table, rows]) => table !== 'replies' && rows.length > 0)
      if (changed.length > 0)
        throw new Error(`${command.kind} was refused with ${code} and changed ${changed.map(([table]) => table)}`)
    }
    if (command.kind === 'abandonKey') this.#abandon(`${command.siteId}:${command.memberId}:${command.key}`)
    if (command.kind !== 'placeBet' || !expected) return
    const name = `${command.siteId}:${command.memberId}:${command.key.key}`
    if (this.#abandoned.has(name)) {
      equal((reply.body as { code?: string }).code, 'COMMAND_UNKNOWN', `the reply of the abandoned key ${name}`)
      return
    }
    const known = this.#replies.get(name)
    if (known) {
      if ((reply.body as { code?: string }).code !== 'IDEMPOTENCY_KEY_REUSED')
        equal(JSON.stringify(reply.body), JSON.stringify(known.body), `the reply of the repeated key ${name}`)
      if (effects.rows.bets.length > 0) throw new Error(`the repeated key ${name} made a bet`)
      return
    }
    if (reply.status === 200) {
      const must = expected.reasons.filter((reason) => !expected.doubtful.has(reason))
      if (must.length > 0) throw new Error(`a bet was accepted that ${must} forbids`)
      this.counts.accepted++
    } else {
      const { code } = reply.body as { code: string }
      if (!expected.reasons.includes(code) && !expected.doubtful.has(code))
        throw new Error(`a bet was refused with ${code}, expected ${expected.reasons.join(', ') || 'none'}`)
      this.counts.refused++
    }
    if (reply.status < 500 && reply.status !== 429) {
      this.#replies.set(name, reply)
      this.#undo.push(() => this.#replies.delete(name))
    }
  }

  /** A key that was never used and is given up: nothing may ever come of it. */
  #abandon(name: string): void {
    if (this.#replies.has(name) || this.#abandoned.has(name)) return
    this.#abandoned.add(name)
    this.#undo.push(() => this.#abandoned.delete(name))
  }

  #bet(row: BetRow, roundsNow: readonly RoundRow[], at: number): void {
    const known = this.bets.get(row.id)
    const option = this.options.get(row.optionId)!
    if (!known) {
      const round = this.rounds.get(row.tradeRoundId) ?? roundsNow.find(({ id }) => id === row.tradeRoundId)
      if (!round) throw new Error(`bet ${row.id} is in a round that nobody saw`)
      equal(row.status, 0, 'status of a new bet')
      equal(row.payoutRateBp, round.payoutRateBp, 'payout rate of a new bet')
      equal(row.acceptedAt, at, 'acceptance of a new bet')
      const bet: AuditedBet = { row, status: 0, profit: 0n }
      this.bets.set(row.id, bet)
      this.#undo.push(() => this.bets.delete(row.id))
      this.#change(row.memberId, 'BINARY', 0n, row.point)
      return
    }
    for (const field of [
      'siteId',
      'tradeRoundId',
      'memberId',
      'side',
      'point',
      'payoutRateBp',
      'acceptedAt',
      'salt',
      'leafIndex',
    ] as const)
      equal(row[field], known.row[field], `${field} of bet ${row.id}`)
    const before = { ...known }
    this.#undo.push(() => Object.assign(known, before))
    if (known.status !== 0) {
      equal(row.status, known.status, `result of bet ${row.id} after it was final`)
      return
    }
    if (option.type.startsWith('B') && row.strikeTick && !known.row.strikeTick) this.#checkBinaryStrike(row, option)
    known.row = row
    if (row.status === 0) return
    const round = roundsNow.find(({ id }) => id === row.tradeRoundId) ?? this.rounds.get(row.tradeRoundId)!
    const profit = this.#resultOf(row, round, option)
    equal(row.profit, profit, `profit of bet ${row.id} with status ${row.status}`)
    known.status = row.status
    known.profit = profit
    this.counts[row.status === 1 ? 'won' : row.status === 2 ? 'lost' : 'void']++
    this.#change(row.memberId, 'BINARY', profit, -row.point)
    if (profit !== 0n) {
      this.#changeHouse(`${row.siteId}:PNL_ROUND:KRW`, -profit)
      const day = `${row.siteId}:${new Date(at + 32_400_000).toISOString().slice(0, 10)}`
      const old = this.houseToday.get(day) ?? 0n
      this.houseToday.set(day, old - profit)
      this.#undo.push(() => this.houseToday.set(day, old))
    }
  }

  /** The net result by the rules; throws when the status does not follow from strike and close. */
  #resultOf(row: BetRow, round: RoundRow, option: RoundOption): bigint {
    if (row.status === 3) return 0n
    if (round.phase !== 'SETTLED') throw new Error(`bet ${row.id} got a result in a round that is ${round.phase}`)
    const strike = option.type.startsWith('B') ? row.strikeTick : round.strikeTick
    if (!strike || !round.closeTick) throw new Error(`bet ${row.id} got a result without prices`)
    equal(row.strikePrice, strike.price, `strike of bet ${row.id}`)
    equal(row.closePrice, round.closeTick.price, `close of bet ${row.id}`)
    const move = round.closeTick.price - strike.price
    if (move === 0) throw new Error(`bet ${row.id} has a result though its close is its strike`)
    const won = row.side === 'B' ? move > 0 : move < 0
    equal(row.status, won ? 1 : 2, `status of bet ${row.id}`)
    return won ? (row.point * BigInt(row.payoutRateBp)) / 10_000n - row.point : -row.point
  }

  #checkBinaryStrike(row: BetRow, option: RoundOption): void {
    const { instrument } = option
    const latest = row.acceptedAt + 2_000
    const candidates = [latest, latest + 1_500].flatMap((heardBy) => [
      this.market.firstIn(instrument, row.acceptedAt + option.strikeDelayMs, latest, heardBy),
      this.market.priceAt(instrument, latest, heardBy),
    ])
    if (!candidates.some((tick) => tick?.seq === row.strikeTick!.seq && tick.price === row.strikeTick!.price))
      throw new Error(
        `bet ${row.id} was struck at seq ${row.strikeTick!.seq}, expected ${candidates.map((tick) => tick?.seq)}`,
      )
  }

  #round(row: RoundRow, at: number): void {
    const option = this.options.get(row.optionId)!
    const known = this.rounds.get(row.id)
    this.#setMap(this.rounds, [[row.id, row]])
    const length = { 'R.5': 30_000, R1: 60_000, R2: 120_000, R5: 300_000, B1: 60_000, B2: 120_000, B5: 300_000 }[
      option.type
    ]
    const rent = option.type.startsWith('R')
    equal(row.startAt % length, 0, `startAt of round ${row.id} on the grid`)
    equal(row.endAt, row.startAt + length, `endAt of round ${row.id}`)
    equal(row.openAt, rent ? row.startAt - length : row.startAt, `openAt of round ${row.id}`)
    const guard = { 'R.5': 3_000, R1: 5_000, R2: 5_000, R5: 5_000, B1: 30_000, B2: 30_000, B5: 60_000 }[option.type]
    equal(row.lockAt, (rent ? row.startAt : row.endAt) - guard, `lockAt of round ${row.id}`)
    const midnight = Math.floor((row.startAt + 32_400_000) / 86_400_000) * 86_400_000 - 32_400_000
    equal(row.roundNo, 1 + Math.floor((row.startAt - midnight) / length), `roundNo of round ${row.id}`)
    if (known) {
      if (known.phase !== 'SCHEDULED') equal(row.payoutRateBp, known.payoutRateBp, `payout rate of round ${row.id}`)
      if (known.phase === 'SETTLED' || known.phase === 'VOID') {
        equal(row.phase, known.phase, `phase of round ${row.id} after it was final`)
        equal(row.closeTick?.seq, known.closeTick?.seq, `close of round ${row.id} after it was final`)
      }
    }
    const mine = [...this.bets.values()].filter((bet) => bet.row.tradeRoundId === row.id).map((bet) => bet.row)
    equal(row.buyPoint, total(mine, 'B'), `stakes on buy of round ${row.id}`)
    equal(row.sellPoint, total(mine, 'S'), `stakes on sell of round ${row.id}`)
    equal(row.betCount, mine.length, `count of bets of round ${row.id}`)
    if (rent && row.betRoot && row.betRoot !== known?.betRoot) this.#checkBetRoot(row, mine)
    if (row.strikeTick && rent && !known?.strikeTick)
      this.#checkPrice(row, option, row.strikeTick, row.startAt, 'strike')
    if (row.closeTick && !known?.closeTick) this.#checkPrice(row, option, row.closeTick, row.endAt, 'close')
    if (row.decidedAt !== null && (known?.decidedAt ?? null) === null) this.#decision(row, option, at)
    if (row.settledAt !== null)
      for (const { id } of mine)
        if (this.bets.get(id)!.status === 0) throw new Error(`round ${row.id} is settled and bet ${id} is not`)
  }

  #checkBetRoot(row: RoundRow, mine: readonly BetRow[]): void {
    const leaves = [...mine]
      .sort((a, b) => a.leafIndex - b.leafIndex)
      .map((bet) =>
        saltedLeafHash(bet.salt, {
          betId: bet.id,
          tradeRoundId: row.id,
          side: bet.side,
          point: bet.point.toString(),
          acceptedAt: bet.acceptedAt,
        }),
      )
    if (leaves.length > 0) equal(row.betRoot, toHex(merkleRoot(leaves)), `bet root of round ${row.id}`)
  }

  #checkPrice(
    row: RoundRow,
    option: RoundOption,
    tick: { seq: number; price: number; sourceTs: number },
    T: number,
    what: string,
  ): void {
    if (row.phase === 'VOID') return // shown for information only
    const expected = this.market.priceAt(option.instrument, T, T + 1_500)
    equal(tick.seq, expected?.seq, `seq of the ${what} of round ${row.id}`)
    equal(tick.price, expected?.price, `price of the ${what} of round ${row.id}`)
  }

  #decision(row: RoundRow, option: RoundOption, at: number): void {
    const { instrument } = option
    const rent = option.type.startsWith('R')
    const why: string[] = []
    const live = (T: number) => this.market.liveAt(instrument, T)
    const close = this.market.priceAt(instrument, row.endAt, row.endAt + 1_500)
    const strike = this.market.priceAt(instrument, row.startAt, row.startAt + 1_500)
    if ((rent && !live(row.startAt)) || !live(row.endAt) || !close || (rent && !strike)) why.push('FEED_STALE')
    if (rent && strike && close && strike.price === close.price) why.push('PRICE_EQUAL')
    if (this.market.disturbedIn(instrument, row.startAt - 2_000, row.endAt)) why.push('FEED_FAILOVER', 'FEED_SKEW')
    if (at > row.endAt + 60_000) why.push('RESULT_LATE')
    const whole = this.market.heardAll(row.openAt, at)
    if (row.phase === 'SETTLED') {
      if (why.length > 0) throw new Error(`round ${row.id} got a result though ${why} makes it void`)
      if (at < row.endAt + 1_500) throw new Error(`round ${row.id} was decided before its price was frozen`)
      const from = rent ? row.strikeTick!.price : (strike?.price ?? close!.price)
      if (rent) equal(row.status, close!.price > from ? 1 : 2, `status of round ${row.id}`)
      return
    }
    equal(row.phase, 'VOID', `phase of the decided round ${row.id}`)
    equal(row.status, 3, `status of the void round ${row.id}`)
    if (row.voidReason === 'OPERATOR') return
    if (whole && !why.includes(row.voidReason!))
      throw new Error(
        `round ${row.id} is void by ${row.voidReason} though only ${why.join(', ') || 'nothing'} speaks for it: opened ${row.openAt}, locked ${row.lockAt}, started ${row.startAt}, ended ${row.endAt}, now ${at}, ${this.market.describe(row.openAt, at)}`,
      )
  }

  #ledger(postings: readonly PostingRow[]): void {
    const sums = new Map<string, bigint>()
    for (const posting of postings) {
      add(sums, `${posting.txnId}:${posting.currency}`, posting.amount)
      if (posting.reason === 'DEMO_GRANT') {
        if (posting.account === 'MEMBER') this.#change(posting.memberId!, posting.walletType!, posting.amount, 0n)
        else this.#changeHouse(`${posting.siteId}:${posting.account}:${posting.currency}`, posting.amount)
      }
    }
    for (const [txn, sum] of sums) equal(sum, 0n, `sum of the postings of ${txn}`)
  }

  #wallet(row: WalletRow): void {
    const mine = this.walletOf(row.memberId, row.type)
    equal(row.posted, mine.posted, `posted balance of member ${row.memberId}`)
    equal(row.reserved, mine.reserved, `reserved balance of member ${row.memberId}`)
  }

  #member(memberId: number, status: string, coolOffUntil: number | null): void {
    const denied = this.denied.has(memberId)
    const until = this.coolOff.get(memberId) ?? 0
    if ((coolOffUntil ?? 0) < until) throw new Error(`the cool-off of member ${memberId} was cut`)
    this.#undo.push(() => {
      this.coolOff.set(memberId, until)
      if (denied) this.denied.add(memberId)
      else this.denied.delete(memberId)
    })
    this.coolOff.set(memberId, coolOffUntil ?? 0)
    if (status === 'DENY') this.denied.add(memberId)
    else this.denied.delete(memberId)
  }

  #exclusion(command: Command | null, memberId: number, until: number | null, at: number): void {
    const before = this.excluded.get(memberId)
    if (until === (before ?? null)) return
    if (until === null || until < (before ?? 0))
      throw new Error(`the self-exclusion of member ${memberId} was cut from ${before} to ${until}`)
    if (command?.kind !== 'selfExclude' || command.memberId !== memberId)
      throw new Error(`member ${memberId} was excluded until ${until} without having asked for it`)
    const [shortest, longest] = ({ 6: [181, 184], 12: [365, 366], 60: [1_826, 1_827] } as const)[command.months] ?? [
      0, 0,
    ]
    const days = (until - at) / 86_400_000
    if (days < shortest || days > longest + 1)
      throw new Error(`member ${memberId} was excluded for ${days} days when he asked for ${command.months} months`)
    this.excluded.set(memberId, until)
    this.#undo.push(() => (before === undefined ? this.excluded.delete(memberId) : this.excluded.set(memberId, before)))
  }

  #limit(
    command: Command | null,
    memberId: number,
    name: string,
    amount: bigint | null,
    pending: bigint | null,
    at: number,
  ): void {
    const mine = this.limits.get(memberId) ?? new Map<string, bigint | null>()
    this.limits.set(memberId, mine)
    const before = mine.get(name) ?? null
    const looser = (a: bigint | null, b: bigint | null) => b !== null && (a === null || a > b)
    const raise = `${memberId}:${name}`
    const asked = this.#raises.get(raise)
    if (
      looser(amount, before) &&
      !(command?.kind === 'confirmLimits' && asked !== undefined && at >= asked + 86_400_000)
    )
      throw new Error(
        `limit ${name} of member ${memberId} rose from ${before} to ${amount} without 24 h and confirmation`,
      )
    mine.set(name, amount)
    if (command?.kind === 'setLimits') this.#raises.set(raise, at)
    this.#undo.push(() => {
      mine.set(name, before)
      if (asked === undefined) this.#raises.delete(raise)
      else this.#raises.set(raise, asked)
    })
    void pending
  }

  #change(memberId: number, type: string, posted: bigint, reserved: bigint): void {
    const wallets = this.#wallets.get(memberId) ?? new Map<string, AuditedWallet>()
    this.#wallets.set(memberId, wallets)
    const wallet = wallets.get(type) ?? { posted: 0n, reserved: 0n }
    const next = { posted: wallet.posted + posted, reserved: wallet.reserved + reserved }
    if (next.posted < 0n || next.reserved < 0n || next.reserved > next.posted)
      throw new Error(`member ${memberId} is below zero: ${next.posted}, ${next.reserved}`)
    wallets.set(type, next)
    this.#undo.push(() => wallets.set(type, wallet))
  }
  #changeHouse(name: string, amount: bigint): void {
    const before = this.#house.get(name) ?? 0n
    this.#house.set(name, before + amount)
    this.#undo.push(() => this.#house.set(name, before))
  }
  #setMap<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
    for (const [key, value] of entries) {
      const had = map.has(key)
      const before = map.get(key)
      map.set(key, value)
      this.#undo.push(() => (had ? map.set(key, before!) : map.delete(key)))
    }
  }
}

const total = (bets: readonly BetRow[], side: string) =>
  bets.filter((bet) => bet.side === side).reduce((sum, bet) => sum + bet.point, 0n)

function add(map: Map<string, bigint>, name: string, amount: bigint): void {
  map.set(name, (map.get(name) ?? 0n) + amount)
}
