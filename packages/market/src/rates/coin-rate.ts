import { parseUnits } from '../decimal.ts'
import { RateRefused } from './checked.ts'
import { rateDecimals } from './source.ts'

/** The price of a USDT in won: by `price` conversions are made, what is told as `check` must agree with it. */
export interface CoinRate {
  readonly kind: 'coinRate'
  readonly pair: 'USDTKRW'
  readonly role: 'price' | 'check'
  /** 10^-2 KRW a USDT. */
  readonly rate: number
  readonly source: string
  /** When it was asked for: the source stated it then or later. */
  readonly sourceTs: number
  readonly recvTs: number
}

/** The port of the price of a USDT in won. Only good rates come out: what a source says is checked before. */
export interface CoinRateSource {
  start(listener: (rate: CoinRate) => void): void
  stop(): void
}

export interface CoinRateLimits {
  /** Units of 10^-2 KRW: what lies outside is another pair, another unit or an error. */
  readonly lowest: number
  readonly highest: number
  /** How long before it was received the venue last changed what it says. */
  readonly oldestMs: number
  /** How far ahead of our clock a venue's may be. */
  readonly aheadMs: number
}

export const usualCoinRateLimits: CoinRateLimits = {
  lowest: 50_000,
  highest: 500_000,
  oldestMs: 5_000,
  aheadMs: 5_000,
}

/**
 * Reads the ticker of a Korean exchange, `[{"market":"KRW-USDT","trade_price":1384.5,"timestamp":1795000000000,…}]` as Upbit and Bithumb
 * give it, in units of 10^-2 KRW. Throws RateRefused with the reason.
 */
export function checkedTicker(text: string, now: number, limits: CoinRateLimits = usualCoinRateLimits): number {
  const { trade_price: price, timestamp } = tickerIn(text)
  if (typeof price !== 'number' || !/^\d{1,6}(\.\d{1,8})?$/.test(String(price)))
    throw new RateRefused('trade_price is no price')
  const rate = parseUnits(String(price), rateDecimals)
  if (rate < limits.lowest || rate > limits.highest) throw new RateRefused(`${price} KRW a USDT cannot be`)
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) throw new RateRefused('timestamp is no time')
  if (now - timestamp > limits.oldestMs) throw new RateRefused('the ticker is too old')
  if (timestamp - now > limits.aheadMs) throw new RateRefused('the ticker is of the future')
  return rate
}

function tickerIn(text: string): { readonly trade_price?: unknown; readonly timestamp?: unknown } {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new RateRefused('the answer is no JSON')
  }
  const tickers: readonly unknown[] = Array.isArray(answer) ? answer : []
  const ticker = tickers.find((one) => (one as { market?: unknown } | null)?.market === 'KRW-USDT')
  if (ticker === undefined) throw new RateRefused('the answer has no ticker of KRW-USDT')
  return ticker as object
}
