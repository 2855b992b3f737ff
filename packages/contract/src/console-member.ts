import { z } from 'zod'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { MemberStatus, StakeCurrency } from './enums.ts'
import { listCut, listDays } from './list-cut.ts'
import { CeilingKind, Limits, Wallet } from './member.ts'
import { MoneyHold } from './money-hold.ts'
import { Decimal, EpochMs, Id, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'

/** A member as staff find him; what tells who he is is masked. */
export const DeskMember = z.object({
  id: Id,
  username: z.string().meta({ description: 'Masked' }),
  name: z.string().meta({ description: 'Masked' }),
  nick: z.string(),
  phone: z.string().meta({ description: 'Masked; empty where he gave none' }),
  email: z.string().meta({ description: 'Masked; empty where he gave none' }),
  status: MemberStatus,
  kind: z.enum(['MEMBER', 'PARTNER']),
  isMobileBlocked: z.boolean(),
  createdAt: EpochMs,
  version: z.int().meta({ description: 'Counts what staff changed of him' }),
})
export type DeskMember = z.infer<typeof DeskMember>

/** A member in the list of the desk, with what he has and how he fared of late. */
export const ListedMember = DeskMember.extend({
  won: Decimal.meta({ description: 'Posted to his KRW wallet' }),
  usdt: Decimal.meta({ description: 'Posted to his futures wallet' }),
  resultWon: Decimal.meta({ description: 'Of rounds and overseas futures in 30 days, after fees' }),
  resultUsdt: Decimal.meta({ description: 'Of perpetuals in 30 days, after fees' }),
  lastSeenAt: EpochMs.nullable().meta({ description: 'The newest use of a session; null: never signed in' }),
})
export type ListedMember = z.infer<typeof ListedMember>

/** A sign-in and what became of it. */
export const DeskSession = z.object({
  id: Id,
  device: z.string(),
  ip: z.string(),
  createdAt: EpochMs,
  lastSeenAt: EpochMs,
  endedAt: EpochMs.nullable().meta({ description: 'null: it is open' }),
  endReason: z.string().nullable(),
})
export type DeskSession = z.infer<typeof DeskSession>

/** What staff wrote down about a member. */
export const MemberNote = z.object({
  id: Id,
  staffId: Id,
  text: z.string(),
  createdAt: EpochMs,
})
export type MemberNote = z.infer<typeof MemberNote>

/** A member with what decides about him. */
export const DeskProfile = DeskMember.extend({
  verified: z.object({
    phoneAt: EpochMs.nullable(),
    emailAt: EpochMs.nullable(),
    identityAt: EpochMs.nullable(),
    hasTotp: z.boolean(),
  }),
  wallets: z.array(Wallet.extend({ held: z.array(MoneyHold) })),
  sessions: z.array(DeskSession).meta({ description: 'The open ones, the newest use first' }),
  linked: z
    .array(DeskMember.pick({ id: true, username: true, status: true }))
    .meta({ description: 'Members of his risk group, the first 100' }),
  notes: z.array(MemberNote).meta({ description: 'The newest first, at most 100' }),
})
export type DeskProfile = z.infer<typeof DeskProfile>

/** What a member set for himself, and what the house keeps for his sake. */
export const DeskLimits = Limits.extend({
  usedMinutes: z.int().meta({ description: 'Minutes of use in the last 24 hours' }),
  acknowledgedAt: EpochMs.nullable().meta({ description: 'When he last read the risk warning' }),
})
export type DeskLimits = z.infer<typeof DeskLimits>

/** What tells who a member is, unmasked. */
export const PersonalData = z.object({
  username: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
})
export type PersonalData = z.infer<typeof PersonalData>

const CeilingAmount = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,8})?$/)
  .optional()
const paging = { page: PageParam.optional(), size: SizeParam.optional() }
const read = { ...deskRead, permission: 'members' } as const
const write = { ...desk, permission: 'members' } as const
const changed = { reason: Reason, version: IntInput }
const writeErrors = [
  'USER_NOT_FOUND',
  'MEMBER_LEFT',
  'STALE_VERSION',
  'IDEMPOTENCY_KEY_REUSED',
  'PERMISSION_DENIED',
] as const

