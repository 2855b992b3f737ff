import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { PromoCode } from './coupon.ts'
import { endpoint } from './endpoint.ts'
import { WalletType } from './enums.ts'
import { listCut } from './list-cut.ts'
import {
  Decimal,
  DecimalInput,
  EpochMs,
  EpochMsInput,
  Id,
  IntInput,
  PageParam,
  pageOf,
  SizeParam,
} from './primitives.ts'

/** A coupon as the desk sees it. */
export const ConsoleCoupon = z.object({
  id: Id,
  code: z.string(),
  title: z.string(),
  point: Decimal,
  multiple: z.int(),
  cap: Decimal,
  lifeMs: z.int(),
  startsAt: EpochMs,
  endsAt: EpochMs,
  maxUses: z.int(),
  uses: z.int(),
  isFirstDeposit: z.boolean(),
  audience: z.array(Id).meta({ description: 'Members who may use it; empty: everybody' }),
  createdBy: Id,
  approvedBy: Id,
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
  isRevoked: z.boolean(),
})
export type ConsoleCoupon = z.infer<typeof ConsoleCoupon>

const Multiple = IntInput.pipe(z.int().min(0).max(1_000)).optional().meta({
  description: 'The turnover, in times of the bonus; as the site says where it is missing',
})

export const consoleBonusEndpoints = {
  couponList: endpoint({
    ...deskRead,
    permission: 'coupons',
    path: '/api/console/coupon',
    summary: '쿠폰 목록',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(ConsoleCoupon),
  }),
  couponCreate: endpoint({
    ...desk,
    permission: 'coupons',
    params: z.object({}),
    path: '/api/console/coupon',
    summary: '쿠폰 만들기: 재무가 승인하면 열립니다',
    body: z.strictObject({
      reason: Reason,
      promoCode: PromoCode,
      title: z.string().trim().min(1).max(40),
      walletType: WalletType,
      point: DecimalInput,
      multiple: Multiple,
      cap: DecimalInput.optional(),
      startsAt: EpochMsInput,
      endsAt: EpochMsInput,
      maxUses: IntInput.pipe(z.int().min(1).max(10_000_000)),
      isFirstDeposit: z.boolean(),
      audience: z.array(Id).max(200),
    }),
    response: Waiting,
    errors: ['COUPON_WALLET_NOT_ALLOWED', 'AMOUNT_UNIT_MISMATCH'],
  }),
  couponRevoke: endpoint({
    ...desk,
    permission: 'couponsRevoke',
    params: deskParams,
    path: '/api/console/coupon/:id/revoke',
    summary: '쿠폰 거두기: 바로. 준 보너스는 남습니다',
    body: z.strictObject({ reason: Reason }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['COUPON_NOT_FOUND', 'COUPON_EXPIRED'],
  }),
  memberBonus: endpoint({
    ...desk,
    params: deskParams,
    permission: 'bonus',
    path: '/api/console/member/:id/bonus',
    summary: '보너스 지급(PB)과 차감(PM): 두 사람이',
    body: z.strictObject({
      reason: Reason,
      type: z.enum(['PB', 'PM']),
      point: DecimalInput,
      multiple: Multiple,
    }),
    response: Waiting,
    errors: ['STAFF_CAP', 'USER_NOT_FOUND', 'AMOUNT_UNIT_MISMATCH', 'ACCOUNT_DENIED', 'BALANCE_INSUFFICIENT'],
  }),
}
