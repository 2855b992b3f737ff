import type { Command, Effects, LateReply, Reply } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { abs } from '../../arithmetic.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import type { Expected } from '../expected.ts'
import { currencies } from '../holdings.ts'
import { Answered } from './answered.ts'
import { type Ratio, worth } from './mids.ts'
import { inWon, type Known, text, today } from './refusals.ts'

type Convert = Extract<Command, { kind: 'convert' }>

interface Waiting {
  readonly command: Convert
  readonly from: string
  readonly to: string
  /** Mids of before may be known to the member. */
  readonly notBefore: number
  readonly until: number
  mid: Ratio | null
}

/** Judges conversions by rules D: by the first mid that nobody could know, at the quote where one was given, once, within all limits. */
export class Conversions {
  readonly #known: Known
  /** Those without an answer; a crash forgets them. */
  readonly #waiting = new Map<string, Waiting>()
  /** Until when a quote that was used is remembered. */
  readonly #used = new Map<string, number>()
  readonly #answered: Answered
  #since = Number.NEGATIVE_INFINITY
  readonly counts = { conversions: 0, 'late refusals': 0, quotes: 0 }

  constructor(undo: UndoLog, known: Known) {
    this.#known = known
    this.#answered = new Answered(undo)
  }

  /** A start ends all quotes and forgets what waits. */
  crashed(): void {
    this.#waiting.clear()
    this.#used.clear()
    this.#since = Number.POSITIVE_INFINITY
  }
  born(wall: number): void {
    this.#since = wall
  }

