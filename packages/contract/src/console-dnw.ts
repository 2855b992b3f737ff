import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listCut, listDays } from './list-cut.ts'
import { MemberMarks } from './member-marks.ts'
import { DnwRow } from './money-row.ts'
import { EpochMs, Id, IdInput, IdParam, IntInput, ListParam, PageParam, pageOf, SizeParam } from './primitives.ts'
import { Wording } from './wording.ts'

const tag = '콘솔'

/** What staff write with each act; it stands in the audit log. */
export const Reason = z.string().trim().min(1).max(500)
export const deskParams = z.object({ id: IdParam })
/** The version that the caller looked at: an older one is refused. */
const DeskBody = z.strictObject({ reason: Reason, version: IntInput })

/** A request as the desk sees it. */
export const DeskRow = DnwRow.extend({
  memberId: Id,
  version: z.int(),
  takenBy: Id.nullable(),
  /** A large or flagged request takes two. */
  approvalsNeeded: z.int(),
  approvals: z.array(z.object({ staffId: Id, at: EpochMs })),
  /** Why it takes two, and the same in words. */
  flags: z.array(z.string()),
  flagWords: z.array(Wording),
})
export type DeskRow = z.infer<typeof DeskRow>
/** What somebody at the desk wrote down about a request, for colleagues. */
export const DeskNote = z.object({ id: Id, staffId: Id, staffName: z.string(), text: z.string(), at: EpochMs })
export type DeskNote = z.infer<typeof DeskNote>
/** A row of the desk's list; the member's names are masked. */
export const DeskListRow = DeskRow.extend({
  username: z.string(),
  name: z.string(),
  takenByName: z.string().nullable(),
  marks: MemberMarks,
  note: DeskNote.nullable().meta({ description: 'The newest note about it' }),
})
export type DeskListRow = z.infer<typeof DeskListRow>

export const ApprovalKind = z.enum([
  'DNW',
  'SUSPENSE_ASSIGN',
  'SUSPENSE_RETURN',
  'SUSPENSE_OFFSET',
  'UNFREEZE',
  'BONUS_GRANT',
  'BONUS_DEDUCT',
  'COUPON_CREATE',
  'P2P_RELEASE',
  'P2P_RETURN',
  'STOP_OPEN',
  'PAUSE_OPEN',
  'ROUND_VOID',
  'CONFIGURE',
  'MEMBER_PAYOUT',
  'CASH_DEDUCT',
  'PAYOUT_END',
  'HOUSE_MOVE',
  'STATEMENT_IMPORT',
  'BREAK_SETTLE',
  'PAYOUT_BAR',
  'PROVIDER_TARIFF',
  'GROUP_EXEMPT',
  'GROUP_LINK',
  'GROUP_UNDO',
  'STAFF_CREATE',
  'STAFF_ROLE',
  'STAFF_DISABLE',
  'STAFF_TOTP_RESET',
  'SITE_CHANGE',
  'SITE_CREATE',
  'SITE_MODE',
  'SITE_BANK',
  'SITE_LOGO',
  'SITE_PROVIDER',
  'P2P_MERCHANT',
  'STAFF_CAP',
  'APPROVAL_LIFE',
  'MAINTENANCE',
  'PARTNER_CREATE',
  'PARTNER_TERMS',
  'PARTNER_LIFT',
  'PARTNER_CODE',
  'MEMBER_PARTNER',
  'COMMISSION_PAY',
  'COMMISSION_REJECT',
])
export type ApprovalKind = z.infer<typeof ApprovalKind>

/** What a change does to one thing, in words; null: there was nothing before, or there is nothing after. */
export const ApprovalField = z.object({
  label: Wording,
  before: Wording.nullable(),
  after: Wording.nullable(),
  isWarning: z.boolean().optional().meta({ description: 'It speaks against what is asked' }),
})
export type ApprovalField = z.infer<typeof ApprovalField>

