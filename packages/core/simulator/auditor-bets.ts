import type { BetRow, RoundOption, RoundRow } from '../src/index.ts'
import type { Auditor } from './auditor.ts'
import { equal } from './checks.ts'

/** What the auditor keeps of a bet: its own sums, not the core's. */
export interface AuditedBet {
  readonly row: BetRow
  readonly status: 0 | 1 | 2 | 3
  readonly profit: bigint
}

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
  readonly #auditor: Auditor

  constructor(auditor: Auditor) {
    this.#auditor = auditor
  }

  /** The bets of a round. */
  of(roundId: number): BetRow[] {
    return [...this.byId.values()].filter(({ row }) => row.tradeRoundId === roundId).map(({ row }) => row)
  }

  auditRest(): void {
    for (const [id, bet] of this.byId) if (bet.status === 0) throw new Error(`bet ${id} was never settled`)
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
    if (option.type.startsWith('B') && row.strikeTick && !known.row.strikeTick) this.#checkBinaryStrike(row, option)
    if (row.status === 0) {
      undo.set(this.byId, row.id, { ...known, row })
      return
    }
    const round = roundsNow.find(({ id }) => id === row.tradeRoundId) ?? rounds.byId.get(row.tradeRoundId)!
    const profit = resultOf(row, round, option)
    equal(row.profit, profit, `profit of bet ${row.id} with status ${row.status}`)
    undo.set(this.byId, row.id, { row, status: row.status, profit })
    this.counts[row.status === 1 ? 'won' : row.status === 2 ? 'lost' : 'void']++
    money.settle(row, profit, at)
  }

  #checkBinaryStrike(row: BetRow, option: RoundOption): void {
    const { market } = this.#auditor
    const { instrument } = option
    const latest = row.acceptedAt + 2_000
    const candidates = [latest, latest + 1_500].flatMap((heardBy) => [
      market.firstIn(instrument, row.acceptedAt + option.strikeDelayMs, latest, heardBy),
      market.priceAt(instrument, latest, heardBy),
    ])
    if (!candidates.some((tick) => tick?.seq === row.strikeTick!.seq && tick.price === row.strikeTick!.price))
      throw new Error(
        `bet ${row.id} was struck at seq ${row.strikeTick!.seq}, expected ${candidates.map((tick) => tick?.seq)}`,
      )
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