  /** A price came: it decides what waited for it, whatever comes later. */
  heard(currency: string, sourceTs: number, at: number): void {
    for (const one of this.#waiting.values())
      if (one.mid === null && sourceTs >= one.notBefore && (one.from === currency || one.to === currency))
        one.mid = this.#known.mids.of(one.from, one.to, at)
  }

  command(command: Convert, reply: Reply | null, at: number, wall: number): void {
    if (this.#answered.isRepeat(command, reply)) return
    const name = replyName(replyKeyOf(command)!)
    const expected = this.#waiting.has(name) ? 'TRY_AGAIN_LATER' : this.#refusalOf(command, wall)
    const code = reply === null ? null : (reply.body as { code?: string }).code
    equal(code, expected, `the answer to a conversion of ${command.memberId}`)
    if (reply !== null) {
      this.#answered.keep(name, reply)
      return
    }
    const { convertDelayMs, convertWaitMs } = this.#known.config
    const notBefore = at + convertDelayMs
    const [from, to] = [currencies[command.from]!, currencies[command.to]!]
    this.#waiting.set(name, { command, from, to, notBefore, until: notBefore + convertWaitMs, mid: null })
    if (command.quote) this.#used.set(command.quote.id, command.quote.expiresAt)
  }

  /** An answer that came later: the one that was due, with the postings that follow from it. */
  late({ key, reply }: LateReply, effects: Effects, expected: Expected, at: number, wall: number): void {
    const name = replyName(key)
    const one = this.#waiting.get(name)
    if (!one) throw new Error(`${name} was answered and did not wait`)
    this.#waiting.delete(name)
    this.#answered.keep(name, reply)
    const code = (reply.body as { code?: string }).code
    if (one.mid === null) {
      equal(code, 'TRY_AGAIN_LATER', `the answer to the conversion ${name}, which no mid came for`)
      if (at < one.until) throw new Error(`the conversion ${name} was given up early`)
      if (one.command.quote) this.#used.delete(one.command.quote.id)
      this.counts['late refusals']++
      return
    }
    const due = this.#executionOf(one, one.mid, at, wall)
    equal(code, typeof due === 'string' ? due : undefined, `the answer to the conversion ${name} at its mid`)
    if (typeof due === 'string') this.counts['late refusals']++
    else {
      const { out, in: into } = reply.body as Record<string, { readonly point: string }>
      equal(out?.point, text(one.command.point, one.from), `what was taken for the conversion ${name}`)
      equal(into?.point, text(due.receive, one.to), `what the conversion ${name} brought`)
      this.#legs(one, due, effects, expected, wall)
    }
  }

  /** Nothing that is over waits any longer. */
  settled(at: number): void {
    for (const [name, { mid, until }] of this.#waiting)
      if (mid !== null || until <= at) throw new Error(`the conversion ${name} has no answer`)
  }

  #refusalOf({ siteId, memberId, from, to, point, quote }: Convert, wall: number): string | null {
    const { holdings } = this.#known
    if (!holdings.isOf(siteId, memberId)) return 'USER_NOT_FOUND'
    if (holdings.isDenied(memberId)) return 'ACCOUNT_DENIED'
    if (from === 'BONUS' || to === 'BONUS' || currencies[from] === currencies[to]) return 'CURRENCY_UNSUPPORTED'
    if (point <= 0n) return 'INVALID_REQUEST'
    const free = holdings.free(memberId, from)
    if (free === null) return 'WALLET_NOT_FOUND'
    if (point > free) return 'BALANCE_INSUFFICIENT'
    if (quote === null) return null
    if (quote.from !== from || quote.to !== to || quote.point !== point) return 'INVALID_REQUEST'
    if ((this.#used.get(quote.id) ?? Number.NEGATIVE_INFINITY) >= wall) return 'QUOTE_USED'
    return wall > quote.expiresAt || quote.issuedAt < this.#since ? 'QUOTE_EXPIRED' : null
  }

  /** What the mid makes of a conversion: amounts, or an error. */
  #executionOf({ command, from, to }: Waiting, mid: Ratio, at: number, wall: number) {
    const { config, holdings, mids } = this.#known
    const { siteId, memberId, point, quote } = command
    if (holdings.isDenied(memberId)) return 'ACCOUNT_DENIED'
    if (point > holdings.free(memberId, command.from)!) return 'BALANCE_INSUFFICIENT'
    const price = quote ? { over: quote.numerator, under: quote.denominator } : mid
    const most = BigInt(1_000_000 + config.convertMovePpm)
    if (price.over * mid.under * 1_000_000n > mid.over * price.under * most) return 'QUOTE_EXPIRED'
    const won = inWon(mids, from, point, at)
    // Its limits are in won: both sides have to be worth something now.
    if (won === null || !mids.of(from, 'KRW', at) || !mids.of(to, 'KRW', at)) return 'TRY_AGAIN_LATER'
    const gross = worth(price, from, to, point)
    const receive = worth(price, from, to, point, quote ? quote.spreadPpm : config.convertSpreadPpm)
    if (won < config.convertMin || receive <= 0n) return 'APPLY_BELOW_MIN'
    const isOver =
      today(this.#known, memberId, 'CO', wall) + won > config.convertDayMax ||
      this.#isFar(siteId, from, point, at) ||
      this.#isFar(siteId, to, -gross, at)
    return isOver ? 'CONVERT_LIMIT' : { gross, receive, won }
  }

  /** The site would be further into a currency than it may. */
  #isFar(siteId: number, currency: string, change: bigint, at: number): boolean {
    if (currency === 'KRW') return false
    const before = this.#known.holdings.clearing(siteId, currency)
    const after = abs(before + change)
    if (after <= abs(before)) return false
    const won = inWon(this.#known.mids, currency, after, at)
    return won === null || won > this.#known.config.convertNetMax
  }

  #legs(
    { command, from, to }: Waiting,
    due: { readonly gross: bigint; readonly receive: bigint; readonly won: bigint },
    { rows }: Effects,
    expected: Expected,
    wall: number,
  ): void {
    const { siteId, memberId, point } = command
    const [out, into] = ['CO', 'CI'].map((type) =>
      rows.dnw.find((row) => row.type === type && row.memberId === memberId),
    )
    if (!out || !into) throw new Error(`a conversion of ${memberId} left no rows`)
    const told = [out.pairId, into.pairId, out.point, into.point, into.fee, out.won, out.walletType, into.walletType]
    const fee = due.gross - due.receive
    const meant = [into.id, out.id, point, due.receive, fee, due.won, command.from, command.to]
    equal(told.join(' '), meant.join(' '), `the rows of a conversion of ${memberId}`)
    const house = { siteId, sub: '', memberId: null, walletType: null }
    const member = { siteId, account: 'MEMBER', sub: '', memberId } as const
    expected.add(
      out.id,
      { ...member, walletType: command.from, currency: from, amount: -point },
      { ...house, account: 'FX_CLEARING', currency: from, amount: point },
      { ...house, account: 'FX_CLEARING', currency: to, amount: -due.gross },
      { ...member, walletType: command.to, currency: to, amount: due.receive },
    )
    if (fee > 0n) expected.add(out.id, { ...house, account: 'FX_SPREAD', currency: to, amount: fee })
    this.counts.conversions++
    if (command.quote) this.counts.quotes++
    const { holdings, bars } = this.#known
    const carried = { memberId, from: command.from, to: command.to, left: point, arrived: due.receive }
    bars.carry({ ...carried, free: holdings.free(memberId, command.from)! - point }, wall)
  }
}