/** A change that waits for a second person; one that nobody agreed to in time has lapsed. */
export const Approval = z.object({
  id: Id,
  kind: ApprovalKind,
  subjectId: Id.meta({
    description:
      'DNW, PAYOUT_END: the request; SUSPENSE_…: the money; CASH_DEDUCT: the posting; UNFREEZE, BONUS_…, MEMBER_PAYOUT, GROUP_EXEMPT, GROUP_LINK: the member; COUPON_CREATE, HOUSE_MOVE, STATEMENT_IMPORT, BREAK_SETTLE, PAYOUT_BAR, PROVIDER_TARIFF, CONFIGURE, STAFF_CREATE: who asked; STAFF_…: the member of staff; P2P_…: the order; GROUP_UNDO: the edit; STOP_OPEN: the stop; PAUSE_OPEN: who asked; ROUND_VOID: the round; SITE_CHANGE, SITE_CREATE, SITE_MODE, SITE_BANK, SITE_LOGO, SITE_PROVIDER: the site; P2P_MERCHANT: the merchant, or who asked for a new one; STAFF_CAP: the member of staff, or who asked for a role; APPROVAL_LIFE: who asked; MAINTENANCE: the site; PARTNER_CREATE: who asked, or the one who applied; PARTNER_…: the partner; MEMBER_PARTNER: the member; COMMISSION_PAY: who asked; COMMISSION_REJECT: the partner',
  }),
  reason: z.string().nullable().meta({ description: 'What the first person wrote; null of DNW' }),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.array(ApprovalField).meta({
    description:
      'Before → after, as the first person saw it: what is newer when the second one agrees is refused as STALE_VERSION',
  }),
  mayApprove: z
    .boolean()
    .meta({ description: 'Whether the caller may be the second person now; never of what he asked for' }),
  requestedBy: Id,
  createdAt: EpochMs,
  expiresAt: EpochMs,
  state: z.enum(['PENDING', 'APPROVED', 'REFUSED', 'FAILED', 'EXPIRED']),
  decidedBy: Id.nullable(),
  failure: z.string().nullable().meta({ description: 'Of FAILED: the code of the refusal' }),
  request: DeskListRow.nullable().meta({ description: 'Of DNW' }),
})
export type Approval = z.infer<typeof Approval>
/** One of the list, with the name of who asked. */
export const ListedApproval = Approval.extend({ requestedByName: z.string() })
export type ListedApproval = z.infer<typeof ListedApproval>
export const Waiting = z.object({ approvalId: Id }).meta({ description: '202: a second person has to approve' })

export const deskRead = { method: 'GET', tag, auth: 'staff', permission: 'money', errors: [] } as const
/** What steps of the desk have in common. */
export const desk = {
  method: 'POST',
  tag,
  auth: 'staff',
  permission: 'money',
  idempotent: true,
  needsKey: true,
  rate: 'desk',
  params: deskParams,
  body: DeskBody,
  response: DeskRow,
} as const
/** A member who may bring no money at present. */
export const barredDepositor = ['SELF_EXCLUDED', 'COOL_OFF_ACTIVE', 'ACCOUNT_DENIED'] as const
const deskErrors = ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'PERMISSION_DENIED'] as const

/** Requests that one call approves at most, and the KRW below which each of them has to stay. */
export const bulkMostRequests = 20
export const bulkBelowWon = 1_000_000

/** What became of one of several: DONE, or why it is left to be looked at by itself. REFUSED: with `code`. */
const BulkOutcome = z.object({
  id: Id,
  outcome: z.enum(['DONE', 'OTHER_KIND', 'NOT_ARRIVED', 'LARGE', 'FLAGGED', 'FROZEN', 'REFUSED']),
  code: z.string().nullable(),
})
export type BulkOutcome = z.infer<typeof BulkOutcome>

