/**
 * The server's clock as this page knows it: an offset to `performance.now()`, which neither a wrong device clock nor its
 * adjustment can move. Each sample bounds the offset from both sides; the bounds are intersected, and the middle is used.
 */
export interface ServerClock {
  /** Server time in epoch ms, not an integer. Falls back to the page's own guess until the first sample. */
  now(): number
  /** A request was sent at `sentAt` and its answer, stamped `serverTs`, came at `receivedAt` (both performance.now()). */
  sample(serverTs: number, sentAt: number, receivedAt: number): void
  /** A message stamped `serverTs` arrived now: the server's clock is at least there. Catches up after a sleep. */
  heard(serverTs: number): void
  /** True once a sample with both bounds came. */
  readonly synced: boolean
  /** Half the width of what is known of the offset, in ms. */
  readonly uncertainty: number
  subscribe(listener: () => void): () => void
}

/** Quartz drifts up to 100 ppm, so old bounds loosen by this much a millisecond. */
const driftPerMs = 0.0001
/** A change of the offset below this is not worth telling. */
const noticeableMs = 20

export function createServerClock(monotonic: () => number, guess: () => number): ServerClock {
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  let boundsAt = monotonic()
  let offset = guess() - boundsAt
  let synced = false
  const listeners = new Set<() => void>()

  const loosen = (at: number) => {
    const by = Math.max(0, at - boundsAt) * driftPerMs
    low -= by
    high += by
    boundsAt = at
  }
  const settle = () => {
    const next = (low + high) / 2
    if (!Number.isFinite(next)) return
    const moved = Math.abs(next - offset)
    offset = next
    if (moved >= noticeableMs) for (const listener of listeners) listener()
  }

  return {
    now: () => monotonic() + offset,
    sample(serverTs, sentAt, receivedAt) {
      if (receivedAt < sentAt) return
      loosen(receivedAt)
      const sampleLow = serverTs - receivedAt
      const sampleHigh = serverTs - sentAt
      const nextLow = Math.max(low, sampleLow)
      const nextHigh = Math.min(high, sampleHigh)
      // Disjoint bounds: one of the clocks jumped (sleep, restart). What was known before no longer holds.
      if (nextLow > nextHigh) {
        low = sampleLow
        high = sampleHigh
      } else {
        low = nextLow
        high = nextHigh
      }
      synced = true
      settle()
    },
    heard(serverTs) {
      if (!synced) return
      const at = monotonic()
      loosen(at)
      const bound = serverTs - at
      if (bound <= low) return
      low = bound
      if (bound > high) high = bound
      settle()
    },
    get synced() {
      return synced
    },
    get uncertainty() {
      return (high - low) / 2
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The clock of a page: all its countdowns and ages read it. Date.now only opens it, until the first sample. */
export const pageClock = (): ServerClock =>
  createServerClock(
    () => performance.now(),
    () => Date.now(),
  )

/** Whole seconds left until `target`: 00:01 is shown until it is really over, 00:00 only then. */
export function secondsLeft(target: number, now: number): number {
  return Math.max(0, Math.ceil((target - now) / 1000))
}

/** Milliseconds until what `secondsLeft` says of `target` changes next; a timer set to it never skips a second. */
export function untilNextSecond(target: number, now: number): number {
  const rest = target - now
  if (rest <= 0) return Number.POSITIVE_INFINITY
  const part = rest % 1000
  return part === 0 ? 1000 : part
}

/** The share of [from, to] that has passed at `now`, 0 to 1. */
export function progress(from: number, to: number, now: number): number {
  if (to <= from) return now >= to ? 1 : 0
  return Math.min(1, Math.max(0, (now - from) / (to - from)))
}
