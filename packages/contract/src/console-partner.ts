import { z } from 'zod'
import { deskRead } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { LevelInput, PartnerRow } from './partner.ts'
import { IdInput, PageParam, pageOf, SizeParam } from './primitives.ts'

export const consolePartnerEndpoints = {
  deskPartners: endpoint({
    ...deskRead,
    permission: 'partners',
    path: '/api/console/partner',
    summary: '파트너: 단계와 상위로 찾기',
    query: z.object({
      level: LevelInput.optional(),
      parentId: IdInput.optional().meta({ description: 'Partners right below this one' }),
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(PartnerRow),
    errors: ['PARTNER_NOT_FOUND', 'INVALID_REQUEST'],
  }),
}
