import type { FeedSignal, Tick } from '../../../src/index.ts'
import { down } from '../../arithmetic.ts'

/** What one unit of a currency is worth in another, as a fraction. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

interface Said {
  readonly price: number
  readonly at: number
}

/** Decimals of a currency's minor unit. */
export const decimals: Readonly<Record<string, number>> = { KRW: 0, USDT: 8, BTC: 8, ETH: 8, XRP: 6 }
/** Instruments whose price is that of a coin in USDT, with the coin and the decimals of the price. */
const spots: Readonly<Record<string, readonly [coin: string, decimals: number]>> = {
  BTCUSDT: ['BTC', 1],
  ETHUSDT: ['ETH', 2],
  XRPUSDT: ['XRP', 4],
}

const maxAgeMs = 5_000
const apartPpm = 10_000

/** Prices of currencies as the auditor of money heard them, by its own sums. A start knows none. */
export class Mids {
  /** In USDT a coin, and in 10^-2 KRW a USDT. */
  readonly #said = new Map<string, Said>()

  /** What a trade of the venue is the price of, and its time; null: of no coin, or older than what is known. */
  tick({ instrument, price, sourceTs }: Tick): string | null {
    const coin = spots[instrument]?.[0]
    return coin !== undefined && price > 0 && this.#hear(coin, { price, at: sourceTs }) ? coin : null
  }

  /** The same of the price of a USDT in won; what it is checked against decides nothing. */
  signal(signal: FeedSignal): string | null {
    if (signal.kind !== 'coinRate' || signal.rate <= 0) return null
    const isNews = this.#hear(signal.role === 'price' ? 'KRW' : 'check', { price: signal.rate, at: signal.sourceTs })
    return isNews && signal.role === 'price' ? 'KRW' : null
  }

  crashed(): void {
    this.#said.clear()
  }

  /** The mid of two currencies; null while a factor is old, or the sources of KRW–USDT are too far apart. */
  of(from: string, to: string, now: number): Ratio | null {
    const [sold, bought] = [this.#inUsdt(from, now), this.#inUsdt(to, now)]
    return sold && bought && { over: sold.over * bought.under, under: sold.under * bought.over }
  }

  #hear(name: string, said: Said): boolean {
    if (said.at < (this.#said.get(name)?.at ?? Number.NEGATIVE_INFINITY)) return false
    this.#said.set(name, said)
    return true
  }

  #fresh(name: string, now: number): Said | null {
    const said = this.#said.get(name)
    return said && now - said.at <= maxAgeMs ? said : null
  }

  #inUsdt(currency: string, now: number): Ratio | null {
    if (currency === 'USDT') return { over: 1n, under: 1n }
    const said = this.#fresh(currency, now)
    if (!said) return null
    if (currency !== 'KRW') {
      const [, places] = Object.values(spots).find(([coin]) => coin === currency)!
      return { over: BigInt(said.price), under: 10n ** BigInt(places) }
    }
    const check = this.#fresh('check', now)
    const isApart = check && Math.abs(check.price - said.price) * 1_000_000 > said.price * apartPpm
    return isApart ? null : { over: 100n, under: BigInt(said.price) }
  }
}

/** floor(amount × mid × (1 − s)), from minor units to minor units. */
export function worth({ over, under }: Ratio, from: string, to: string, amount: bigint, spreadPpm = 0): bigint {
  const scaled = amount * over * 10n ** BigInt(decimals[to]!) * BigInt(1_000_000 - spreadPpm)
  return down(scaled, under * 10n ** BigInt(decimals[from]!) * 1_000_000n)
}
