import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Coin, DnwType } from './enums.ts'
import { BankAccount, jsonText } from './member.ts'
import { CoinArrival } from './money-arrival.ts'
import { Decimal, EpochMs, Id, IdInput } from './primitives.ts'
import { SecondFactor } from './security.ts'

const tag = '지갑'
const Done = z.object({ ok: z.literal(true) })

/** A bank of the site's list. */
export const Bank = z.object({ id: Id, code: z.string(), name: z.string() })
export type Bank = z.infer<typeof Bank>

/** A member's registered bank account, or an address of his book. Numbers are masked. */
export const PayoutAccount = z.object({
  id: Id,
  kind: z.enum(['BANK', 'ADDRESS']),
  /** BANK: the bank; ADDRESS: the coin and its network. */
  bankCode: z.string().nullable(),
  coin: Coin.nullable(),
  network: z.string().nullable(),
  label: z.string().meta({ example: '신한은행 ****4821' }),
  holder: z.string().meta({ description: 'Masked', example: '홍*동' }),
  isVerified: z.boolean(),
  holdUntil: EpochMs.nullable().meta({ description: 'Nothing leaves to it before' }),
  createdAt: EpochMs,
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

/** Where a member's coins arrive; the address is his for ever. */
export const DepositAddress = z.object({
  coin: Coin,
  network: z.string(),
  address: z.string(),
  tag: z.string().nullable().meta({ description: 'Memo or destination tag that has to be sent with it' }),
  expiresAt: EpochMs.nullable().meta({ description: 'A temporary one is watched until then; null: always' }),
})
export type DepositAddress = z.infer<typeof DepositAddress>

const CoinName = z.string().trim().toUpperCase().max(12)

/** What a page of deposits and withdrawals needs to know of the site. */
export const DnwSite = z.object({
  moneyMode: z.enum(['DEMO', 'LICENSED']),
  deposit: z.object({ min: Decimal, unit: Decimal, expiresSec: z.int() }),
  withdraw: z.object({
    min: Decimal,
    unit: Decimal,
    fee: Decimal,
    maxPerDay: Decimal,
    cancelWindowSec: z.int(),
    travelRuleFrom: Decimal.meta({ description: 'Coins worth so many won or more name who receives them' }),
  }),
  p2p: z
    .object({
      paySec: z.int(),
      answerSec: z.int(),
      lateSec: z.int(),
      lateCancelSec: z.int(),
      mostUnpaid: z.int(),
      blockSec: z.int(),
    })
    .meta({
      description:
        'A buyer pays within paySec; silence of answerSec after it is a dispute; so long after its end an order can be disputed; so many unpaid ones within blockSec bar a member for as long, and one that is cancelled in its last lateCancelSec is unpaid',
    }),
  bonus: z.object({ feeTimes: z.int(), netSec: z.int() }).meta({
    description:
      'The margin of a closed perpetual counts as feeTimes its fee; what stands against a trade within netSec counts as nothing',
  }),
  holds: z.object({ firstDepositSec: z.int(), depositSec: z.int(), changeSec: z.int() }),
  /** The accounts to send to; none for guests. */
  accounts: z.array(z.object({ bankCode: z.string(), bank: z.string(), number: z.string(), holder: z.string() })),
  coins: z.array(
    z.object({
      coin: Coin,
      name: z.string(),
      decimals: z.int(),
      isDeposit: z.boolean(),
      isWithdraw: z.boolean(),
      isBuy: z.boolean(),
      networks: z.array(
        z.object({
          network: z.string(),
          name: z.string(),
          minWithdraw: Decimal,
          fee: Decimal,
          confirmations: z.int(),
          needsTag: z.boolean(),
        }),
      ),
    }),
  ),
})
export type DnwSite = z.infer<typeof DnwSite>

export const moneyWalletEndpoints = {
  walletGenerate: endpoint({
    method: 'POST',
    path: '/api/wallet/generate',
    summary: '입금 주소 만들기, 출금 계좌나 주소 등록',
    tag,
    auth: 'member',
    inMaintenance: 'REFUSED',
    rate: 'setting',
    body: z.strictObject({
      coinName: CoinName,
      network: z.string().max(20).optional(),
      /** An address of one's own to withdraw to; without it and without bankInfo: an address to deposit to. */
      address: z.string().trim().min(8).max(120).optional(),
      tag: z.string().trim().max(40).optional(),
      /** With coinName KRW: the bank account to withdraw to. */
      bankInfo: z.union([BankAccount, jsonText.pipe(BankAccount)]).optional(),
      /** Bank account and address: the code of the authenticator app where one is enrolled, else the password once the sign-in is ten minutes old. */
      otp: SecondFactor.optional(),
      password: z.string().min(1).max(64).optional(),
    }),
    response: z.union([DepositAddress, PayoutAccount]),
    errors: [
      'CURRENCY_UNSUPPORTED',
      'NETWORK_UNSUPPORTED',
      'WALLET_INFO_INVALID',
      'NAME_MISMATCH',
      'KYC_REQUIRED',
      'STEP_UP_REQUIRED',
      'OTP_MISMATCH',
      'LOGIN_FAILED',
      'ACCOUNT_LOCKED',
      'FEATURE_DISABLED',
    ],
  }),
  walletTempGenerate: endpoint({
    method: 'POST',
    path: '/api/wallet/temp-generate',
    summary: '30분 동안 쓰는 입금 주소',
    tag,
    auth: 'member',
    inMaintenance: 'REFUSED',
    rate: 'setting',
    body: z.strictObject({ coinName: CoinName, network: z.string().max(20).optional() }),
    response: DepositAddress,
    errors: ['CURRENCY_UNSUPPORTED', 'NETWORK_UNSUPPORTED', 'WALLET_INFO_INVALID', 'KYC_REQUIRED', 'FEATURE_DISABLED'],
  }),
  walletArrivals: endpoint({
    method: 'GET',
    path: '/api/wallet/arrivals',
    summary: '들어오고 있는 코인: 새것부터. 다음 소식은 COIN_ARRIVAL로 옵니다',
    tag,
    auth: 'member',
    response: z.array(CoinArrival),
    errors: [],
  }),
  walletAccount: endpoint({
    method: 'GET',
    path: '/api/wallet/account',
    summary: '등록한 계좌와 주소',
    tag,
    auth: 'member',
    response: z.array(PayoutAccount),
    errors: [],
  }),
  walletAccountDelete: endpoint({
    method: 'POST',
    path: '/api/wallet/account/delete',
    summary: '등록한 계좌나 주소 삭제',
    tag,
    auth: 'member',
    rate: 'setting',
    body: z.strictObject({
      accountId: IdInput,
      /** As at the registration of an account. */
      otp: SecondFactor.optional(),
      password: z.string().min(1).max(64).optional(),
    }),
    response: Done,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'REQUEST_ALREADY_PENDING',
      'STEP_UP_REQUIRED',
      'OTP_MISMATCH',
      'LOGIN_FAILED',
      'ACCOUNT_LOCKED',
    ],
  }),
  bankList: endpoint({
    method: 'GET',
    path: '/api/banklist',
    summary: '은행 목록',
    tag,
    auth: 'guest',
    ignoresToken: true,
    response: z.array(Bank),
    errors: [],
  }),
  dnwSite: endpoint({
    method: 'GET',
    path: '/api/site_info/dnw',
    summary: '입출금 안내: 한도, 단위, 수수료, 보류, 보낼 계좌',
    tag,
    auth: 'guest',
    response: DnwSite,
    errors: [],
  }),
  bitdexOpen: endpoint({
    method: 'GET',
    path: '/api/site_info/temp/bitdex',
    summary: '비트덱스 이용 여부',
    tag,
    auth: 'guest',
    ignoresToken: true,
    response: z.object({
      isOpen: z.boolean(),
      url: z.string().meta({ description: 'The call that gives a member his address' }),
    }),
    errors: [],
  }),
  feeJson: endpoint({
    method: 'GET',
    path: '/fee.json',
    summary: '수수료와 최소 금액',
    tag,
    auth: 'guest',
    ignoresToken: true,
    response: z
      .partialRecord(DnwType, z.object({ fee: Decimal, min: Decimal }))
      .meta({ description: 'Of KRW, by type of request' }),
    errors: [],
  }),
  appId: endpoint({
    method: 'GET',
    path: '/data/appid.json',
    summary: '앱 식별자',
    tag,
    auth: 'guest',
    anySite: true,
    ignoresToken: true,
    response: z.object({ ios: z.string(), android: z.string(), web: z.string() }),
    errors: [],
  }),
}
