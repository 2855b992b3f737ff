import type { TradeType } from '@maru/contract'

// Written down here once more, apart from the core's own table: whoever checks a round must not lean on what decided it.
const schedules: Readonly<Record<TradeType, { readonly lengthMs: number; readonly lockLeadMs: number }>> = {
  'R.5': { lengthMs: 30_000, lockLeadMs: 3_000 },
  R1: { lengthMs: 60_000, lockLeadMs: 5_000 },
  R2: { lengthMs: 120_000, lockLeadMs: 5_000 },
  R5: { lengthMs: 300_000, lockLeadMs: 5_000 },
  B1: { lengthMs: 60_000, lockLeadMs: 30_000 },
  B2: { lengthMs: 120_000, lockLeadMs: 30_000 },
  B5: { lengthMs: 300_000, lockLeadMs: 60_000 },
}
const KST_OFFSET_MS = 9 * 3_600_000
const DAY_MS = 86_400_000

export const isBinary = (type: TradeType): boolean => type.startsWith('B')

/** What a round that starts at `startAt` must look like, and whether a round of this type may start then at all. */
export function scheduleOf(type: TradeType, startAt: number) {
  const { lengthMs, lockLeadMs } = schedules[type]
  const endAt = startAt + lengthMs
  return {
    tiles: startAt % lengthMs === 0,
    roundNo: 1 + Math.floor(((startAt + KST_OFFSET_MS) % DAY_MS) / lengthMs),
    openAt: isBinary(type) ? startAt : startAt - lengthMs,
    lockAt: (isBinary(type) ? endAt : startAt) - lockLeadMs,
    endAt,
  }
}
