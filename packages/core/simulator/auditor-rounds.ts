import { merkleRoot, saltedLeafHash, toHex } from '@maru/evidence'
import type { BetRow, RoundOption, RoundRow } from '../src/index.ts'
import { equal } from './checks.ts'
import type { RoundRecord } from './record.ts'

/** The lives of rounds: on the grid of their type, with the prices of their times, and decided once. */
export class Rounds {
  readonly byId = new Map<number, RoundRow>()
  readonly #auditor: RoundRecord
  /** Rent rounds that an outage makes void. */
  readonly #lost = new Set<number>()

  constructor(auditor: RoundRecord) {
    this.#auditor = auditor
  }

  /** The house was away: rent rounds that take stakes are void where they were open for more than three seconds of it. */
  outage(from: number, to: number): void {
    for (const { id, phase, optionId, openAt, lockAt } of this.byId.values()) {
      if (phase !== 'OPEN' || !isRent(this.#auditor.options.get(optionId)!) || this.#lost.has(id)) continue
      if (Math.min(to, lockAt) - Math.max(from, openAt) <= 3_000) continue
      this.#lost.add(id)
      this.#auditor.undo.push(() => this.#lost.delete(id))
    }
  }

  observe(row: RoundRow, at: number): void {
    const { bets, undo } = this.#auditor
    const option = this.#auditor.options.get(row.optionId)!
    const known = this.byId.get(row.id)
    undo.set(this.byId, row.id, row)
    checkTimes(row, option)
    // A round takes rate and times over when it opens, and keeps them.
    const terms = known && known.phase !== 'SCHEDULED' ? known : { ...option, lockAt: lockOf(row, option) }
    if (!known || row.phase === 'OPEN' || known.phase !== 'SCHEDULED')
      for (const key of ['lockAt', 'strikeDelayMs', 'strikeWaitMs'] as const)
        equal(row[key], terms[key], `${key} of round ${row.id}`)
    if (known) {
      if (known.phase !== 'SCHEDULED') equal(row.payoutRateBp, known.payoutRateBp, `payout rate of round ${row.id}`)
      if (known.phase === 'SETTLED' || known.phase === 'VOID') {
        equal(row.phase, known.phase, `phase of round ${row.id} after it was final`)
        equal(row.closeTick?.seq, known.closeTick?.seq, `close of round ${row.id} after it was final`)
      }
    }
    const mine = bets.of(row.id)
    equal(row.buyPoint, total(mine, 'B'), `stakes on buy of round ${row.id}`)
    equal(row.sellPoint, total(mine, 'S'), `stakes on sell of round ${row.id}`)
    equal(row.betCount, mine.length, `count of bets of round ${row.id}`)
    if (isRent(option) && row.betRoot && row.betRoot !== known?.betRoot) checkBetRoot(row, mine)
    if (row.strikeTick && isRent(option) && !known?.strikeTick)
      this.#checkPrice(row, option, row.strikeTick, row.startAt, 'strike')
    if (row.closeTick && !known?.closeTick) this.#checkPrice(row, option, row.closeTick, row.endAt, 'close')
    if (row.decidedAt !== null && (known?.decidedAt ?? null) === null) this.#decision(row, option, known?.phase, at)
    if (row.settledAt !== null)
      for (const { id } of mine)
        if (bets.byId.get(id)!.status === 0) throw new Error(`round ${row.id} is settled and bet ${id} is not`)
  }

  #checkPrice(
    row: RoundRow,
    option: RoundOption,
    tick: { seq: number; price: number; sourceTs: number },
    T: number,
    what: string,
  ): void {
    if (row.phase === 'VOID') return // shown for information only
    const expected = this.#auditor.market.priceAt(option.instrument, T, T + 1_500)
    equal(tick.seq, expected?.seq, `seq of the ${what} of round ${row.id}`)
    equal(tick.price, expected?.price, `price of the ${what} of round ${row.id}`)
  }

  /** A round is decided by its prices, or void for a reason that the auditor knows. */
  #decision(row: RoundRow, option: RoundOption, before: RoundRow['phase'] | undefined, at: number): void {
    const { market } = this.#auditor
    const { instrument } = option
    const rent = isRent(option)
    const why: string[] = []
    const live = (T: number) => market.liveAt(instrument, T)
    const close = market.priceAt(instrument, row.endAt, row.endAt + 1_500)
    const strike = market.priceAt(instrument, row.startAt, row.startAt + 1_500)
    if ((rent && !live(row.startAt)) || !live(row.endAt) || !close || (rent && !strike)) why.push('FEED_STALE')
    if (rent && strike && close && strike.price === close.price) why.push('PRICE_EQUAL')
    if (market.disturbedIn(instrument, row.startAt - 2_000, row.endAt)) why.push('FEED_FAILOVER', 'FEED_SKEW')
    if (at > row.endAt + 60_000) why.push('RESULT_LATE')
    const isMissed = before === 'SCHEDULED' && at >= lockOf(row, option)
    if (isMissed || this.#lost.has(row.id)) why.push('OUTAGE')
    else if (row.voidReason === 'OUTAGE') throw new Error(`round ${row.id} is void by an outage that was none`)
    const whole = market.heardAll(row.openAt, at)
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
        `round ${row.id} is void by ${row.voidReason} though only ${why.join(', ') || 'nothing'} speaks for it: opened ${row.openAt}, locked ${row.lockAt}, started ${row.startAt}, ended ${row.endAt}, now ${at}, ${market.describe(row.openAt, at)}`,
      )
  }
}

const isRent = (option: RoundOption): boolean => option.type.startsWith('R')

const lockOf = (row: RoundRow, option: RoundOption): number =>
  (isRent(option) ? row.startAt : row.endAt) - option.lockLeadMs

/** A round lies on the grid of its type, and is numbered from midnight in Seoul. */
function checkTimes(row: RoundRow, option: RoundOption): void {
  const length = { 'R.5': 30_000, R1: 60_000, R2: 120_000, R5: 300_000, B1: 60_000, B2: 120_000, B5: 300_000 }[
    option.type
  ]
  const rent = isRent(option)
  equal(row.startAt % length, 0, `startAt of round ${row.id} on the grid`)
  equal(row.endAt, row.startAt + length, `endAt of round ${row.id}`)
  equal(row.openAt, rent ? row.startAt - length : row.startAt, `openAt of round ${row.id}`)
  const midnight = Math.floor((row.startAt + 32_400_000) / 86_400_000) * 86_400_000 - 32_400_000
  equal(row.roundNo, 1 + Math.floor((row.startAt - midnight) / length), `roundNo of round ${row.id}`)
}

/** The root that is published for a round is that of the bets that were accepted. */
function checkBetRoot(row: RoundRow, mine: readonly BetRow[]): void {
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

const total = (bets: readonly BetRow[], side: string) =>
  bets.filter((bet) => bet.side === side).reduce((sum, bet) => sum + bet.point, 0n)
