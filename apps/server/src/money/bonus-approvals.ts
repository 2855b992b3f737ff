import type { WalletType } from '@maru/contract'
import type { NewCoupon } from '@maru/core'
import {
  type ApprovalWork,
  field,
  memberField,
  moneyText,
  type Payload,
  type StoredKind,
  timeText,
} from '../approvals/index.ts'

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
    fields: ({ payload }) => {
      const { code, title, walletType, point, startsAt, endsAt, maxUses, cap, multiple, isFirstDeposit, audience } =
        couponOf(payload)
      return [
        field('쿠폰 번호', null, code),
        field('이름', null, title),
        field('지갑', null, walletType),
        field('금액', null, moneyText(point, 'KRW')),
        field('기간', null, `${timeText(startsAt)} – ${timeText(endsAt)}`),
        field('사용 횟수', null, `${maxUses}회`),
        ...(multiple === null ? [] : [field('롤링', null, `${multiple}배`)]),
        ...(cap === null ? [] : [field('전환 한도', null, moneyText(cap, 'KRW'))]),
        field(
          '받는 사람',
          null,
          audience.length > 0 ? `회원 ${audience.length}명` : isFirstDeposit ? '첫 입금' : '모든 회원',
        ),
      ]
    },
    command: ({ payload }, of) => ({ kind: 'createCoupon', ...of, coupon: couponOf(payload) }),
  },
  BONUS_GRANT: {
    permission: 'bonus',
    counts: ({ payload }) => ({ act: 'GRANT', won: pointOf(payload) }),
    fields: async ({ siteId, subjectId, payload }, tx) => [
      await memberField(tx, siteId, subjectId),
      field('지급', null, moneyText(pointOf(payload), 'KRW')),
      ...(payload['multiple'] === undefined ? [] : [field('롤링', null, `${payload['multiple']}배`)]),
    ],
    command: ({ subjectId, payload }, of) => {
      const given = { point: pointOf(payload), multiple: multipleOf(payload) }
      return { kind: 'grantBonus', ...of, memberId: subjectId, ...given }
    },
  },
  BONUS_DEDUCT: {
    permission: 'bonus',
    counts: ({ payload }) => ({ act: 'DEDUCT', won: pointOf(payload) }),
    fields: async ({ siteId, subjectId, payload }, tx) => [
      await memberField(tx, siteId, subjectId),
      field('차감', null, moneyText(pointOf(payload), 'KRW')),
    ],
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
