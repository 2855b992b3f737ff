import { parseUnits } from '../decimal.ts'
import type { DomainClock } from '../feed.ts'
import type { Report } from '../live.ts'
import { decimal, fields, MalformedMessage, rate, whole } from './messages.ts'
import type { BinanceRest } from './rest.ts'

/** The venue publishes a settled rate a moment after its time. */
const publishedAfterMs = 60_000
/** Settlement times may differ from the full hour by some ms. */
const besideMs = 60_000
const rateDecimals = 12

/** A funding as the venue settled it. */
export interface PastFunding {
  readonly at: number
  readonly rate: string
  /** Null: the venue does not know it any more. */
  readonly mark: string | null
}

/** The longest downtime with open positions. */
const pastMs = 7 * 86_400_000
/** One an hour at most. */
const mostFundings = 200

/**
 * The venue's fundings of the last days, oldest first. Throws while one is due that the venue has
 * not settled yet.
 */
export async function pastFundings(rest: BinanceRest, symbol: string, now: number): Promise<PastFunding[]> {
  const parameters = { symbol, startTime: now - pastMs, endTime: now, limit: mostFundings }
  const answer = await rest.get('/fapi/v1/fundingRate', parameters, 1)
  if (!Array.isArray(answer)) throw new MalformedMessage('no list of fundings')
  const past = answer
    .map(fields)
    .flatMap((funding) => {
      const settled = rate(funding, 'fundingRate')
      if (settled === null) return []
      const mark = /[1-9]/.test(String(funding['markPrice'] ?? '')) ? decimal(funding, 'markPrice') : null
      return [{ at: whole(funding, 'fundingTime'), rate: settled, mark }]
    })
    .sort((a, b) => a.at - b.at)
  const [before, last] = past.slice(-2)
  // They come at an interval; a longer wait means that it changed.
  const due = before && last ? 2 * last.at - before.at - besideMs : Number.POSITIVE_INFINITY
  if (now >= due && now < due + besideMs + 2 * publishedAfterMs)
    throw new Error(`the funding of ${new Date(due + besideMs).toISOString()} may not be settled yet`)
  return past
}

/** Compares the announced rate of a funding with the settled one: a difference is money, so an operator has to look at it. */
export class FundingCheck {
  readonly #rest: BinanceRest
  readonly #clock: DomainClock
  readonly #report: Report
  readonly #told = new Map<string, { rate: string; at: number }>()
  /** Of the funding that was compared last, or waits for it. */
  readonly #past = new Map<string, number>()
  readonly #waiting = new Set<() => void>()

  constructor(rest: BinanceRest, clock: DomainClock, report: Report) {
    this.#rest = rest
    this.#clock = clock
    this.#report = report
  }

  /** Takes the next funding that a mark announced. The last announcement before its time is compared. */
  told(symbol: string, rate: string, at: number): void {
    if (at <= (this.#past.get(symbol) ?? Number.NEGATIVE_INFINITY)) return
    const before = this.#told.get(symbol)
    this.#told.set(symbol, { rate, at })
    if (before === undefined || before.at >= at || before.at > this.#clock.now()) return
    this.#past.set(symbol, before.at)
    const cancel = this.#clock.at(before.at + publishedAfterMs, () => {
      this.#waiting.delete(cancel)
      void this.#compare(symbol, before.rate, before.at)
    })
    this.#waiting.add(cancel)
  }

  stop(): void {
    for (const cancel of this.#waiting) cancel()
    this.#waiting.clear()
  }

  async #compare(symbol: string, told: string, at: number): Promise<void> {
    const parameters = { symbol, startTime: at - besideMs, endTime: at + besideMs, limit: 10 }
    try {
      const answer = await this.#rest.get('/fapi/v1/fundingRate', parameters, 1)
      if (!Array.isArray(answer)) throw new MalformedMessage('no list of fundings')
      const settled = answer
        .map(fields)
        .filter((funding) => Math.abs(whole(funding, 'fundingTime') - at) < besideMs)
        .map((funding) => rate(funding, 'fundingRate'))[0]
      const time = new Date(at).toISOString()
      if (settled === undefined || settled === null)
        this.#report({ level: 'error', what: 'funding', text: `${symbol} was not funded at ${time}, ${told} was told` })
      else if (parseUnits(settled, rateDecimals) !== parseUnits(told, rateDecimals))
        this.#report({
          level: 'error',
          what: 'funding',
          text: `${symbol} was funded at ${settled} at ${time}, ${told} was told`,
        })
    } catch (error) {
      this.#report({ level: 'warn', what: 'funding', text: `${symbol}: ${String(error)}` })
    }
  }
}
