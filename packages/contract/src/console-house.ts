import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency, WalletType } from './enums.ts'
import { listCut } from './list-cut.ts'
import { Decimal, DecimalInput, EpochMs, Id, IdInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** What is left of a member in one wallet, and where it would go. */
const RestWallet = z.object({
  walletType: WalletType,
  currency: Currency,
  posted: Decimal,
  free: Decimal.meta({ description: 'What may leave now: the rest waits for holds, orders or stakes' }),
  accountId: Id.nullable(),
  account: z.string().nullable().meta({ description: 'Masked; null: he has registered none that is verified' }),
})
const MemberRest = z.object({ isDenied: z.boolean(), isPending: z.boolean(), wallets: z.array(RestWallet) })

/** An account that holds money of the house. */
const Place = z.strictObject({
  account: z.enum(['BANK_KRW', 'COIN_HOT', 'COIN_COLD', 'PROVIDER_CLEARING']),
  sub: z.string().trim().min(1).max(40).meta({ description: 'The bank account, the network or the provider' }),
})
export type HousePlace = z.infer<typeof Place>

export const HouseMoveKind = z.enum([
  'TRANSFER',
  'OPENING',
  'CAPITAL_IN',
  'CAPITAL_OUT',
  'FUND_IN',
  'FUND_OUT',
  'FLOAT_IN',
  'FLOAT_OUT',
])
export type HouseMoveKind = z.infer<typeof HouseMoveKind>

export const HouseAccount = z.object({
  account: z.string(),
  sub: z.string(),
  currency: Currency,
  kind: z.enum(['HELD', 'OWED', 'OWN']).meta({
    description: 'HELD by the house, OWED by it, or its OWN: capital and what it earned and spent',
  }),
  balance: z.string().meta({ description: 'Signed: HELD as an asset, the others as a credit' }),
})
export type HouseAccount = z.infer<typeof HouseAccount>
export const HouseStatement = z.object({
  provider: z.string(),
  currency: Currency,
  day: z.iso.date(),
  closing: z.string(),
  isFinal: z.boolean(),
  readAt: EpochMs,
  ledger: z.string().meta({ description: 'What the ledger says of the same accounts now' }),
})
export type HouseStatement = z.infer<typeof HouseStatement>
export const HouseMove = z.object({
  id: Id,
  move: HouseMoveKind,
  currency: Currency,
  amount: Decimal,
  creditAccount: z.string(),
  creditSub: z.string(),
  debitAccount: z.string(),
  debitSub: z.string(),
  reference: z.string(),
  txnId: Id,
  createdAt: EpochMs,
})
export type HouseMove = z.infer<typeof HouseMove>

export const consoleHouseEndpoints = {
  memberRest: endpoint({
    ...deskRead,
    permission: 'restPayout',
    params: deskParams,
    path: '/api/console/member/:id/payout',
    summary: '이용이 막힌 회원의 잔액: 지갑마다 지금 나갈 수 있는 금액',
    response: MemberRest,
    errors: ['USER_NOT_FOUND'],
  }),
  memberPayout: endpoint({
    ...desk,
    permission: 'restPayout',
    params: deskParams,
    path: '/api/console/member/:id/payout',
    summary: '이용이 막힌 회원의 잔액을 그의 계좌로: 두 사람이',
    body: z.strictObject({ reason: Reason, walletType: WalletType, accountId: IdInput.optional() }),
    response: Waiting,
    errors: [
      'USER_NOT_FOUND',
      'STALE_VERSION',
      'WALLET_NOT_FOUND',
      'CURRENCY_UNSUPPORTED',
      'NETWORK_UNSUPPORTED',
      'WALLET_ACCOUNT_REQUIRED',
      'ACCOUNT_NOT_FOUND',
      'WALLET_INFO_INVALID',
      'ACCOUNT_UNVERIFIED',
      'WITHDRAW_HOLD',
      'WITHDRAW_EXCEEDS_BALANCE',
      'WITHDRAW_FROZEN',
      'WITHDRAW_PAUSED',
      'TRAVEL_RULE_REQUIRED',
      'REQUEST_ALREADY_PENDING',
      'FEATURE_DISABLED',
    ],
  }),
  treasury: endpoint({
    ...deskRead,
    permission: 'treasury',
    path: '/api/console/treasury',
    summary: '하우스 계정: 잔액과 거래 내역이 말하는 금액',
    response: z.object({
      accounts: z.array(HouseAccount),
      equity: z.array(z.object({ currency: Currency, amount: z.string() })),
      statements: z.array(HouseStatement),
    }),
  }),
  treasuryMoves: endpoint({
    ...deskRead,
    permission: 'treasury',
    path: '/api/console/treasury/moves',
    summary: '하우스 돈의 이동: 새것부터',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(HouseMove),
  }),
  treasuryMove: endpoint({
    ...desk,
    permission: 'treasury',
    params: z.object({}),
    path: '/api/console/treasury/move',
    summary: '하우스 돈 옮기기, 자본금과 보험기금, P2P 상인의 코인 넣고 빼기: 두 사람이',
    body: z.strictObject({
      reason: Reason,
      move: HouseMoveKind,
      currency: Currency,
      amount: DecimalInput,
      from: Place.optional().meta({ description: 'Of TRANSFER, CAPITAL_OUT and FLOAT_OUT' }),
      to: Place.optional().meta({ description: 'Of TRANSFER, OPENING, CAPITAL_IN and FLOAT_IN' }),
      merchantId: IdInput.optional().meta({
        description: 'Of FLOAT_IN and FLOAT_OUT: whose USDT come or go; merchants of DEMO sites have virtual ones',
      }),
      reference: z.string().trim().max(100).optional().meta({ description: 'The line of a statement that shows it' }),
    }),
    response: Waiting,
    errors: ['INVALID_REQUEST', 'AMOUNT_UNIT_MISMATCH', 'HISTORY_NOT_FOUND', 'STALE_VERSION', 'BALANCE_INSUFFICIENT'],
  }),
}
