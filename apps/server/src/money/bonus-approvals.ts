import type { WalletType } from '@maru/contract'
import type { Command, IdempotencyKey, NewCoupon } from '@maru/core'
import type { Payload, StoredKind } from './approvals.ts'

type BonusKind = Extract<StoredKind, 'BONUS_GRANT' | 'BONUS_DEDUCT' | 'COUPON_CREATE'>
type ByTwo = Pick<Extract<Command, { kind: 'grantBonus' }>, 'siteId' | 'actor' | 'reason' | 'approval'> & {
  readonly key: IdempotencyKey
}

export const isBonusKind = (kind: StoredKind): kind is BonusKind =>
  kind === 'BONUS_GRANT' || kind === 'BONUS_DEDUCT' || kind === 'COUPON_CREATE'

/** A coupon as it waits for its second person: a payload holds texts and numbers alone. */
export function couponPayload({ audience, point, cap, multiple, isFirstDeposit, ...rest }: NewCoupon): Payload {
  return {
    ...rest,
    point: String(point),
    isFirstDeposit: isFirstDeposit ? 1 : 0,
    audience: audience.join(','),
    ...(cap === null ? {} : { cap: String(cap) }),
    ...(multiple === null ? {} : { multiple }),
  }
}

/** The command that a second person agreed to. */
export function bonusCommand(kind: BonusKind, memberId: number, payload: Payload, of: ByTwo): Command {
  if (kind === 'COUPON_CREATE') return { kind: 'createCoupon', ...of, coupon: couponOf(payload) }
  const point = BigInt(String(payload['point']))
  if (kind === 'BONUS_DEDUCT') return { kind: 'deductBonus', ...of, memberId, point }
  return { kind: 'grantBonus', ...of, memberId, point, multiple: multipleOf(payload) }
}

const multipleOf = ({ multiple }: Payload): number | null => (multiple === undefined ? null : Number(multiple))

const couponOf = (payload: Payload): NewCoupon => ({
  code: String(payload['code']),
  title: String(payload['title']),
  walletType: payload['walletType'] as WalletType,
  point: BigInt(String(payload['point'])),
  multiple: multipleOf(payload),
  cap: payload['cap'] === undefined ? null : BigInt(String(payload['cap'])),
  startsAt: Number(payload['startsAt']),
  endsAt: Number(payload['endsAt']),
  maxUses: Number(payload['maxUses']),
  isFirstDeposit: payload['isFirstDeposit'] === 1,
  audience: String(payload['audience']).split(',').filter(Boolean).map(Number),
})
