import type { ConsoleCoupon } from '@maru/contract'

/** Whether a coupon can be used at a time, in words. */
export function stateOf({ isRevoked, closedAt, startsAt, endsAt, uses, maxUses }: ConsoleCoupon, now: number): string {
  if (isRevoked) return '거둠'
  if (uses >= maxUses) return '다 씀'
  if (closedAt !== null || now >= endsAt) return '끝남'
  return now < startsAt ? '시작 전' : '쓰는 중'
}
