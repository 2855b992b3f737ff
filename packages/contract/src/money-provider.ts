import { z } from 'zod'
import { PromoCode } from './coupon.ts'
import { endpoint } from './endpoint.ts'
import { WalletType } from './enums.ts'
import { DnwRow, exitRefusals, MoneyPoint, moneyRefusals, moneyRequest } from './money-row.ts'
import { DecimalInput, EpochMs } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = '결제 업체'
const unreachable = ['PURCHASE_METHOD_UNSUPPORTED', 'FEATURE_DISABLED', 'TRY_AGAIN_LATER'] as const
const depositing = [
  ...moneyRefusals,
  ...unreachable,
  'DEPOSIT_AMOUNT_REQUIRED',
  'DEPOSIT_BELOW_MIN',
  'AMOUNT_UNIT_MISMATCH',
  'KYC_REQUIRED',
  'SELF_EXCLUDED',
  'COOL_OFF_ACTIVE',
  'SELF_LIMIT_EXCEEDED',
  'CEILING_EXCEEDED',
  'REQUEST_ALREADY_PENDING',
  'CURRENCY_UNSUPPORTED',
] as const

const ask = { method: 'GET', tag, auth: 'member', rate: 'lookup', errors: unreachable } as const
const Registered = z.object({ registered: z.boolean(), balance: z.string().optional() })
const Link = z.object({ url: z.string(), expiresAt: EpochMs })
/** KRW that a provider is asked for, and the wallet that it goes into. */
const Charge = z.strictObject({ walletType: WalletType, won: DecimalInput.optional() })
const charge = { ...moneyRequest, tag, body: Charge, response: DnwRow, errors: depositing } as const
const enrol = {
  method: 'POST',
  tag,
  auth: 'member',
  idempotent: true,
  inMaintenance: 'REFUSED',
  rate: 'setting',
  response: z.object({ registered: z.boolean() }),
  errors: [...unreachable, 'KYC_REQUIRED'],
} as const

/** A page of the provider that the member's browser opens; nothing is asked of the provider before. */
const open = {
  method: 'POST',
  tag,
  auth: 'member',
  inMaintenance: 'REFUSED',
  rate: 'setting',
  body: z.strictObject({}),
  errors: ['PURCHASE_METHOD_UNSUPPORTED'],
} as const

/** The calls of payment providers, each mapped onto its adapter; a site that has none configured answers FEATURE_DISABLED. */
export const providerEndpoints = {
  paykiwoomCheck: endpoint({
    ...ask,
    path: '/api/paykiwoom/chk_coin',
    summary: '페이키움 가입 여부',
    response: Registered,
  }),
  paykiwoomSignup: endpoint({
    ...enrol,
    path: '/api/paykiwoom/signup',
    summary: '페이키움 가입',
    body: z.strictObject({ value: z.string().trim().min(1).max(100) }),
  }),
  paykiwoomSend: endpoint({ ...charge, path: '/api/paykiwoom/sendCoin', summary: '페이키움 충전' }),
  dhSafetySignup: endpoint({ ...charge, path: '/api/dh-safety/signup', summary: 'DH세이프티 충전' }),
  paycoinCheck: endpoint({ ...ask, path: '/api/paycoin/chk_coin', summary: '페이코인 잔액', response: Registered }),
  paycoinPlayer: endpoint({
    ...ask,
    path: '/api/paycoin/chk_player',
    summary: '페이코인 가입 여부',
    response: Registered,
  }),
  paycoinSignup: endpoint({
    ...enrol,
    path: '/api/paycoin/signup',
    summary: '페이코인 가입',
    body: z.strictObject({ value: z.string().trim().min(1).max(100).optional() }),
  }),
  paycoinSend: endpoint({ ...charge, path: '/api/paycoin/sendCoin', summary: '페이코인 충전' }),
  bitdexCheck: endpoint({ ...ask, path: '/api/bitdex/chk_coin', summary: '비트덱스 잔액', response: Registered }),
  bitdexChargeUrl: endpoint({
    ...ask,
    inMaintenance: 'REFUSED',
    path: '/api/bitdex/coin_charge_url',
    errors: open.errors,
    summary: '비트덱스 충전 주소',
    response: Link,
  }),
  bitdexSend: endpoint({ ...charge, path: '/api/bitdex/sendCoin', summary: '비트덱스 충전' }),
  bitdexSell: endpoint({
    ...moneyRequest,
    tag,
    path: '/api/bitdex/sellCoin',
    summary: '비트덱스 판매',
    body: z.strictObject({ walletType: WalletType, point: MoneyPoint, otp: SecondFactor.optional() }),
    response: DnwRow,
    errors: [
      ...exitRefusals,
      ...unreachable.filter((code) => code !== 'FEATURE_DISABLED'),
      'APPLY_BELOW_MIN',
      'WITHDRAW_AMOUNT_REQUIRED',
      'AMOUNT_UNIT_MISMATCH',
      'WITHDRAW_EXCEEDS_BALANCE',
      'WITHDRAW_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
      'REQUEST_ALREADY_PENDING',
      'CURRENCY_UNSUPPORTED',
    ],
  }),
  bitshopUrl: endpoint({
    ...open,
    path: '/api/dnw/bitshop/url',
    summary: '비트샵 주소',
    response: Link,
  }),
  gluwaQr: endpoint({
    ...open,
    path: '/api/gluwa/make-qrcode',
    summary: '글루와 QR 코드의 내용',
    response: z.object({ qr: z.string(), expiresAt: EpochMs }),
  }),
  onepayLogin: endpoint({ ...open, path: '/api/onepay/login', summary: '원페이 주소', response: Link }),
  codepayUrl: endpoint({
    ...ask,
    inMaintenance: 'REFUSED',
    path: '/api/codepay/url',
    errors: open.errors,
    summary: '코드페이 주소',
    response: Link,
  }),
  couponUse: endpoint({
    ...moneyRequest,
    tag: '쿠폰',
    path: '/api/coupon/use',
    summary: '쿠폰 사용',
    body: z.strictObject({
      promoCode: PromoCode,
      walletType: WalletType,
    }),
    response: DnwRow,
    errors: [
      ...moneyRefusals,
      'COUPON_NOT_FOUND',
      'COUPON_EXPIRED',
      'COUPON_ALREADY_USED',
      'COUPON_SOLD_OUT',
      'COUPON_FIRST_DEPOSIT',
      'COUPON_WALLET_NOT_ALLOWED',
      'COUPON_PARTNER_NOT_ALLOWED',
      'SELF_EXCLUDED',
      'COOL_OFF_ACTIVE',
    ],
  }),
}
