import { z } from 'zod'
import { deskParams, deskRead } from './console-dnw.ts'
import { Line } from './console-risk.ts'
import { endpoint } from './endpoint.ts'
import { Currency, WalletType } from './enums.ts'
import { listCut } from './list-cut.ts'
import { Day, Decimal, EpochMs, Id, IdParam, PageParam, pageOf, SizeParam } from './primitives.ts'

/** A posting to a member's wallet. */
export const LedgerEntry = z.object({
  postingId: Id,
  txnId: Id,
  memberId: Id,
  walletType: WalletType,
  currency: Currency,
  amount: Decimal.meta({ description: 'Above zero: to the member' }),
  balance: Decimal.meta({ description: 'Of the wallet, after it' }),
  reason: z.string().meta({ description: 'Why it was posted', example: 'ROUND_WIN' }),
  refId: Id.nullable().meta({ description: 'What caused it' }),
  at: EpochMs.meta({ description: 'Domain clock' }),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** A side of a transaction. */
const LedgerPosting = z.object({
  postingId: Id,
  account: z.string().meta({ description: 'MEMBER, MEMBER_BONUS, or an account of the house', example: 'PNL_ROUND' }),
  sub: z.string().meta({ description: 'Which provider, bank account, or coin and network; mostly empty' }),
  memberId: Id.nullable(),
  walletType: WalletType.nullable(),
  currency: Currency,
  amount: Decimal.meta({ description: 'Above zero: to the account' }),
})

/** What a transaction came from. */
export const LedgerCause = z.object({
  kind: z.enum(['DNW', 'BET', 'ORDER', 'FILL', 'POSITION']),
  id: Id,
  memberId: Id,
  desk: z
    .enum(['deposits', 'withdrawals'])
    .nullable()
    .meta({ description: 'Of a request that a desk decides: which one' }),
  status: z.string().meta({ description: 'Its state now; empty where it has none' }),
  at: EpochMs,
})
export type LedgerCause = z.infer<typeof LedgerCause>

/** A transaction: its postings sum to zero per currency. */
export const LedgerTxn = z.object({
  txnId: Id,
  reason: z.string(),
  refId: Id.nullable(),
  at: EpochMs,
  postings: z.array(LedgerPosting),
  causes: z.array(LedgerCause).meta({ description: 'The nearest first: a fill, then its order' }),
})
export type LedgerTxn = z.infer<typeof LedgerTxn>

/** What the house earned on an instrument of a site in a day. */
export const HouseResult = z.object({
  day: Day,
  site: z.string(),
  line: Line,
  instrument: z
    .string()
    .meta({ description: 'Empty: what the ledger has of the line beyond its instruments, as funding and nights' }),
  currency: z.enum(['KRW', 'USDT']),
  result: Decimal.meta({ description: 'Of members’ gains and losses, without fees; above zero the house gained' }),
  fees: Decimal,
})
export type HouseResult = z.infer<typeof HouseResult>

/** How a site did on a day in Korea. */
export const KpiDay = z.object({
  day: Day,
  actives: z.int().meta({ description: 'Members whose money moved' }),
  joined: z.int(),
  depositors: z.int(),
  deposits: Decimal.meta({ description: 'Completed, in KRW' }),
})
export type KpiDay = z.infer<typeof KpiDay>

const Later = z
  .int()
  .nullable()
  .meta({ description: 'How many of them were active so many weeks later; null: that week is not over' })
/** Who signed up in a week, and came back. */
export const RetentionWeek = z.object({
  week: Day.meta({ description: 'Its Monday' }),
  joined: z.int(),
  after1: Later,
  after4: Later,
  after8: Later,
  after12: Later,
})
export type RetentionWeek = z.infer<typeof RetentionWeek>

const read = { ...deskRead, permission: 'results' } as const
const page = { query: z.object({ page: PageParam.optional(), size: SizeParam.optional() }) } as const

export const consoleLedgerEndpoints = {
  ledgerList: endpoint({
    ...read,
    path: '/api/console/ledger',
    summary: '원장: 회원이나 날의 기록, 최근 것부터',
    query: z.object({
      memberId: IdParam.optional(),
      walletType: WalletType.optional(),
      reason: z
        .string()
        .regex(/^[A-Z0-9_]{1,40}$/)
        .optional(),
      startDate: Day.optional(),
      endDate: Day.optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(LedgerEntry).meta({
      description: 'totalElements counts to 10,001, which says more than 10,000; no page goes beyond these',
    }),
    errors: ['INVALID_REQUEST', 'USER_NOT_FOUND', 'TRY_AGAIN_LATER'],
  }),
  kpiList: endpoint({
    ...read,
    ...page,
    path: '/api/console/kpi',
    summary: '운영 지표: 최근 90일의 활동 회원, 가입, 입금',
    response: pageOf(KpiDay),
    errors: ['TRY_AGAIN_LATER'],
  }),
  retentionList: endpoint({
    ...read,
    ...page,
    path: '/api/console/retention',
    summary: '가입한 주별로 1, 4, 8, 12주 뒤에도 활동한 회원',
    response: pageOf(RetentionWeek),
    errors: ['TRY_AGAIN_LATER'],
  }),
  houseResults: endpoint({
    ...read,
    path: '/api/console/house_result',
    summary: '하우스 손익: 날, 사이트, 상품, 종목마다. 상품의 합은 원장과 같습니다. 92일까지, 없으면 최근 7일',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(HouseResult),
    errors: ['INVALID_REQUEST', 'TRY_AGAIN_LATER'],
  }),
  ledgerTxn: endpoint({
    ...read,
    path: '/api/console/ledger/:id',
    summary: '거래 하나: 전표와 그것을 만든 일',
    params: deskParams,
    response: LedgerTxn,
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
