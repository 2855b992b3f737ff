import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Turnover } from './money-row.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'

const tag = '쿠폰'

/** A coupon's code as it is kept: capital letters. */
export const PromoCode = z
  .string()
  .overwrite((text) => text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))
  .toUpperCase()
  .regex(/^[A-Z0-9-]{2,40}$/)

/** What a coupon gives and asks for, before it is used. */
export const CouponTerms = z.object({
  code: z.string(),
  title: z.string(),
  point: Decimal,
  multiple: z.int().meta({ description: 'The turnover, in times of the bonus' }),
  required: Decimal,
  cap: Decimal.meta({ description: 'No more than this becomes cash' }),
  lifeMs: z.int().meta({ description: 'The bonus expires so long after it was given' }),
  endsAt: EpochMs,
  left: z.int().nonnegative().meta({ description: 'How many can still use it' }),
  isFirstDeposit: z.boolean(),
})
export type CouponTerms = z.infer<typeof CouponTerms>

/** A bonus that a member was given. */
export const Bonus = z.object({
  id: Id.meta({ description: 'Of its row in the history' }),
  title: z.string(),
  point: Decimal,
  turnover: Turnover,
  converted: Decimal.meta({ description: 'What of it became cash' }),
  grantedAt: EpochMs,
  expiresAt: EpochMs,
  closedAt: EpochMs.nullable(),
})
export type Bonus = z.infer<typeof Bonus>

export const couponEndpoints = {
  couponTerms: endpoint({
    method: 'GET',
    path: '/api/coupon/terms',
    summary: '쓰기 전에 보는 쿠폰의 조건',
    tag,
    auth: 'member',
    rate: 'recipient',
    query: z.object({ promoCode: PromoCode }),
    response: CouponTerms,
    errors: [
      'COUPON_NOT_FOUND',
      'COUPON_EXPIRED',
      'COUPON_ALREADY_USED',
      'COUPON_SOLD_OUT',
      'COUPON_PARTNER_NOT_ALLOWED',
    ],
  }),
  bonusList: endpoint({
    method: 'GET',
    path: '/api/coupon/bonus',
    summary: '내 보너스와 출금조건: 최근 50개',
    tag,
    auth: 'member',
    response: z.object({
      usable: Decimal.meta({ description: 'What round stakes may take now: nothing while a withdrawal is open' }),
      bonuses: z.array(Bonus),
    }),
    errors: [],
  }),
}
