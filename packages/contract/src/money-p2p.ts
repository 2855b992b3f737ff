import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { P2pState, WalletType } from './enums.ts'
import { moneyCommand, moneyRefusals, moneyRequest } from './money-row.ts'
import { Decimal, DecimalInput, EpochMs, Id, IdInput, IdParam } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = 'P2P'

export const P2pSide = z.enum(['BUY', 'SELL'])
export type P2pSide = z.infer<typeof P2pSide>

/** A merchant with his prices (KRW for one USDT) and limits (KRW). */
export const P2pMerchant = z.object({
  id: Id,
  name: z.string(),
  isDemo: z.boolean(),
  buyRate: Decimal.nullable().meta({ description: 'A member buys at it; null: he does not sell now' }),
  sellRate: Decimal.nullable(),
  minWon: Decimal,
  maxWon: Decimal,
  /** Of his orders of the last 30 days; null before the first. */
  doneShare: Decimal.nullable(),
  doneCount: z.int().nonnegative(),
  averageSec: z.int().nullable(),
})
export type P2pMerchant = z.infer<typeof P2pMerchant>

/** A purchase that its member cancels so shortly before its time is over counts as unpaid. */
export const p2pLateCancelMs = 10 * 60_000

export const P2pOrder = z.object({
  id: Id,
  side: P2pSide,
  won: Decimal,
  point: Decimal.meta({ description: 'USDT' }),
  rate: Decimal.nullable().meta({ description: 'null while a sale is under review: it is priced when it is approved' }),
  walletType: WalletType,
  merchantId: Id,
  merchant: z.string(),
  account: z.string().nullable().meta({ description: 'BUY: where to pay, whole; SELL: where it is paid to, masked' }),
  memo: z.string(),
  payBy: EpochMs.nullable(),
  /** Silence until then makes it a dispute. */
  answerBy: EpochMs.nullable(),
  reviewBy: EpochMs.nullable().meta({
    description: 'Of a sale that two persons have to approve by then, or it is returned; no merchant is asked before',
  }),
  state: P2pState,
  reference: z.string().nullable(),
  reason: z.string().nullable().meta({
    description:
      'Why it ended or is disputed: MEMBER, MERCHANT, MERCHANT_SILENT, UNPAID, UNAPPROVED, REJECTED, DECIDED, SILENT; SUSPENDED: bought, and not credited because its buyer may bring no money at present',
  }),
  isHeld: z.boolean().meta({ description: 'The coins are set aside' }),
  steps: z.array(z.object({ state: P2pState, at: EpochMs })),
  dnwId: Id.nullable().meta({ description: 'The row of the history' }),
  createdAt: EpochMs,
})
export type P2pOrder = z.infer<typeof P2pOrder>

const params = z.object({ id: IdParam })
const step = {
  ...moneyCommand,
  tag,
  params,
  response: P2pOrder,
  errors: ['ORDER_NOT_FOUND', 'P2P_EXPIRED', 'STALE_VERSION'],
} as const
const nothing = z.strictObject({})

const latest = {
  method: 'GET',
  summary: '진행 중인 내 P2P 주문',
  tag,
  auth: 'member',
  response: P2pOrder.nullable(),
  errors: [],
} as const

export const p2pEndpoints = {
  p2pMerchants: endpoint({
    method: 'GET',
    path: '/api/p2p/merchant',
    summary: '상인과 가격',
    tag,
    auth: 'member',
    response: z.array(P2pMerchant),
    errors: ['FEATURE_DISABLED'],
  }),
  p2pOrder: endpoint({
    ...moneyRequest,
    tag,
    path: '/api/dnw/p2p',
    summary: 'P2P 구매 또는 판매',
    body: z.strictObject({
      side: P2pSide,
      won: DecimalInput,
      merchantId: IdInput.optional(),
      walletType: WalletType.optional(),
      accountId: IdInput.optional(),
      otp: SecondFactor.optional(),
    }),
    response: P2pOrder,
    errors: [
      ...moneyRefusals,
      'KYC_REQUIRED',
      'P2P_BLOCKED',
      'P2P_LIMIT',
      'REQUEST_ALREADY_PENDING',
      'BALANCE_INSUFFICIENT',
      'ACCOUNT_NOT_FOUND',
      'WALLET_ACCOUNT_REQUIRED',
      'WITHDRAW_FROZEN',
      'WITHDRAW_HOLD',
      'WITHDRAW_PAUSED',
      'WITHDRAW_LIMIT_EXCEEDED',
      'STEP_UP_REQUIRED',
      'SELF_EXCLUDED',
      'COOL_OFF_ACTIVE',
      'SELF_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
      'CURRENCY_UNSUPPORTED',
      'WITHDRAW_EXCEEDS_BALANCE',
      'OTP_MISMATCH',
      'OTP_EXPIRED',
      'OTP_TRIES',
      'ACCOUNT_UNVERIFIED',
      'TRY_AGAIN_LATER',
    ],
  }),
  p2pLatest: endpoint({ ...latest, path: '/api/p2p/latest' }),
  dnwP2pLatest: endpoint({ ...latest, path: '/api/dnw/p2p/latest' }),
  p2pOne: endpoint({
    method: 'GET',
    path: '/api/p2p/:id',
    summary: 'P2P 주문 하나',
    tag,
    auth: 'member',
    params,
    response: P2pOrder,
    errors: ['ORDER_NOT_FOUND'],
  }),
  p2pUrl: endpoint({
    method: 'GET',
    path: '/api/p2p/url',
    summary: '외부 P2P 업체 주소',
    tag,
    auth: 'member',
    inMaintenance: 'REFUSED',
    query: z.object({ provider: z.string().regex(/^[a-z0-9-]{2,20}$/) }),
    response: z.object({ url: z.string(), expiresAt: EpochMs }),
    errors: ['PURCHASE_METHOD_UNSUPPORTED', 'FEATURE_DISABLED'],
  }),
  p2pPaid: endpoint({
    ...step,
    path: '/api/p2p/:id/paid',
    summary: '보냈습니다',
    body: z.strictObject({ reference: z.string().trim().min(1).max(60) }),
  }),
  p2pCancel: endpoint({
    ...step,
    path: '/api/p2p/:id/cancel',
    summary: '주문 취소: 보내기 전에만. 구매의 남은 시간이 10분 이하이면 미입금으로 셉니다',
    body: nothing,
    errors: [...step.errors, 'CANCEL_CLOSED'],
  }),
  p2pRelease: endpoint({
    ...step,
    path: '/api/p2p/:id/release',
    summary: '판매: 입금을 확인하고 코인을 넘깁니다',
    body: nothing,
  }),
  p2pDispute: endpoint({
    ...step,
    path: '/api/p2p/:id/dispute',
    summary: '분쟁 신청. 끝난 구매의 코인은 이체 증명 사진이 있을 때만 다시 잡아 둡니다',
    body: z.strictObject({ text: z.string().trim().min(1).max(2000), fileIds: z.array(IdInput).max(5).optional() }),
  }),
}
