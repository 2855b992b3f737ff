import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, EpochMsInput, Id, IdInput, PageParam, pageOf, SizeParam } from './primitives.ts'

const Fields = z.record(z.string(), z.unknown())
/** What a member of staff did or looked at. */
export const StaffAct = z.object({
  id: Id,
  staffId: Id,
  staffName: z.string(),
  action: z.string().meta({ description: 'The kind of a command, or method and path of a read' }),
  subjectId: Id.nullable(),
  reason: z.string(),
  approvedBy: Id.nullable().meta({ description: 'The second person' }),
  approvedByName: z.string().nullable(),
  refusal: z.string().nullable().meta({ description: 'The code with which it was refused' }),
  said: Fields,
  changes: z.array(z.object({ table: z.string(), row: z.string(), before: Fields.nullable(), after: Fields })),
  request: z.string().nullable(),
  at: EpochMs,
  seq: z.int().nullable().meta({ description: 'Its place in the chain; null for the seconds before it is sealed' }),
  hash: z.string().nullable(),
})
export type StaffAct = z.infer<typeof StaffAct>

/** An act in the log, with the name of whom it is about. */
export const ListedAct = StaffAct.extend({
  subjectName: z.string().nullable().meta({
    description:
      'The member or member of staff, or whose request or inquiry it is, masked as members are; null: neither',
  }),
})
export type ListedAct = z.infer<typeof ListedAct>

/** What a verification of the chain found. */
export const StaffChainCheck = z.object({
  at: EpochMs,
  acts: z.int(),
  brokenAt: z.int().nullable().meta({ description: 'The first place that does not hold' }),
  strays: z.int().meta({ description: 'Acts outside of the chain that do not wait for it either' }),
  isWhole: z.boolean(),
})
export type StaffChainCheck = z.infer<typeof StaffChainCheck>

export const consoleAuditEndpoints = {
  auditChain: endpoint({
    method: 'GET',
    path: '/api/console/audit/chain',
    summary: '직원 작업 기록의 체인: 마지막 검증 결과',
    tag: '콘솔',
    auth: 'staff',
    permission: 'audit',
    response: z.object({
      check: StaffChainCheck.nullable().meta({ description: 'null: not verified yet' }),
      sealed: z.int().meta({ description: 'The newest place of the chain' }),
    }),
    errors: [],
  }),
  auditList: endpoint({
    method: 'GET',
    path: '/api/console/audit',
    summary: '직원 작업 기록: 새것부터',
    tag: '콘솔',
    auth: 'staff',
    permission: 'audit',
    query: z.object({
      actor: z.string().trim().max(80).optional().meta({ description: 'A number, or a part of the name or username' }),
      action: z.string().max(200).optional().meta({ description: 'A part of the action, or of its words' }),
      kind: z.enum(['CHANGES', 'READS']).optional().meta({ description: 'What was done, or what was looked at' }),
      subject: IdInput.optional(),
      from: EpochMsInput.optional(),
      to: EpochMsInput.optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(ListedAct),
    errors: [],
  }),
}
