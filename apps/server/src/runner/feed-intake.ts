import type { FeedSignal, Tick, VenueUpdate } from '@maru/core'
import type { Logger } from 'pino'
import type { FeedInput } from './batch-builder.ts'
import { FeedQueue } from './feed-queue.ts'
import type { RunnerMetrics } from './metrics.ts'
import { Newest } from './newest.ts'
import { type SetAside, subjectOf } from './set-aside.ts'

interface Intake {
  /** Inputs that may wait. */
  readonly bound?: number | undefined
  readonly now: () => number
  readonly metrics: () => RunnerMetrics
  readonly log: Logger
  /** Called when more waits than before. */
  readonly wake: () => void
  /** Whether nothing is taken any more. */
  readonly isStopped: () => boolean
  readonly aside: SetAside
}

type NewInput =
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'venueUpdate'; readonly update: VenueUpdate }
  | { readonly kind: 'signal'; readonly signal: FeedSignal }

/** Takes what the market says, with the time of its receipt: what waits for the core, and what it said last for a core that is restored. */
export function openFeed({ bound, now, metrics, log, wake, isStopped, aside }: Intake) {
  const newest = new Newest()
  const queue = new FeedQueue({
    ...(bound === undefined ? {} : { bound }),
    onConflated: (kind, count) => metrics().conflated.inc({ kind: kind === 'depth' ? 'book' : kind }, count),
    onDropped(instrument, count) {
      metrics().dropped.inc({ instrument }, count)
      log.error({ instrument, count }, 'too much of the feed waits: ticks were dropped, and what they decide is void')
    },
  })
  const take = (input: NewInput) => {
    const received: FeedInput = { ...input, at: now() }
    if (isStopped() || aside.isStopped(subjectOf(received))) return
    if (received.kind === 'venueUpdate') newest.venueUpdate(received.update)
    if (received.kind === 'signal') newest.signal(received.signal)
    queue.push(received)
    wake()
  }
  return {
    queue,
    newest,
    tick: (tick: Tick) => take({ kind: 'tick', tick }),
    venueUpdate: (update: VenueUpdate) => take({ kind: 'venueUpdate', update }),
    signal: (signal: FeedSignal) => take({ kind: 'signal', signal }),
    /** Nothing of it is told to the core any more, also not what waits. */
    forget(subject: string) {
      newest.forget(subject)
      queue.forget(subject)
    },
  }
}
