import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { PartnerStatus } from './partner.ts'
import { CommissionStatus, CommissionType } from './partner-profit.ts'
import { Day, Decimal, EpochMs, Id, IdInput, IdParam, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** What a week owes one partner, and where he stands. */
export const CommissionNode = z.object({
  partnerId: Id,
  name: z.string(),
  code: z.string(),
  level: z.int(),
  parentId: Id.nullable(),
  ownerId: Id,
  status: PartnerStatus,
  feeRate: z.string(),
  rollRate: z.string(),
  lossRate: z.string(),
  memberCount: z.int(),
  fee: Decimal,
  roll: Decimal,
  amount: Decimal,
  leftOut: Decimal.meta({ description: 'Base of members of his own risk group' }),
  state: CommissionStatus,
  version: z.int().nullable().meta({ description: 'Of what waits; null: nothing does' }),
})
export type CommissionNode = z.infer<typeof CommissionNode>

export const CommissionWeek = z.object({
  from: Day,
  to: Day,
  isClosed: z.boolean(),
  digest: z.string().nullable().meta({ description: 'SHA-256 of all lines of a closed week' }),
  fee: Decimal.meta({ description: 'Trading fees of members of partners, KRW' }),
  roll: Decimal.meta({ description: 'Decided stakes in cash, less what stood opposite' }),
  amount: Decimal,
  members: z.int(),
  nodes: z.array(CommissionNode),
})
export type CommissionWeek = z.infer<typeof CommissionWeek>

export const CommissionLineRow = z.object({
  partnerId: Id,
  name: z.string(),
  branchId: Id.nullable(),
  branchName: z.string().nullable(),
  type: CommissionType,
  base: Decimal,
  ownRate: z.string(),
  childRate: z.string(),
  amount: Decimal,
  memberCount: z.int(),
  leftOutCount: z.int(),
  leftOutBase: Decimal,
  carry: Decimal.meta({ description: 'Of LOSS: what has to be made up for before the branch earns again, 0 or less' }),
})
export type CommissionLineRow = z.infer<typeof CommissionLineRow>

/** A fee that a member paid, or a stake that was decided: what a week is counted from. */
export const CommissionPosting = z.object({
  id: Id,
  at: EpochMs,
  memberId: Id,
  partnerId: Id,
  partnerName: z.string(),
  type: CommissionType,
  txnId: Id.nullable().meta({ description: 'Of a fee; null: a stake, which `id` names' }),
  currency: z.string(),
  amount: Decimal.meta({ description: 'Fees as paid; stakes in cash, what stood opposite included' }),
})
export type CommissionPosting = z.infer<typeof CommissionPosting>

const read = { ...deskRead, permission: 'partners', errors: ['PARTNER_WEEK'] } as const
const of = { ...desk, permission: 'partners', params: z.object({ week: Day, partnerId: IdParam }) } as const
const week = Day.optional().meta({ description: 'A Monday; without it the running week' })

export const consoleCommissionEndpoints = {
  commissionWeek: endpoint({
    ...read,
    path: '/api/console/commission',
    summary: '한 주의 파트너 정산',
    query: z.object({ week }),
    response: CommissionWeek,
  }),
  commissionLines: endpoint({
    ...read,
    path: '/api/console/commission/line',
    summary: '한 주의 정산 내역: 파트너와 줄기, 종류별로',
    query: z.object({ week, partnerId: IdInput.optional(), page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(CommissionLineRow),
  }),
  commissionPostings: endpoint({
    ...read,
    path: '/api/console/commission/posting',
    summary: '한 주의 정산 근거: 회원의 수수료와 참여 하나하나',
    query: z.object({ week, partnerId: IdInput.optional(), page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(CommissionPosting),
    errors: ['PARTNER_WEEK', 'INVALID_REQUEST'],
  }),
  commissionPay: endpoint({
    ...desk,
    permission: 'partners',
    params: z.object({}),
    path: '/api/console/commission/pay',
    summary: '파트너 정산 지급: 두 사람이',
    body: z.strictObject({ week: Day, partnerIds: z.array(Id).min(1).max(100), reason: Reason }),
    response: Waiting,
    errors: ['PARTNER_WEEK', 'STALE_VERSION', 'APPROVAL_ALREADY_ASKED'],
  }),
  commissionHold: endpoint({
    ...of,
    path: '/api/console/commission/:week/:partnerId/hold',
    summary: '파트너 정산 보류와 해제',
    body: z.strictObject({ isHeld: z.boolean(), version: IntInput, reason: Reason }),
    response: z.object({ version: z.int() }),
    errors: ['PARTNER_WEEK', 'STALE_VERSION'],
  }),
  commissionReject: endpoint({
    ...of,
    path: '/api/console/commission/:week/:partnerId/reject',
    summary: '파트너 정산 거절: 두 사람이',
    body: z.strictObject({ reason: Reason }),
    response: Waiting,
    errors: ['PARTNER_WEEK', 'STALE_VERSION', 'APPROVAL_ALREADY_ASKED'],
  }),
}