export const consoleMemberEndpoints = {
  deskMembers: endpoint({
    ...read,
    path: '/api/console/member',
    summary: '회원 찾기',
    query: z.object({
      q: z.string().trim().max(80).optional().meta({
        description:
          'His number, phone number (or its last four digits), bank account or IP address as a whole; how his username, nick or name begins; how the hash of a device, account or address begins (10 digits at least)',
      }),
      status: MemberStatus.optional(),
      sort: z
        .enum(['NEWEST', 'OLDEST', 'WON', 'USDT', 'SEEN'])
        .optional()
        .meta({ description: 'WON, USDT, SEEN: the largest, or the latest use, first' }),
      ...listDays,
      ...paging,
    }),
    response: pageOf(ListedMember),
    errors: ['INVALID_REQUEST'],
  }),
  deskMember: endpoint({
    ...read,
    path: '/api/console/member/:id',
    summary: '회원 한 사람',
    params: deskParams,
    response: DeskProfile,
    errors: ['USER_NOT_FOUND'],
  }),
  deskMemberLimits: endpoint({
    ...read,
    path: '/api/console/member/:id/limit',
    summary: '회원의 한도와 보호: 스스로 정한 한도, 휴식, 자가 제한, 이용 시간',
    params: deskParams,
    response: DeskLimits,
    errors: ['USER_NOT_FOUND'],
  }),
  deskMemberCeiling: endpoint({
    ...desk,
    permission: 'ceilings',
    path: '/api/console/member/:id/ceiling',
    summary: '회원의 한도 낮추기와 해제: 사이트 한도보다 높일 수 없습니다',
    body: z.strictObject({
      reason: Reason,
      kind: CeilingKind,
      currency: StakeCurrency,
      amount: CeilingAmount.meta({ description: 'Without it: lifted' }),
      before: CeilingAmount.meta({ description: 'What the page showed; without it: none' }),
    }),
    response: Limits,
    errors: [
      'USER_NOT_FOUND',
      'MEMBER_LEFT',
      'CEILING_ABOVE_SITE',
      'STALE_VERSION',
      'INVALID_REQUEST',
      'IDEMPOTENCY_KEY_REUSED',
      'PERMISSION_DENIED',
    ],
  }),
  deskMemberSignIns: endpoint({
    ...read,
    path: '/api/console/member/:id/sign-in',
    summary: '회원의 로그인',
    params: deskParams,
    query: z.object({ ...listCut, ...paging }),
    response: pageOf(DeskSession),
    errors: ['INVALID_REQUEST', 'USER_NOT_FOUND'],
  }),
  deskMemberPersonal: endpoint({
    ...write,
    path: '/api/console/member/:id/personal',
    summary: '가리지 않은 개인정보: 사유와 함께 남습니다',
    body: z.strictObject({ reason: Reason }),
    response: PersonalData,
    errors: ['USER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
  deskMemberStatus: endpoint({
    ...write,
    path: '/api/console/member/:id/status',
    summary: '이용 정지, 정지 해제, 가입 승인',
    body: z.strictObject({ ...changed, status: z.enum(['ACTIVE', 'DENY']) }),
    response: DeskMember,
    errors: writeErrors,
  }),
  deskMemberDevice: endpoint({
    ...write,
    path: '/api/console/member/:id/device',
    summary: '모바일 기기 차단과 해제',
    body: z.strictObject({ ...changed, isMobileBlocked: z.boolean() }),
    response: DeskMember,
    errors: writeErrors,
  }),
  deskMemberEndSessions: endpoint({
    ...write,
    path: '/api/console/member/:id/session/end',
    summary: '로그인 끊기: 하나, 또는 모두',
    body: z.strictObject({ reason: Reason, sessionId: IntInput.optional() }),
    response: DeskMember,
    errors: ['USER_NOT_FOUND', 'HISTORY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
  deskMemberNote: endpoint({
    ...write,
    path: '/api/console/member/:id/note',
    summary: '메모 남기기',
    body: z.strictObject({ reason: Reason, text: z.string().trim().min(1).max(2000) }),
    response: MemberNote,
    errors: ['USER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'PERMISSION_DENIED'],
  }),
}
