import type { TradeType } from '@maru/contract'

// Repeated here on purpose, apart from the core's table: a verifier must not depend on the code that decided the round.
const lengths: Readonly<Record<TradeType, number>> = {
  'R.5': 30_000,
  R1: 60_000,
  R2: 120_000,
  R5: 300_000,
  B1: 60_000,
  B2: 120_000,
  B5: 300_000,
}
/** How long before it starts (rent) or ends (binary) a round locks at the latest, however its site configured it. */
const LOCK_LEAD_MS = 1_000
const KST_OFFSET_MS = 9 * 3_600_000
const DAY_MS = 86_400_000

export const isBinary = (type: TradeType): boolean => type.startsWith('B')

/** What a round that starts at `startAt` must look like, and whether a round of this type may start then at all. */
export function scheduleOf(type: TradeType, startAt: number) {
  const lengthMs = lengths[type]
  const endAt = startAt + lengthMs
  return {
    tiles: startAt % lengthMs === 0,
    roundNo: 1 + Math.floor(((startAt + KST_OFFSET_MS) % DAY_MS) / lengthMs),
    openAt: isBinary(type) ? startAt : startAt - lengthMs,
    /** The latest that it may be. */
    lockBy: (isBinary(type) ? endAt : startAt) - LOCK_LEAD_MS,
    endAt,
  }
}
