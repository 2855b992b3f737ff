import type { ConsoleCoupon } from '@maru/contract'

/** Whether a coupon can be used at a time, in words. */
export function stateOf({ isRevoked, closedAt, startsAt, endsAt, uses, maxUses }: ConsoleCoupon, now: number): string {
  if (isRevoked) return '거둠'
  if (uses >= maxUses) return '다 씀'
  if (closedAt !== null || now >= endsAt) return '끝남'
  return now < startsAt ? '시작 전' : '쓰는 중'
}

const kstOffsetMs = 9 * 3_600_000
/** What a date-time field holds, as an instant on the Korean clock; null: no time. */
export function instantOf(local: string): number | null {
  const at = Date.parse(`${local}Z`)
  return Number.isNaN(at) ? null : at - kstOffsetMs
}
/** An instant as a date-time field holds it. */
export const localOf = (at: number): string => new Date(at + kstOffsetMs).toISOString().slice(0, 16)
