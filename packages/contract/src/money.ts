import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WalletType } from './enums.ts'
import { DnwRow, DnwSummary, exitRefusals, MoneyPoint, moneyRefusals, moneyRequest } from './money-row.ts'
import { Day, Id, IdInput, IdParam, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = '입출금'

const depositRefusals = [
  ...moneyRefusals,
  'DEPOSIT_AMOUNT_REQUIRED',
  'DEPOSIT_BELOW_MIN',
  'AMOUNT_UNIT_MISMATCH',
  'KYC_REQUIRED',
  'NAME_MISMATCH',
  'REQUEST_ALREADY_PENDING',
  'SELF_LIMIT_EXCEEDED',
  'CEILING_EXCEEDED',
  'COOL_OFF_ACTIVE',
  'SELF_EXCLUDED',
] as const
const withdrawRefusals = [
  ...exitRefusals,
  'WITHDRAW_AMOUNT_REQUIRED',
  'WITHDRAW_EXCEEDS_BALANCE',
  'APPLY_BELOW_MIN',
  'AMOUNT_UNIT_MISMATCH',
  'WITHDRAW_LIMIT_EXCEEDED',
  'CEILING_EXCEEDED',
  'REQUEST_ALREADY_PENDING',
  'WALLET_ACCOUNT_REQUIRED',
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_UNVERIFIED',
  'TRAVEL_RULE_REQUIRED',
  'CURRENCY_UNSUPPORTED',
  'TRY_AGAIN_LATER',
] as const
const cancel = {
  tag,
  auth: 'member',
  response: DnwRow,
  errors: ['HISTORY_NOT_FOUND', 'CANCEL_CLOSED'],
} as const

export const moneyEndpoints = {
  dnwApply: endpoint({
    ...moneyRequest,
    path: '/api/dnw/apply',
    summary: '원화 입금 또는 출금 신청',
    body: z.strictObject({ type: z.enum(['D', 'W']), point: MoneyPoint, otp: SecondFactor.optional() }),
    response: DnwRow,
    errors: [...new Set([...depositRefusals, ...withdrawRefusals])],
  }),
  dnwDepositApply: endpoint({
    ...moneyRequest,
    path: '/api/dnw/deposit/apply',
    summary: '입금 신청: 보내는 이름은 본인 이름이어야 합니다',
    body: z.strictObject({ walletType: WalletType, point: MoneyPoint, depositor: z.string().max(40).optional() }),
    response: DnwRow,
    errors: [...depositRefusals, 'CURRENCY_UNSUPPORTED'],
  }),
  dnwWithdrawApply: endpoint({
    ...moneyRequest,
    path: '/api/dnw/withdraw/apply',
    summary: '출금 신청: 등록한 계좌나 주소로, 수수료는 금액에서 뺍니다',
    body: z.strictObject({
      walletType: WalletType,
      point: MoneyPoint,
      accountId: IdInput.optional(),
      addressId: IdInput.optional(),
      /** Who receives the coins, where the travel rule asks for it. */
      beneficiary: z.string().min(2).max(60).optional(),
      otp: SecondFactor.optional(),
    }),
    response: DnwRow,
    errors: withdrawRefusals,
  }),
  dnwCancel: endpoint({
    ...cancel,
    method: 'POST',
    path: '/api/dnw/cancel',
    summary: '신청 취소',
    idempotent: true,
    rate: 'money',
    body: z.strictObject({ dnwHistoryId: IdInput }),
  }),
  dnwCancelAlias: endpoint({
    ...cancel,
    method: 'GET',
    path: '/api/dnw/cancel',
    summary: '신청 취소 (같은 출처의 페이지에서만)',
    rate: 'setting',
    query: z.object({ dnwHistoryId: IdParam }),
    errors: [...cancel.errors, 'INVALID_ACCESS'],
  }),
  dnwList: endpoint({
    method: 'GET',
    path: '/api/dnw/list',
    summary: '입출금 내역',
    tag,
    auth: 'member',
    rate: 'read',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Summary', 'Simple']).optional(),
      type: z.string().max(2).optional(),
      typeStrs: ListParam.optional(),
      statusStrs: ListParam.optional(),
      walletType: z.string().max(12).optional(),
      startDate: Day.optional(),
      endDate: Day.optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: z.union([z.array(DnwRow), pageOf(DnwRow), DnwSummary, z.array(z.object({ id: Id, label: z.string() }))]),
    errors: [],
  }),
  dnwOne: endpoint({
    method: 'GET',
    path: '/api/dnw/one',
    summary: '입출금 내역 하나',
    tag,
    auth: 'member',
    query: z.object({ dnwHistoryId: IdParam }),
    response: DnwRow,
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
