import { z } from 'zod'
import { desk, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Decimal, EpochMs, PageParam, pageOf, SizeParam } from './primitives.ts'

const Day = z.iso.date()

/** A rate of the dollar as its source states it. */
const StatedRate = z.object({ rate: Decimal.meta({ description: 'KRW a USD' }), date: Day, source: z.string() })

/** The dollar's rate of a trading day. */
export const Fixing = z.object({
  tradingDay: Day,
  rate: Decimal.meta({ description: 'KRW a USD' }),
  source: z.string(),
  sourceTs: EpochMs,
  at: EpochMs.meta({ description: 'When it was fixed; one that was carried over keeps its time' }),
})
export type Fixing = z.infer<typeof Fixing>

export const FxState = z.object({
  now: z
    .object({ rate: Decimal, source: z.string(), sourceTs: EpochMs })
    .nullable()
    .meta({ description: 'The newest rate: the next fixing is made of it. null: none since the start' }),
  /** Only of a source whose rates a person may have to look at. */
  source: z
    .object({
      last: StatedRate.nullable().meta({ description: 'The last rate that was taken' }),
      proposed: StatedRate.nullable().meta({ description: 'More than 3 % from the last: it waits for a confirmation' }),
      problem: z.object({ text: z.string(), at: EpochMs }).nullable(),
    })
    .nullable(),
  hasSource: z.boolean(),
  otherSites: z
    .array(z.string())
    .meta({ description: 'Sites that use the rate, too, and at which the caller does not work: he cannot confirm it' }),
})
export type FxState = z.infer<typeof FxState>

export const consoleFxEndpoints = {
  fxState: endpoint({
    ...deskRead,
    permission: 'fxFixing',
    path: '/api/console/fx',
    summary: '달러 환율: 지금의 환율, 확인을 기다리는 환율, 출처의 문제',
    response: FxState,
  }),
  fxFixings: endpoint({
    ...deskRead,
    permission: 'fxFixing',
    path: '/api/console/fx/fixing',
    summary: '거래일마다 고정된 환율: 새것부터',
    query: z.object({ page: PageParam.optional(), size: SizeParam.optional() }),
    response: pageOf(Fixing),
  }),
  fxConfirm: endpoint({
    ...desk,
    permission: 'fxFixing',
    path: '/api/console/fx/confirm',
    summary: '기다리는 환율을 확인합니다. 본 환율과 날짜를 그대로 보냅니다',
    params: z.object({}),
    body: z.strictObject({ reason: Reason, rate: Decimal, date: Day }),
    response: FxState,
    errors: ['STALE_VERSION', 'PERMISSION_DENIED'],
  }),
}
