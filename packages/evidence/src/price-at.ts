import type { EvidenceTick } from '@maru/contract'
import type { Detail, Figures } from './detail.ts'

/** P(T) counts ticks that were received by T + 1.5 s. */
const FREEZE_MS = 1_500
const WINDOW_MS = 5_000
const MINUTE_MS = 60_000
/** After a stop the log resumes at least so many numbers later. */
const SEQ_LEAP = 1_000

/** Where the ticks of a moment begin: 5 s before it, or at the deciding tick where that is older. */
const windowStart = (at: number, chosen: EvidenceTick | null): number =>
  Math.min(at - WINDOW_MS, chosen?.sourceTs ?? at, chosen?.recvTs ?? at)

/** Whether a tick is in the window around a moment, by its source time or by its receipt. */
export function isAround(at: number, chosen: EvidenceTick | null, { sourceTs, recvTs }: EvidenceTick): boolean {
  const from = windowStart(at, chosen)
  return [sourceTs, recvTs].some((ms) => ms >= from && ms <= at + WINDOW_MS)
}

export interface PriceCheck {
  readonly ok: boolean
  readonly detail: Detail
  readonly figures: Figures
}

/**
 * Whether `chosen` is P(at): among the window's ticks with sourceTs ≤ at that were received by at + 1.5 s the latest (equal times:
 * the higher seq), and no tick is missing that could have been later. The window must reach back to it. `cuts`: when the log went
 * on after a stop.
 */
export function checkPriceAt(
  at: number,
  chosen: EvidenceTick,
  window: readonly EvidenceTick[],
  cuts: readonly number[],
): PriceCheck {
  const counts = (tick: EvidenceTick) => tick.sourceTs <= at && tick.recvTs <= at + FREEZE_MS
  if (!counts(chosen)) return { ok: false, detail: 'tickLate', figures: { seq: chosen.seq, at } }
  const later = window.find((tick) => counts(tick) && isLater(tick, chosen))
  if (later) return { ok: false, detail: 'tickOverlooked', figures: { seq: later.seq, chosen: chosen.seq } }
  const listed = window.find((tick) => tick.seq === chosen.seq)
  if (!listed) return { ok: false, detail: 'tickUnlisted', figures: { seq: chosen.seq } }
  if (!sameTick(listed, chosen)) return { ok: false, detail: 'tickDiffers', figures: { seq: chosen.seq } }
  const gap = missingAfter(chosen, window, at, cuts)
  return gap === null
    ? { ok: true, detail: 'tick', figures: { seq: chosen.seq, at: chosen.sourceTs, price: chosen.price } }
    : { ok: false, detail: 'ticksMissing', figures: { seq: gap } }
}

/** The seq after which a tick that could still count is missing, or null. */
function missingAfter(
  chosen: EvidenceTick,
  window: readonly EvidenceTick[],
  at: number,
  cuts: readonly number[],
): number | null {
  const from = windowStart(at, chosen)
  let previous: EvidenceTick | null = null
  for (const tick of window) {
    if (tick.recvTs < from) continue // here by its source time only: ticks received with it need not be
    if (tick.recvTs > at + WINDOW_MS) break // likewise
    if (previous && tick.seq !== previous.seq + 1 && !isLeap(previous, tick, cuts)) return previous.seq
    if (tick.recvTs > at + FREEZE_MS) break
    previous = tick
  }
  return null
}

/** Whether numbers leap between two ticks because the log was stopped there; a second stop in a minute hides the first. */
function isLeap(previous: EvidenceTick, next: EvidenceTick, cuts: readonly number[]): boolean {
  const minuteEnd = (Math.floor(next.recvTs / MINUTE_MS) + 1) * MINUTE_MS
  return next.seq - previous.seq > SEQ_LEAP && cuts.some((cut) => cut >= previous.recvTs && cut < minuteEnd)
}

const isLater = (a: EvidenceTick, b: EvidenceTick): boolean =>
  a.sourceTs > b.sourceTs || (a.sourceTs === b.sourceTs && a.seq > b.seq)

const sameTick = (a: EvidenceTick, b: EvidenceTick): boolean =>
  a.optionId === b.optionId &&
  a.source === b.source &&
  a.sourceTradeId === b.sourceTradeId &&
  a.sourceTs === b.sourceTs &&
  a.recvTs === b.recvTs &&
  a.price === b.price &&
  a.qty === b.qty &&
  a.seq === b.seq
