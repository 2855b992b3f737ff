import type { Instrument } from '@maru/market'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../ports.ts'
import type { Job } from './scheduler.ts'
import { checkTicks, newestTickChecks, samplePrices } from './tick-check.ts'

const hourMs = 3_600_000
const shortestMs = 60_000

export interface BinaryTicksSetup {
  readonly db: Database
  readonly log: Logger
  readonly metrics: Registry
  readonly instruments: readonly Instrument[]
  /** The domain clock, and how fast it runs. */
  readonly now: () => number
  readonly speed: number
}

/**
 * Rules A: binary options are for instruments whose tick size is at most 5 % of the median absolute move of 30 s in the last 24 h.
 * Prices are sampled each hour, instruments are checked each day; what is played against the rule is told each time.
 */
export function binaryTicks({ db, log, metrics, instruments, now, speed }: BinaryTicksSetup): Job {
  const registers = [metrics]
  const share = new Gauge({
    name: 'maru_price_tick_share',
    help: 'The tick size as a part of the median absolute move of 30 s, at the last daily check; binary options want 0.05 at most',
    labelNames: ['instrument'],
    registers,
  })
  const coarse = new Gauge({
    name: 'maru_binary_options_too_coarse',
    help: 'Binary options that are played though the tick size of their instrument is too large',
    labelNames: ['instrument'],
    registers,
  })
  const symbols = instruments.map(({ symbol }) => symbol)
  return {
    name: 'binary-ticks',
    everyMs: Math.max(shortestMs, hourMs / Math.max(1, speed)),
    async run() {
      const sampled = await samplePrices(db, symbols, now())
      const checked = await checkTicks(db, instruments, now())
      for (const { instrument, tick, medianMove, isFine, options } of await db.system(newestTickChecks)) {
        share.set({ instrument }, tick / medianMove)
        coarse.set({ instrument }, isFine ? 0 : options.length)
        if (isFine || options.length === 0) continue
        log.warn({ instrument, tick, medianMove, options }, 'binary options are played on too coarse a price')
      }
      return sampled + checked
    },
  }
}
