import { bySystem, type Core } from '@maru/core'
import type { Logger } from 'pino'
import { type OpenBatch, take } from './batch-builder.ts'
import type { RunnerMetrics } from './metrics.ts'
import type { OutageWatch } from './outages.ts'

interface Told {
  readonly core: Core
  readonly batch: OpenBatch
  readonly nextId: () => number
  readonly wall: () => number
  readonly metrics: RunnerMetrics
  readonly log: Logger
}

/** Tells the core what the watch noticed, before anything that time or waiting prices decide in this turn. */
export function tellOutages(watch: OutageWatch, { core, batch, nextId, wall, metrics, log }: Told): void {
  for (const { from, to, isLonger } of watch.take()) {
    batch.at = Math.max(batch.at, to)
    take(batch, core.execute({ kind: 'outage', ...bySystem(null), from, to }, { at: batch.at, nextId, wall: wall() }))
    if (isLonger) continue
    metrics.outages.inc()
    log.error({ ms: to - from }, 'the house answered nobody for more than 3 s')
  }
}
