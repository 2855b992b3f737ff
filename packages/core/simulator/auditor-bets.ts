import type { BetRow, RoundOption, RoundRow, Tick } from '../src/index.ts'
import { equal } from './checks.ts'
import type { AuditedBet, RoundRecord } from './record.ts'

/** What a bet is never changes. */
const fixed = [
  'siteId',
  'tradeRoundId',
  'memberId',
  'side',
  'point',
  'payoutRateBp',
  'acceptedAt',
  'salt',
  'leafIndex',
] as const

/** The lives of bets: each is struck and settled as its prices say, once. */
export class Bets {
  readonly byId = new Map<number, AuditedBet>()
  readonly counts = { won: 0, lost: 0, void: 0 }
  readonly #auditor: RoundRecord
  /** Bets that an outage makes void. */
  readonly #lost = new Set<number>()

  constructor(auditor: RoundRecord) {
    this.#auditor = auditor
  }

  /** The bets of a round. */
  of(roundId: number): BetRow[] {
    return [...this.byId.values()].filter(({ row }) => row.tradeRoundId === roundId).map(({ row }) => row)
  }

  auditRest(): void {
    for (const [id, bet] of this.byId) if (bet.status === 0) throw new Error(`bet ${id} was never settled`)
  }

  /** The house was down until `to`, for more than three seconds: bets accepted and not struck by then are void. */
  outage(to: number): void {
    const { options, rounds, undo } = this.#auditor
    for (const [id, { row, status }] of this.byId) {
      const isWaiting = status === 0 && row.strikeTick === null && options.get(row.optionId)!.type.startsWith('B')
      if (!isWaiting || row.acceptedAt > to || rounds.byId.get(row.tradeRoundId)!.decidedAt !== null) continue
      if (this.#lost.has(id)) continue
      this.#lost.add(id)
      undo.push(() => this.#lost.delete(id))
    }
  }

  observe(row: BetRow, roundsNow: readonly RoundRow[], at: number): void {
    const { rounds, money, undo } = this.#auditor
    const known = this.byId.get(row.id)
    const option = this.#auditor.options.get(row.optionId)!
    if (!known) {
      const round = rounds.byId.get(row.tradeRoundId) ?? roundsNow.find(({ id }) => id === row.tradeRoundId)
      if (!round) throw new Error(`bet ${row.id} is in a round that nobody saw`)
      equal(row.status, 0, 'status of a new bet')
      equal(row.payoutRateBp, round.payoutRateBp, 'payout rate of a new bet')
      equal(row.acceptedAt, at, 'acceptance of a new bet')
      undo.set(this.byId, row.id, { row, status: 0, profit: 0n })
      money.stake(row)
      return
    }
    for (const field of fixed) equal(row[field], known.row[field], `${field} of bet ${row.id}`)
    if (known.status !== 0) {
      equal(row.status, known.status, `result of bet ${row.id} after it was final`)
      return
    }
    if (option.type.startsWith('B') && row.strikeTick && !known.row.strikeTick) this.#checkBinaryStrike(row, option, at)
    if (row.status === 0) {
      undo.set(this.byId, row.id, { ...known, row })
      return
    }
    const round = roundsNow.find(({ id }) => id === row.tradeRoundId) ?? rounds.byId.get(row.tradeRoundId)!
    if (row.status === 3) this.#checkVoid(row, round, option, at)
    const profit = resultOf(row, round, option)
    equal(row.profit, profit, `profit of bet ${row.id} with status ${row.status}`)
    undo.set(this.byId, row.id, { row, status: row.status, profit })
    this.counts[row.status === 1 ? 'won' : row.status === 2 ? 'lost' : 'void']++
    money.settle(row, profit, at)
  }

  #checkBinaryStrike(row: BetRow, option: RoundOption, at: number): void {
    const expected = this.#strikeOf(row, option, at, false)
    if (this.#lost.has(row.id)) throw new Error(`bet ${row.id} was struck though an outage made it void`)
    if (expected === null || expected.seq !== row.strikeTick!.seq || expected.price !== row.strikeTick!.price)
      throw new Error(`bet ${row.id} was struck at seq ${row.strikeTick!.seq}, expected ${expected?.seq}`)
  }

  /**
   * The first tick from acceptedAt + the delay on, heard after the bet and by acceptedAt + 2 s; where none was, from then on the last one by then, if the
   * feed lived. What was accepted before the core that lives heard the feed has none: its first tick may be lost. `isLiving`: of the
   * ticks that this core heard.
   */
  #strikeOf(row: BetRow, option: RoundOption, at: number, isLiving: boolean): Tick | null {
    const { market } = this.#auditor
    const { instrument } = option
    const { strikeDelayMs, strikeWaitMs } = this.#auditor.rounds.byId.get(row.tradeRoundId)!
    const latest = row.acceptedAt + strikeWaitMs
    if (row.acceptedAt < market.heardFrom(instrument)) return null
    const first = market.firstFrom(instrument, row.acceptedAt + strikeDelayMs, row.acceptedAt, latest)
    if (first || at < latest || !market.liveAt(instrument, latest)) return first
    return market.priceAt(instrument, latest, latest, isLiving)
  }

  /** A stake is paid back for a reason: with its whole round, at an even close, or because it has no strike. */
  #checkVoid(row: BetRow, round: RoundRow, option: RoundOption, at: number): void {
    const name = `bet ${row.id}`
    if (round.phase === 'VOID' && row.voidReason === round.voidReason) return
    if (!option.type.startsWith('B')) throw new Error(`${name} is void by ${row.voidReason}, its round is not`)
    if (row.strikeTick) {
      equal(row.voidReason, 'PRICE_EQUAL', `reason of void ${name}`)
      equal(row.strikePrice, round.closeTick?.price, `strike of void ${name}`)
      return
    }
    equal(row.voidReason, this.#lost.has(row.id) ? 'OUTAGE' : 'NO_STRIKE', `reason of void ${name}`)
    // Where no tick after the bet decides, a core that started lately knows no earlier one.
    const strike = this.#strikeOf(row, option, at, true)
    if (row.voidReason === 'NO_STRIKE' && strike) throw new Error(`${name} is void, its strike is seq ${strike.seq}`)
    const isLost = row.acceptedAt < this.#auditor.market.heardFrom(option.instrument)
    const { strikeWaitMs } = this.#auditor.rounds.byId.get(row.tradeRoundId)!
    if (row.voidReason === 'NO_STRIKE' && !isLost && at < row.acceptedAt + strikeWaitMs)
      throw new Error(`${name} is void before its strike can be known to be missing`)
  }
}

/** The net result by the rules; throws when the status does not follow from strike and close. */
function resultOf(row: BetRow, round: RoundRow, option: RoundOption): bigint {
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
