import type { Halving } from '@maru/contract'

/** The answer that says when less leverage opens; the channel keeps it up to date. */
export const halvingKey = ['halving'] as const

/** Until when less leverage opens; null: as much as ever. `closeAt`: the end of a contract's session. */
export function heldUntil({ windows, sessionEndLeadMs }: Halving, closeAt: number | null, now: number): number | null {
  const release = windows.find(({ from, until }) => now >= from && now < until)?.until ?? null
  const isEnding = sessionEndLeadMs !== null && closeAt !== null && now >= closeAt - sessionEndLeadMs && now < closeAt
  return isEnding ? Math.max(release ?? 0, closeAt) : release
}
