import { z } from 'zod'
import { ApprovalKind, desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { StaffRole } from './enums.ts'
import { Decimal, Id, IntInput } from './primitives.ts'

/** What a cap of staff is about: letting a withdrawal out, giving a bonus, taking one, paying out what is left of a member, moving money of the house. */
export const CapAct = z.enum(['WITHDRAW', 'GRANT', 'DEDUCT', 'PAYOUT', 'HOUSE'])
export type CapAct = z.infer<typeof CapAct>

/** How much a role, or one member of staff, may do at once. */
export const StaffCap = z.object({
  role: StaffRole.nullable().meta({
    description: 'null: of one member of staff, whose cap stands above that of his role',
  }),
  staffId: Id.nullable(),
  name: z.string(),
  act: CapAct,
  won: Decimal,
})
export type StaffCap = z.infer<typeof StaffCap>

const Won = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .optional()
  .meta({ description: 'Whole won at once; without it: no cap' })
const read = { ...deskRead, permission: 'caps' } as const
const two = { ...desk, permission: 'caps', params: z.object({}), response: Waiting } as const

export const consoleCapEndpoints = {
  capList: endpoint({
    ...read,
    path: '/api/console/cap',
    summary: '직원의 1회 한도와 승인 유효 시간',
    response: z.object({
      caps: z.array(StaffCap),
      lives: z.array(z.object({ kind: ApprovalKind, minutes: z.int() })),
      usualMinutes: z.int(),
    }),
  }),
  capOwn: endpoint({
    ...deskRead,
    permission: 'self',
    path: '/api/console/cap/mine',
    summary: '내 1회 한도: 없으면 null',
    response: z.record(CapAct, Decimal.nullable()),
  }),
  capChange: endpoint({
    ...two,
    path: '/api/console/cap',
    summary: '직원의 1회 한도 바꾸기: 두 사람이',
    body: z.strictObject({
      role: StaffRole.optional(),
      staffId: Id.optional(),
      act: CapAct,
      won: Won,
      reason: Reason,
    }),
    errors: ['USER_NOT_FOUND', 'SETTING_INVALID', 'INVALID_REQUEST'],
  }),
  approvalLifeChange: endpoint({
    ...two,
    path: '/api/console/cap/approval-life',
    summary: '한 종류의 승인이 기다리는 시간 바꾸기: 두 사람이',
    body: z.strictObject({
      kind: ApprovalKind.exclude(['DNW']),
      minutes: IntInput.pipe(z.int().min(5).max(10_080)).optional().meta({ description: 'Without it: as all kinds' }),
      reason: Reason,
    }),
    errors: ['SETTING_INVALID'],
  }),
}
