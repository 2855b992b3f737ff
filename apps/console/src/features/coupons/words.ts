import type { ConsoleCoupon } from '@maru/contract'
import { t } from './texts.ts'

/** Whether a coupon can be used at a time, in words. */
export function stateOf({ isRevoked, closedAt, startsAt, endsAt, uses, maxUses }: ConsoleCoupon, now: number): string {
  if (isRevoked) return t('stateTaken')
  if (uses >= maxUses) return t('stateUsedUp')
  if (closedAt !== null || now >= endsAt) return t('stateOver')
  return now < startsAt ? t('stateBefore') : t('stateRunning')
}
