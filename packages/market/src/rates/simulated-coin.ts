import type { DomainClock } from '../feed.ts'
import { subSeed, uniform } from '../simulator/noise.ts'
import type { CoinRateSource } from './coin-rate.ts'
import { simulatedRate } from './simulated.ts'

const everyMs = 500
/** How long one part of the premium lasts, and how large it is at most: 0.3 %. */
const premiumMs = 30_000
const premium = 0.003

/** The simulated price of a USDT in won: the simulated dollar with a small premium that moves. The same seed gives the same price. */
export function simulatedCoinRate(seed: number, at: number): number {
  const own = subSeed(seed, 'USDTKRW')
  const cell = Math.floor(at / premiumMs)
  const t = at / premiumMs - cell
  const [left, right] = [cell, cell + 1].map((edge) => 2 * uniform(own, edge, 0, 0) - 1) as [number, number]
  return Math.round(simulatedRate(seed, at) * (1 + premium * (left + (right - left) * t)))
}

/** A source of simulated prices, two a second. */
export function createSimulatedCoinRate({
  seed,
  clock,
}: {
  readonly seed: number
  readonly clock: DomainClock
}): CoinRateSource {
  let cancel: (() => void) | null = null
  return {
    start(listener) {
      const say = () => {
        const recvTs = clock.now()
        const sourceTs = Math.floor(recvTs / everyMs) * everyMs
        cancel = clock.at(sourceTs + everyMs, say)
        const rate = simulatedCoinRate(seed, sourceTs)
        listener({ kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate, source: 'simulator', sourceTs, recvTs })
      }
      say()
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
