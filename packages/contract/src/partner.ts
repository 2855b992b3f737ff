import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, Id, IdInput, IntInput, ListParam, PageParam, SizeParam } from './primitives.ts'

export const PartnerStatus = z.enum(['PENDING', 'ACTIVE', 'SUSPENDED'])
export type PartnerStatus = z.infer<typeof PartnerStatus>

/** A partner: where he stands in the tree, and nothing of his members. */
export const PartnerRow = z.object({
  id: Id,
  code: z.string().meta({ description: 'With which members sign up' }),
  name: z.string(),
  level: z.int().min(0).max(4),
  parentId: Id.nullable(),
  status: PartnerStatus,
  memberCount: z.int().meta({ description: 'Members who signed up with his own code' }),
  createdAt: EpochMs,
})
export type PartnerRow = z.infer<typeof PartnerRow>

export const LevelInput = IntInput.pipe(z.int().min(0).max(4))
const read = { method: 'GET', tag: '파트너', auth: 'member', rate: 'lookup', errors: ['PARTNER_NOT_FOUND'] } as const

export const partnerEndpoints = {
  partnerOne: endpoint({
    ...read,
    path: '/api/partner',
    summary: '파트너 하나: 자신과 그 아래만',
    query: z.object({ id: IdInput.optional().meta({ description: 'Without it: himself' }) }),
    response: PartnerRow,
  }),
  partnerList: endpoint({
    ...read,
    path: '/api/partner/list',
    summary: '내 아래의 파트너',
    query: z.object({
      level: LevelInput.optional(),
      parentId: IdInput.optional().meta({ description: 'Those right below this one' }),
      statusStrs: ListParam.optional(),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: z.array(PartnerRow),
  }),
}
