import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { StaffRole } from './enums.ts'
import { listCut } from './list-cut.ts'
import { Email, LoginUsername, Password, PersonName, Session } from './member.ts'
import { LevelInput, PartnerRow } from './partner.ts'
import { EpochMs, Id, IdInput, IntInput, PageParam, pageOf, SizeParam } from './primitives.ts'
import { SecondFactor } from './security.ts'

/** A member of staff. */
export const StaffRow = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  role: StaffRole,
  siteIds: z.array(Id),
  isTotpOn: z.boolean(),
  createdAt: EpochMs,
  disabledAt: EpochMs.nullable(),
  lastSeenAt: EpochMs.nullable().meta({ description: 'Newest use of a session; null: none' }),
})
export type StaffRow = z.infer<typeof StaffRow>
export const ListedStaff = StaffRow.extend({
  sessions: z.int().nonnegative().meta({ description: 'Where they are signed in now' }),
})
export type ListedStaff = z.infer<typeof ListedStaff>

/** Staff are level 0 of the house; partners stand below them. */
const AdminRow = z.union([StaffRow.extend({ level: z.literal(0), parentId: z.null() }), PartnerRow])
const siteIds = z.array(Id).min(1).max(50)
const NewStaff = z.strictObject({
  username: LoginUsername,
  name: PersonName,
  role: StaffRole,
  siteIds,
  email: Email.meta({ description: 'Where the code goes with which the new member of staff sets his password' }),
  reason: Reason,
})
const read = { ...deskRead, permission: 'staff' } as const
const two = { ...desk, permission: 'staff', response: Waiting } as const
const sessions = z.array(Session).meta({ description: 'The open ones, the newest use first' })
const create = {
  ...two,
  params: z.object({}),
  body: NewStaff,
  errors: ['USERNAME_DUPLICATE', 'SITE_NOT_FOUND'],
} as const
const changeErrors = ['USER_NOT_FOUND', 'STALE_VERSION', 'INVALID_REQUEST'] as const

export const consoleStaffEndpoints = {
  staffNames: endpoint({
    ...deskRead,
    permission: 'self',
    path: '/api/console/staff_name',
    summary: '이 사이트에서 일하거나 일한 직원의 이름',
    response: z.array(z.object({ id: Id, name: z.string() })),
  }),
  consoleMe: endpoint({
    ...deskRead,
    permission: 'self',
    path: '/api/console/me',
    summary: '내 역할, 권한, 사이트',
    response: z.object({
      id: Id,
      username: z.string(),
      role: StaffRole,
      rights: z.record(z.string(), z.enum(['none', 'read', 'write', 'second', 'ask', 'agree'])),
      sites: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
    }),
  }),
  staffProof: endpoint({
    method: 'POST',
    tag: '콘솔',
    auth: 'staff',
    permission: 'proof',
    rate: 'desk',
    path: '/api/console/step-up',
    summary: '인증 앱의 번호를 다시 확인: 돈과 설정을 바꾸는 일은 마지막 확인에서 사이트가 정한 시간까지',
    body: z.strictObject({ otp: SecondFactor }),
    response: z.object({ until: EpochMs }),
    errors: ['OTP_MISMATCH'],
  }),
  staffList: endpoint({
    ...read,
    path: '/api/console/staff',
    summary: '직원 목록',
    query: z.object({ ...listCut, page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(ListedStaff),
  }),
  staffCreate: endpoint({ ...create, path: '/api/console/admin', summary: '직원 만들기: 두 사람이' }),
  adminCreate: endpoint({ ...create, path: '/api/admin', summary: '직원 만들기: 두 사람이' }),
  adminOne: endpoint({
    ...read,
    path: '/api/admin',
    summary: '직원이나 파트너 하나',
    query: z.object({ id: IdInput }),
    response: AdminRow,
    errors: ['USER_NOT_FOUND'],
  }),
  adminList: endpoint({
    ...read,
    path: '/api/admin/list',
    summary: '단계별 목록: 0은 본사 직원, 1부터 파트너',
    query: z.object({
      level: LevelInput.optional(),
      parentId: IdInput.optional().meta({ description: 'Partners right below this one' }),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: z.array(AdminRow),
    errors: ['PARTNER_NOT_FOUND'],
  }),
  staffRole: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/staff/:id/role',
    summary: '직원의 역할과 사이트 바꾸기: 두 사람이',
    body: z.strictObject({ role: StaffRole, siteIds: siteIds.optional(), reason: Reason }),
    errors: [...changeErrors, 'SITE_NOT_FOUND'],
  }),
  staffDisable: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/staff/:id/disable',
    summary: '직원 사용 중지: 두 사람이',
    body: z.strictObject({ reason: Reason }),
    errors: changeErrors,
  }),
  staffTotpReset: endpoint({
    ...two,
    params: deskParams,
    path: '/api/console/staff/:id/totp-reset',
    summary: '직원의 인증 앱 초기화: 두 사람이',
    body: z.strictObject({ reason: Reason }),
    errors: changeErrors,
  }),
  staffSessions: endpoint({
    ...read,
    path: '/api/console/staff/:id/session',
    summary: '직원의 열린 로그인',
    params: deskParams,
    response: sessions,
    errors: ['USER_NOT_FOUND'],
  }),
  staffEndSessions: endpoint({
    ...desk,
    permission: 'staff',
    path: '/api/console/staff/:id/session/end',
    summary: '직원의 로그인 끊기: 하나, 또는 모두. 기다리지 않도록 한 사람이 합니다',
    body: z.strictObject({ reason: Reason, sessionId: IntInput.optional() }),
    response: sessions,
    errors: ['USER_NOT_FOUND', 'HISTORY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  staffActivate: endpoint({
    method: 'POST',
    tag: '콘솔',
    auth: 'guest',
    rate: 'code',
    path: '/api/user/activate',
    summary: '새 직원이 메일로 받은 코드로 자기 비밀번호를 정합니다',
    body: z.strictObject({ username: LoginUsername, code: z.string().regex(/^[\w-]{43}$/), password: Password }),
    response: z.object({ ok: z.literal(true) }),
    errors: ['OTP_EXPIRED', 'PASSWORD_TOO_WEAK'],
  }),
}
