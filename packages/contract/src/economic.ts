import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, EpochMsInput, Id, IdParam } from './primitives.ts'

const tag = '콘텐츠'

/** Countries of the calendar, and the euro area. */
export const EconomicCountry = z.string().regex(/^[A-Z]{2}$/)

const Figure = z.string().max(40).nullable().meta({ description: 'As its source writes it; null: not known' })

/** An economic release. */
export const EconomicEvent = z.object({
  id: Id,
  at: EpochMs,
  country: EconomicCountry.meta({ description: 'ISO 3166, EU for the euro area' }),
  name: z.string(),
  importance: z.int().min(1).max(3),
  previous: Figure,
  forecast: Figure,
  actual: Figure,
  source: z.string(),
})
export type EconomicEvent = z.infer<typeof EconomicEvent>

/** What an earlier release of the same name said. */
export const EconomicPast = z.object({ at: EpochMs, actual: z.string() })
export type EconomicPast = z.infer<typeof EconomicPast>

export const economicEndpoints = {
  economicList: endpoint({
    method: 'GET',
    tag,
    auth: 'guest',
    path: '/api/content/economic/list',
    summary: '경제지표: 시각 차례, 한 번에 31일까지',
    query: z.object({
      from: EpochMsInput,
      to: EpochMsInput,
      importance: z.enum(['1', '2', '3']).optional().meta({ description: 'This and above' }),
      country: EconomicCountry.optional(),
    }),
    response: z.array(EconomicEvent),
    errors: [],
  }),
  economicPast: endpoint({
    method: 'GET',
    tag,
    auth: 'guest',
    path: '/api/content/economic/past',
    summary: '경제지표 하나의 지난 다섯 번까지의 발표치: 오래된 것부터',
    query: z.object({ id: IdParam }),
    response: z.array(EconomicPast),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
