import type { ApprovalField, WalletType } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import type { NewCoupon } from '@maru/core'
import {
  type About,
  type Amount,
  type ApprovalWork,
  field,
  memberField,
  moneyText,
  type Payload,
  type StoredKind,
  timeText,
} from '../approvals/index.ts'
import type { Tx } from '../ports.ts'
import { balanceField, boundField, walletMoney } from './balance-fields.ts'

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

const rollingField = (multiple: number) =>
  field({ ko: '출금조건', en: 'Turnover' }, null, { ko: `${multiple}배`, en: `${multiple}×` })

/** The turnover that a bonus asks for; without one of its own that of the site. */
const multipleField = (multiple: number | null) =>
  multiple === null
    ? field({ ko: '출금조건', en: 'Turnover' }, null, { ko: '사이트가 정한 배수', en: 'As the site says' })
    : rollingField(multiple)

function audienceText(audience: readonly number[]): BothLanguages {
  if (audience.length === 0) return { ko: '모든 회원', en: 'All members' }
  const ids = audience.join(', ')
  return { ko: `회원 ${audience.length}명: ${ids}`, en: `Members (${audience.length}): ${ids}` }
}

/** What all uses of a coupon come to, no more than a row holds. */
const mostWon = 2n ** 63n - 1n
function totalOf({ point, maxUses }: NewCoupon): bigint {
  const total = point * BigInt(maxUses)
  return total > mostWon ? mostWon : total
}

const [yes, no]: readonly [BothLanguages, BothLanguages] = [
  { ko: '예', en: 'Yes' },
  { ko: '아니요', en: 'No' },
]

const wonOf = ({ payload }: About): Amount => ({ amount: pointOf(payload), currency: 'KRW' })

/** What a second person agrees to of bonus money and coupons. */
export const bonusApprovals = {
  COUPON_CREATE: {
    permission: 'coupons',
    amount: ({ payload }) => ({ amount: totalOf(couponOf(payload)), currency: 'KRW' }),
    fields: ({ payload }) => {
      const coupon = couponOf(payload)
      const { code, title, walletType, point, startsAt, endsAt, maxUses, cap, multiple, isFirstDeposit, audience } =
        coupon
      return [
        field({ ko: '쿠폰 번호', en: 'Coupon code' }, null, code),
        field({ ko: '이름', en: 'Name' }, null, title),
        field({ ko: '지갑', en: 'Wallet' }, null, walletWord(walletType)),
        field({ ko: '1회 금액', en: 'Amount of one use' }, null, moneyText(point, 'KRW')),
        field({ ko: '기간', en: 'Period' }, null, `${timeText(startsAt)} – ${timeText(endsAt)}`),
        field({ ko: '사용 횟수', en: 'Uses' }, null, { ko: `${maxUses}회`, en: `${maxUses}` }),
        field({ ko: '모두 쓰면', en: 'If all are used' }, null, moneyText(totalOf(coupon), 'KRW')),
        multipleField(multiple),
        field(
          { ko: '전환 한도', en: 'Conversion limit' },
          null,
          cap === null ? { ko: '사이트가 정한 한도', en: 'As the site says' } : moneyText(cap, 'KRW'),
        ),
        field({ ko: '받는 사람', en: 'For' }, null, audienceText(audience)),
        field({ ko: '첫 입금에만', en: 'First deposit only' }, null, isFirstDeposit ? yes : no),
      ]
    },
    command: ({ payload }, of) => ({ kind: 'createCoupon', ...of, coupon: couponOf(payload) }),
  },
  BONUS_GRANT: {
    permission: 'bonus',
    counts: ({ payload }) => ({ act: 'GRANT', won: pointOf(payload) }),
    amount: wonOf,
    fields: async ({ siteId, subjectId, payload }, tx) => [
      await memberField(tx, siteId, subjectId),
      field({ ko: '지급', en: 'Paid' }, null, moneyText(pointOf(payload), 'KRW')),
      await bonusBalance(tx, siteId, subjectId, pointOf(payload)),
      multipleField(multipleOf(payload)),
    ],
    command: ({ subjectId, payload }, of) => {
      const given = { point: pointOf(payload), multiple: multipleOf(payload) }
      return { kind: 'grantBonus', ...of, memberId: subjectId, ...given }
    },
  },
  BONUS_DEDUCT: {
    permission: 'bonus',
    counts: ({ payload }) => ({ act: 'DEDUCT', won: pointOf(payload) }),
    amount: wonOf,
    fields: async ({ siteId, subjectId, payload }, tx) => {
      const point = pointOf(payload)
      const { posted, reserved } = await walletMoney(tx, { siteId, memberId: subjectId, type: 'BONUS' })
      // What is at stake is not taken.
      const taken = point < posted - reserved ? point : posted - reserved
      return [
        await memberField(tx, siteId, subjectId),
        field({ ko: '차감', en: 'Deducted' }, null, moneyText(point, 'KRW')),
        ...boundField(taken, point, 'KRW'),
        balanceField(walletWord('BONUS'), posted, posted - taken, 'KRW'),
      ]
    },
    command: ({ subjectId, payload }, of) => ({
      kind: 'deductBonus',
      ...of,
      memberId: subjectId,
      point: pointOf(payload),
    }),
  },
} satisfies Partial<Record<StoredKind, ApprovalWork>>

async function bonusBalance(tx: Tx, siteId: number, memberId: number, more: bigint): Promise<ApprovalField> {
  const { posted } = await walletMoney(tx, { siteId, memberId, type: 'BONUS' })
  return balanceField(walletWord('BONUS'), posted, posted + more, 'KRW')
}

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
