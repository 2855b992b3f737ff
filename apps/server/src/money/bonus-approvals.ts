import type { WalletType } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
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

const rollingField = (multiple: number | string) =>
  field({ ko: '롤링', en: 'Turnover' }, null, { ko: `${multiple}배`, en: `${multiple}×` })

function audienceText(members: number, isFirstDeposit: boolean): BothLanguages {
  if (members > 0) return { ko: `회원 ${members}명`, en: `Members: ${members}` }
  return isFirstDeposit ? { ko: '첫 입금', en: 'First deposit' } : { ko: '모든 회원', en: 'All members' }
}

/** What a second person agrees to of bonus money and coupons. */
export const bonusApprovals = {
  COUPON_CREATE: {
    permission: 'coupons',
    fields: ({ payload }) => {
      const { code, title, walletType, point, startsAt, endsAt, maxUses, cap, multiple, isFirstDeposit, audience } =
        couponOf(payload)
      return [
        field({ ko: '쿠폰 번호', en: 'Coupon code' }, null, code),
        field({ ko: '이름', en: 'Name' }, null, title),
        field({ ko: '지갑', en: 'Wallet' }, null, walletType),
        field({ ko: '금액', en: 'Amount' }, null, moneyText(point, 'KRW')),
        field({ ko: '기간', en: 'Period' }, null, `${timeText(startsAt)} – ${timeText(endsAt)}`),
        field({ ko: '사용 횟수', en: 'Uses' }, null, { ko: `${maxUses}회`, en: `${maxUses}` }),
        ...(multiple === null ? [] : [rollingField(multiple)]),
        ...(cap === null ? [] : [field({ ko: '전환 한도', en: 'Conversion limit' }, null, moneyText(cap, 'KRW'))]),
        field({ ko: '받는 사람', en: 'For' }, null, audienceText(audience.length, isFirstDeposit)),
      ]
    },
    command: ({ payload }, of) => ({ kind: 'createCoupon', ...of, coupon: couponOf(payload) }),
  },
  BONUS_GRANT: {
    permission: 'bonus',
    counts: ({ payload }) => ({ act: 'GRANT', won: pointOf(payload) }),
    fields: async ({ siteId, subjectId, payload }, tx) => [
      await memberField(tx, siteId, subjectId),
      field({ ko: '지급', en: 'Paid' }, null, moneyText(pointOf(payload), 'KRW')),
      ...(payload['multiple'] === undefined ? [] : [rollingField(payload['multiple'])]),
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
      field({ ko: '차감', en: 'Deducted' }, null, moneyText(pointOf(payload), 'KRW')),
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
