import type { WalletType } from '@maru/contract'
import type { NewCoupon } from '@maru/core'
import type { ApprovalWork, Payload, StoredKind } from '../approvals/index.ts'

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

/** What a second person agrees to of bonus money and coupons. */
export const bonusApprovals = {
  COUPON_CREATE: {
    permission: 'coupons',
    command: ({ payload }, of) => ({ kind: 'createCoupon', ...of, coupon: couponOf(payload) }),
  },
  BONUS_GRANT: {
    permission: 'bonus',
    command: ({ subjectId, payload }, of) => {
      const given = { point: pointOf(payload), multiple: multipleOf(payload) }
      return { kind: 'grantBonus', ...of, memberId: subjectId, ...given }
    },
  },
  BONUS_DEDUCT: {
    permission: 'bonus',
    command: ({ subjectId, payload }, of) => ({
      kind: 'deductBonus',
      ...of,
      memberId: subjectId,
      point: pointOf(payload),
    }),
  },
} satisfies Partial<Record<StoredKind, ApprovalWork>>

const pointOf = ({ point }: Payload): bigint => BigInt(String(point))

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
