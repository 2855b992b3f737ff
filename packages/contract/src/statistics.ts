import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { VoidReason } from './enums.ts'
import { Decimal, EpochMs } from './primitives.ts'

const Count = z.int().nonnegative()
const Percent = Decimal.nullable().meta({ description: 'Mean distance from the best price, in percent; null: none' })

/** How orders at the market were filled beside the best price of the book, resting orders and liquidations left out (rules J 14). */
const FillStatistics = z.object({
  fills: Count,
  better: Count,
  worse: Count,
  betterBy: Percent,
  worseBy: Percent,
  liquidations: Count.meta({ description: 'Positions that the house closed' }),
})
export type FillStatistics = z.infer<typeof FillStatistics>

/** What a site publishes of a month in Korea (rules J 14 and 15), counted from what the house wrote down. */
export const MonthStatistics = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  isComplete: z.boolean(),
  futures: FillStatistics,
  oversea: FillStatistics,
  rounds: z.object({
    decided: Count,
    voids: z.array(z.object({ reason: VoidReason, count: Count })).meta({ description: 'The most frequent first' }),
  }),
  heldPrices: z.object({ count: Count, wrong: Count }).meta({
    description: 'Prices that jumped and were held until they were confirmed, and how many of them proved false',
  }),
  outages: z.object({ count: Count, totalMs: Count, longestMs: Count, newestAt: EpochMs.nullable() }),
})
export type MonthStatistics = z.infer<typeof MonthStatistics>

export const statisticsEndpoints = {
  statistics: endpoint({
    method: 'GET',
    path: '/api/public/statistics',
    summary: '공개 통계: 달마다 슬리피지, 무효, 강제 청산, 중단 시간, 최근 24개월',
    tag: '공개 통계',
    auth: 'guest',
    rate: 'read',
    response: z.array(MonthStatistics),
    errors: [],
  }),
}
