import type { DomainClock } from '../feed.ts'
import { subSeed, uniform } from '../simulator/noise.ts'
import type { RateSource } from './source.ts'

const meanRate = 140_000
/** At most this far from the mean: 1 %. */
const swing = meanRate / 100
const everyMs = 60_000
/** How long each part of the movement lasts, and its share: weeks, days and hours. */
const waves = [
  { length: 14 * 86_400_000, share: 0.5 },
  { length: 86_400_000, share: 0.35 },
  { length: 3_600_000, share: 0.15 },
] as const

/** The simulated rate at a time: within 1 % of 1,400, always drawn back to it. The same seed gives the same rate at the same time. */
export function simulatedRate(seed: number, at: number): number {
  const own = subSeed(seed, 'USDKRW')
  let place = 0
  for (const [index, { length, share }] of waves.entries()) {
    const cell = Math.floor(at / length)
    const t = at / length - cell
    // Uniform in [−1, 1] at the edges of a cell, eased between them.
    const [left, right] = [cell, cell + 1].map((edge) => 2 * uniform(own, edge, index, 0) - 1) as [number, number]
    place += share * (left + (right - left) * t * t * (3 - 2 * t))
  }
  return Math.round(meanRate + swing * place)
}

/** A source of simulated rates, one each minute. */
export function createSimulatedRate({
  seed,
  clock,
}: {
  readonly seed: number
  readonly clock: DomainClock
}): RateSource {
  let cancel: (() => void) | null = null
  return {
    start(listener) {
      const say = () => {
        const recvTs = clock.now()
        const sourceTs = Math.floor(recvTs / everyMs) * everyMs
        cancel = clock.at(sourceTs + everyMs, say)
        listener({
          kind: 'rate',
          pair: 'USDKRW',
          rate: simulatedRate(seed, sourceTs),
          source: 'simulator',
          sourceTs,
          recvTs,
        })
      }
      say()
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
