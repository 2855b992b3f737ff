import type { EvidenceTick } from '@maru/contract'

/** P(T) counts ticks that were received by T + 1.5 s. */
const FREEZE_MS = 1_500
export const WINDOW_MS = 5_000

export interface PriceCheck {
  readonly ok: boolean
  readonly detail: string
}

/**
 * Whether `chosen` is P(at): among the window's ticks with sourceTs ≤ at that were received by at + 1.5 s the latest (equal times:
 * the higher seq), and no tick is missing that could have been later.
 */
export function checkPriceAt(at: number, chosen: EvidenceTick, window: readonly EvidenceTick[]): PriceCheck {
  const counts = (tick: EvidenceTick) => tick.sourceTs <= at && tick.recvTs <= at + FREEZE_MS
  if (!counts(chosen)) return { ok: false, detail: `tick ${chosen.seq} is later than ${at}` }
  const later = window.find((tick) => counts(tick) && isLater(tick, chosen))
  if (later) return { ok: false, detail: `tick ${later.seq} is later than tick ${chosen.seq} and still counts` }
  const listed = window.find((tick) => tick.seq === chosen.seq)
  if (listed && !sameTick(listed, chosen)) return { ok: false, detail: `tick ${chosen.seq} is listed otherwise` }
  if (!listed && chosen.sourceTs >= at - WINDOW_MS) return { ok: false, detail: `tick ${chosen.seq} is not listed` }
  const gap = missingAfter(chosen, window, at)
  return gap === null
    ? { ok: true, detail: `tick ${chosen.seq} at ${chosen.sourceTs}: ${chosen.price}` }
    : { ok: false, detail: `ticks are missing after ${gap}` }
}

/** The seq after which a tick that could still count is missing, or null. */
function missingAfter(chosen: EvidenceTick, window: readonly EvidenceTick[], at: number): number | null {
  let previous = chosen
  for (const tick of window) {
    if (tick.seq <= chosen.seq) continue
    if (tick.seq !== previous.seq + 1) return previous.seq
    if (tick.recvTs > at + FREEZE_MS) return null
    previous = tick
  }
  return null
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
