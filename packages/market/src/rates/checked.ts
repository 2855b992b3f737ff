import { dayNumber, epochOf, kst } from '../calendar/zone.ts'
import { parseUnits } from '../decimal.ts'
import { rateDecimals } from './source.ts'

/** A rate that was taken for good, and what the next one is held against. */
export interface GoodRate {
  readonly rate: number
  readonly source: string
  /** The day for which it is stated. */
  readonly date: string
}

export interface RateLimits {
  /** Units of 10^-2 KRW: what lies outside is another pair, another unit or an error. */
  readonly lowest: number
  readonly highest: number
  readonly oldestMs: number
  /** A change by more than this many basis points waits until an operator confirmed the new rate. */
  readonly jumpBp: number
}

export const usualRateLimits: RateLimits = { lowest: 50_000, highest: 500_000, oldestMs: 4 * 86_400_000, jumpBp: 300 }

/** Why a rate was not taken. */
export class RateRefused extends Error {
  override readonly name: string = 'RateRefused'
}

/** A rate in order but for its distance from the last: an operator has to confirm it. */
export class RateJump extends RateRefused {
  override readonly name = 'RateJump'
  readonly rate: GoodRate

  constructor(message: string, rate: GoodRate) {
    super(message)
    this.rate = rate
  }
}

/**
 * Reads an answer of the form `{"rate":"1398.20","date":"2026-11-20","source":"…"}` and holds it against the limits and the
 * last good rate. Throws RateRefused with the reason; RateJump where that is the distance alone.
 */
export function checkedRate(
  text: string,
  now: number,
  last: GoodRate | null,
  limits: RateLimits = usualRateLimits,
): GoodRate & { readonly sourceTs: number } {
  const { rate: decimal, date, source } = fieldsOf(text)
  const rate = parseUnits(decimal, rateDecimals)
  if (rate < limits.lowest || rate > limits.highest) throw new RateRefused(`${decimal} KRW a USD cannot be`)
  // A day's rate holds for the day; it is not younger than its receipt.
  const dayBegins = epochOf(dayNumber(date), '00:00', kst)
  if (dayBegins > now) throw new RateRefused(`${date} has not begun`)
  const sourceTs = Math.min(now, epochOf(dayNumber(date) + 1, '00:00', kst))
  if (now - sourceTs > limits.oldestMs) throw new RateRefused(`the rate of ${date} is too old`)
  if (last && date < last.date) throw new RateRefused(`${date} is before ${last.date}, of which a rate is known`)
  const jump = last === null ? 0 : Math.abs(rate - last.rate) * 10_000
  if (last && jump > limits.jumpBp * last.rate)
    throw new RateJump(
      `${decimal} is more than ${limits.jumpBp / 100} % from the last rate: an operator has to confirm it`,
      { rate, date, source },
    )
  return { rate, date, source, sourceTs }
}

function fieldsOf(text: string): { rate: string; date: string; source: string } {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new RateRefused('the answer is no JSON')
  }
  if (typeof answer !== 'object' || answer === null) throw new RateRefused('the answer is no object')
  const { rate, date, source } = answer as Record<string, unknown>
  if (typeof rate !== 'string' || !/^\d{1,6}(\.\d{1,8})?$/.test(rate))
    throw new RateRefused('rate is no decimal string')
  if (typeof date !== 'string' || !isDay(date)) throw new RateRefused('date is no day')
  if (typeof source !== 'string' || !/^[^\p{Cc}]{1,80}$/u.test(source)) throw new RateRefused('source is no name')
  return { rate, date, source }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
