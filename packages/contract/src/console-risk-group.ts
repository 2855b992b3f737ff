import { z } from 'zod'
import { desk, deskParams, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IdInput } from './primitives.ts'

export const TraitKind = z.enum(['IDENTITY', 'DEVICE', 'BANK', 'ADDRESS', 'IP'])
export type TraitKind = z.infer<typeof TraitKind>

/** Members that belong together, and why. */
const RiskGroup = z.object({
  members: z.array(z.object({ id: Id, username: z.string(), name: z.string() })).meta({ description: 'Masked' }),
  elsewhere: z.int().meta({ description: 'So many of the group belong to other sites' }),
  traits: z.array(
    z.object({
      kind: TraitKind,
      hash: z.string().meta({ description: 'A keyed hash: what it stands for is not kept here' }),
      memberIds: z.array(Id).meta({ description: 'The first 50 who have it' }),
      count: z.int(),
      joins: z.boolean().meta({ description: 'Whether it makes them a group now' }),
      exemptBy: Id.nullable().meta({ description: 'The edit by which it joins nobody' }),
    }),
  ),
  edits: z.array(
    z.object({
      id: Id,
      kind: z.enum(['EXEMPT', 'JOIN', 'SPLIT']),
      trait: TraitKind.nullable(),
      hash: z.string().nullable(),
      oneId: Id.nullable(),
      otherId: Id.nullable(),
      staffId: Id,
      approvedBy: Id,
      reason: z.string(),
      createdAt: EpochMs,
    }),
  ),
})

const two = { ...desk, permission: 'riskGroups', response: Waiting } as const

export const consoleRiskGroupEndpoints = {
  memberGroup: endpoint({
    ...deskRead,
    permission: 'riskGroups',
    params: deskParams,
    path: '/api/console/member/:id/group',
    summary: '연결된 회원들과 그 이유',
    response: RiskGroup,
    errors: ['USER_NOT_FOUND'],
  }),
  memberGroupExempt: endpoint({
    ...two,
    path: '/api/console/member/:id/group/exempt',
    summary: '함께 쓰는 기기나 계좌를 연결에서 빼기: 두 사람이',
    body: z.strictObject({ reason: Reason, kind: TraitKind, hash: z.string().regex(/^[0-9a-f]{32,128}$/) }),
    errors: ['USER_NOT_FOUND', 'HISTORY_NOT_FOUND', 'SETTING_INVALID', 'STALE_VERSION'],
  }),
  memberGroupLink: endpoint({
    ...two,
    path: '/api/console/member/:id/group/link',
    summary: '두 회원을 잇거나 떼기: 두 사람이',
    body: z.strictObject({ reason: Reason, otherId: IdInput, as: z.enum(['JOIN', 'SPLIT']) }),
    errors: ['USER_NOT_FOUND', 'INVALID_REQUEST', 'STALE_VERSION'],
  }),
  memberGroupUndo: endpoint({
    ...two,
    path: '/api/console/risk-group/:id/undo',
    summary: '연결에 대한 결정 되돌리기: 두 사람이',
    body: z.strictObject({ reason: Reason }),
    errors: ['HISTORY_NOT_FOUND', 'STALE_VERSION'],
  }),
}
