import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Decimal, EpochMs, Id, IdInput, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'

export const CommissionType = z.enum(['FEE', 'ROLL', 'LOSS'])
export type CommissionType = z.infer<typeof CommissionType>
export const CommissionStatus = z.enum(['ACCRUING', 'WAITING', 'APPROVING', 'HELD', 'PAID', 'REJECTED', 'NOTHING'])
export type CommissionStatus = z.infer<typeof CommissionStatus>

const Percent = z.string().meta({ description: 'Percent, two to four decimals', example: '10.00' })

/** What a partner earned of one branch in a week, or of all branches together. */
export const ProfitRow = z.object({
  id: z.string(),
  period: z.string().meta({ example: '2026-10-05~2026-10-11' }),
  from: Day,
  to: Day,
  type: CommissionType,
  branchId: Id.nullable().meta({ description: 'The partner right below; null: his own members, or all branches' }),
  branchName: z.string().nullable(),
  memberCount: z.int(),
  base: Decimal,
  rate: Percent.nullable().meta({ description: 'Own rate less that of the branch; null: of branches with several' }),
  ownRate: Percent,
  childRate: Percent.nullable(),
  amount: Decimal,
  leftOut: z
    .object({ members: z.int(), base: Decimal })
    .meta({ description: 'Of his own risk group: it earns him nothing' }),
  carry: Decimal.meta({ description: 'Of LOSS: what has to be made up for before the branch earns again, 0 or less' }),
  status: CommissionStatus,
  decidedAt: EpochMs.nullable(),
  txnId: Id.nullable(),
  isDemo: z.boolean(),
})
export type ProfitRow = z.infer<typeof ProfitRow>
export const ProfitSummary = z.object({ accruing: Decimal, waiting: Decimal, paid: Decimal })
export type ProfitSummary = z.infer<typeof ProfitSummary>

/** What a day brings a partner, before it is decided. */
export const ProfitDay = z.object({
  day: Day,
  fee: Decimal.nullable().meta({ description: 'null: fewer than three members, who are shown by the week alone' }),
  roll: Decimal.nullable(),
})
export type ProfitDay = z.infer<typeof ProfitDay>

/** A member whom a partner brought, as far as the partner sees him. */
export const BroughtMember = z.object({
  nick: z.string().meta({ example: 'ji****' }),
  joinedMonth: z.string().regex(/^\d{4}-\d{2}$/),
  isActive: z.boolean().meta({ description: 'He traded or had a stake decided in the last 14 days' }),
  branchName: z.string(),
})
export type BroughtMember = z.infer<typeof BroughtMember>

const read = { method: 'GET', tag: '파트너', auth: 'member', rate: 'lookup', errors: ['PARTNER_NOT_FOUND'] } as const
const page = { page: PageParam.optional(), size: SizeParam.optional() }

export const partnerProfitEndpoints = {
  partnerProfit: endpoint({
    ...read,
    path: '/api/partner_profit/my_list',
    summary: '내 정산: 주마다, 종류와 줄기별로',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Summary']).optional(),
      isChildren: z.enum(['0', '1']).optional().meta({ description: '1: each branch; 0: the sums of each type' }),
      typeStrs: ListParam.optional(),
      startDate: Day.optional(),
      endDate: Day.optional(),
      ...page,
    }),
    response: z.union([z.array(ProfitRow), pageOf(ProfitRow), ProfitSummary]),
    errors: ['PARTNER_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  partnerDaily: endpoint({
    ...read,
    path: '/api/partner_profit/daily',
    summary: '내 정산: 하루마다, 확정 전',
    query: z.object({
      month: z
        .string()
        .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/)
        .meta({ description: 'A month in Korea', example: '2026-10' }),
    }),
    response: z.array(ProfitDay),
  }),
  partnerMembers: endpoint({
    ...read,
    path: '/api/partner/member/list',
    summary: '내 회원: 이름을 가려서',
    query: z.object({ branchId: IdInput.optional(), ...page }),
    response: pageOf(BroughtMember),
  }),
}