export const consoleDnwEndpoints = {
  deskList: endpoint({
    ...deskRead,
    path: '/api/console/dnw',
    summary: '입출금 신청 목록',
    query: z.object({
      typeStrs: ListParam.optional(),
      statusStrs: ListParam.optional(),
      order: z.enum(['NEWEST', 'OLDEST']).optional().meta({ description: 'The newest first unless told' }),
      q: z.string().trim().max(80).optional().meta({
        description:
          'A number (of the request, its transaction or its amount), what a provider calls it, or a part of an account, payer or username',
      }),
      ...listDays,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(DeskListRow),
  }),
  deskTake: endpoint({
    ...desk,
    changesNothing: true,
    path: '/api/console/dnw/:id/take',
    summary: '담당 지정: 회원이 취소할 수 있는 시간이 지난 뒤에. from의 직원이 담당하는 것을 넘겨받기',
    body: DeskBody.extend({
      from: IdInput.optional().meta({ description: 'Whose hands it is taken from; without it nobody may have it' }),
    }),
    errors: [...deskErrors, 'REQUEST_CANCELABLE'],
  }),
  deskRelease: endpoint({
    ...desk,
    changesNothing: true,
    path: '/api/console/dnw/:id/release',
    summary: '담당 해제',
    errors: deskErrors,
  }),
  deskColleagues: endpoint({
    ...deskRead,
    path: '/api/console/dnw_colleague',
    summary: '신청을 넘겨받을 수 있는 직원',
    response: z.object({ content: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  deskHandOver: endpoint({
    ...desk,
    changesNothing: true,
    path: '/api/console/dnw/:id/hand_over',
    summary: '담당 넘기기: 담당하는 직원이 다른 직원에게',
    body: DeskBody.extend({ to: IdInput }),
    errors: [...deskErrors, 'USER_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  deskNote: endpoint({
    ...desk,
    permission: 'deskNotes',
    changesNothing: true,
    path: '/api/console/dnw/:id/note',
    summary: '신청에 메모 남기기: 직원만 봅니다',
    body: z.strictObject({ reason: Reason, text: z.string().trim().min(1).max(1_000) }),
    response: DeskNote,
    errors: ['HISTORY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
  deskApprove: endpoint({
    ...desk,
    path: '/api/console/dnw/:id/approve',
    summary: '승인: 큰 금액과 표시된 신청은 두 사람이',
    response: z.union([DeskRow, Waiting]),
    errors: [
      ...deskErrors,
      'REQUEST_CANCELABLE',
      'APPROVAL_SELF',
      'STAFF_CAP',
      ...barredDepositor,
      'P2P_LIMIT',
      'TRY_AGAIN_LATER',
    ],
  }),
  deskApproveMany: endpoint({
    ...desk,
    path: '/api/console/dnw/approve_many',
    summary:
      '여러 신청을 한꺼번에 승인: 들어온 입금과 출금 가운데 100만 원 미만, 위험 표시와 동결이 없는 것만. 하나하나 기록에 남습니다',
    params: z.object({}),
    body: z.strictObject({
      reason: Reason,
      requests: z
        .array(z.strictObject({ id: IdInput, version: IntInput }))
        .min(1)
        .max(bulkMostRequests),
    }),
    response: z.object({ results: z.array(BulkOutcome) }),
    errors: ['PERMISSION_DENIED', 'TRY_AGAIN_LATER'],
  }),
  deskReject: endpoint({
    ...desk,
    path: '/api/console/dnw/:id/reject',
    summary: '반려: 돈은 지갑으로 돌아갑니다',
    errors: deskErrors,
  }),
  deskComplete: endpoint({
    ...desk,
    path: '/api/console/dnw/:id/complete',
    summary: '승인한 출금을 거래 내역의 한 줄로 마칩니다',
    body: DeskBody.extend({ statementLine: z.string().trim().min(1).max(100) }),
    errors: [...deskErrors, 'INVALID_REQUEST', 'APPROVAL_SELF'],
  }),
  approvalList: endpoint({
    ...deskRead,
    permission: 'approvals',
    path: '/api/console/approvals',
    summary: '두 번째 승인을 기다리는 일과, 하루 안에 실행되지 않거나 시간이 지난 일',
    query: z.object({
      stateStrs: ListParam.optional().meta({ description: 'All of these that wait or ended within a day unless told' }),
      ...listCut,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(ListedApproval),
  }),
  approvalApprove: endpoint({
    ...desk,
    permission: 'approvals',
    path: '/api/console/approvals/:id/approve',
    summary: '두 번째 승인',
    body: z.strictObject({ reason: Reason }),
    response: z.union([DeskRow, Approval]),
    errors: [
      'APPROVAL_NOT_FOUND',
      'APPROVAL_SELF',
      'APPROVAL_EXPIRED',
      'STALE_VERSION',
      'PERMISSION_DENIED',
      'STAFF_CAP',
      'P2P_LIMIT',
      'TRY_AGAIN_LATER',
    ],
  }),
  approvalRefuse: endpoint({
    ...desk,
    permission: 'approvals',
    path: '/api/console/approvals/:id/refuse',
    summary: '두 번째 승인 거절',
    body: z.strictObject({ reason: Reason }),
    response: z.union([DeskRow, Approval]),
    errors: ['APPROVAL_NOT_FOUND', 'APPROVAL_EXPIRED', 'STALE_VERSION', 'PERMISSION_DENIED'],
  }),
}
