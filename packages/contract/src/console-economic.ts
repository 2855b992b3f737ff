import { z } from 'zod'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { EconomicEvent } from './economic.ts'
import { endpoint } from './endpoint.ts'
import { EpochMsInput, PageParam, pageOf, SizeParam } from './primitives.ts'

export const economicMostBytes = 2_000_000
export const economicMostEvents = 2_000

/** What is wrong with an entry of an import. */
export const EconomicFault = z.enum(['NAME', 'TIME', 'OFFSET', 'COUNTRY', 'IMPORTANCE', 'FIGURE', 'TWICE'])
export type EconomicFault = z.infer<typeof EconomicFault>

const EconomicImport = z.object({
  added: z.int(),
  changed: z.int().meta({ description: 'Known before, with other figures' }),
  same: z.int(),
  faults: z
    .array(z.object({ line: z.int(), fault: EconomicFault }))
    .meta({ description: 'By line of the file; where there is one, nothing is imported' }),
})
export type EconomicImport = z.infer<typeof EconomicImport>

const change = { ...desk, permission: 'content' } as const
const figure = z.string().trim().max(40).optional().meta({ description: 'Missing: not known' })

export const consoleEconomicEndpoints = {
  economicDesk: endpoint({
    ...deskRead,
    permission: 'content',
    path: '/api/console/economic',
    summary: '경제지표: 시각 차례',
    query: z.object({
      from: EpochMsInput,
      to: EpochMsInput,
      page: PageParam.optional(),
      size: SizeParam.optional(),
    }),
    response: pageOf(EconomicEvent),
  }),
  economicImport: endpoint({
    ...change,
    path: '/api/console/economic/import',
    summary:
      '경제지표 가져오기: JSON이나 iCalendar, 파일의 내용이나 https 주소. 틀린 행이 있으면 아무것도 가져오지 않습니다',
    params: z.object({}),
    maxBytes: economicMostBytes * 2,
    body: z.strictObject({
      reason: Reason,
      source: z.string().trim().min(1).max(100).meta({ description: 'Where the figures come from, for members' }),
      content: z.string().min(1).max(economicMostBytes).optional(),
      url: z.string().max(500).optional(),
      isDry: z.boolean().optional().meta({ description: 'Says what it would do, and does nothing' }),
    }),
    response: EconomicImport,
    errors: ['IMPORT_INVALID', 'IMPORT_UNREADABLE', 'IMPORT_ADDRESS', 'IMPORT_UNREACHABLE', 'IMPORT_TOO_LARGE'],
  }),
  economicChange: endpoint({
    ...change,
    path: '/api/console/economic/:id',
    summary: '경제지표 하나의 숫자 고치기',
    params: deskParams,
    body: z.strictObject({ reason: Reason, previous: figure, forecast: figure, actual: figure }),
    response: EconomicEvent,
    errors: ['HISTORY_NOT_FOUND'],
  }),
  economicDelete: endpoint({
    ...change,
    path: '/api/console/economic/:id/delete',
    summary: '경제지표 하나 지우기',
    params: deskParams,
    body: z.strictObject({ reason: Reason }),
    response: z.object({ id: EconomicEvent.shape.id }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
