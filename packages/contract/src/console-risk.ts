import { z } from 'zod'
import { desk, deskRead, Reason, Waiting } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { Currency, TradeType } from './enums.ts'
import { Decimal, EpochMs, Id, IdParam } from './primitives.ts'

export const Line = z.enum(['ROUND', 'FUTURES', 'OVERSEA'])
export type Line = z.infer<typeof Line>
/** What an emergency stop may stop as a whole: copying is a line of its own beside the perpetuals that it opens. */
export const StopLine = z.enum([...Line.options, 'COPY'])
export type StopLine = z.infer<typeof StopLine>
const StopScope = z.enum(['INSTRUMENT', 'LINE', 'WITHDRAWALS'])

/** An emergency stop: it stands until two persons open again what it stopped. */
export const Stop = z.object({
  id: Id,
  scope: StopScope,
  line: StopLine.nullable().meta({ description: 'Of an instrument: null is every line' }),
  instrument: z.string().nullable(),
  reason: z.string(),
  givenBy: Id,
  givenAt: EpochMs,
  confirmBy: EpochMs.meta({
    description: 'Until then a second person is to confirm it; the alarm lasts until somebody does',
  }),
  confirmedBy: Id.nullable(),
  confirmedAt: EpochMs.nullable(),
})
export type Stop = z.infer<typeof Stop>

/** What of a site is stopped now. */
export const Standing = z.object({
  stops: z.array(Stop.extend({ givenByName: z.string() })),
  isPaused: z.boolean().meta({ description: 'Withdrawals wait because the ledger did not balance' }),
  pausedAt: EpochMs.nullable().meta({ description: 'When an audit found that; null: it was paused by hand' }),
})
export type Standing = z.infer<typeof Standing>

const Sum = z.object({ count: z.int(), qty: Decimal, notional: Decimal, margin: Decimal })
/** What members hold of one perpetual or contract; the house holds the opposite. */
export const MarketExposure = z.object({
  line: Line,
  optionId: Id,
  instrument: z.string(),
  koName: z.string(),
  currency: z.enum(['USDT', 'KRW']),
  price: Decimal,
  isStop: z.boolean(),
  long: Sum,
  short: Sum,
  net: Decimal.meta({ description: 'Notional of longs less that of shorts' }),
  pnl: Decimal.meta({ description: 'What members would gain at this price, before fees; the house the opposite' }),
})
export type MarketExposure = z.infer<typeof MarketExposure>

export const LargePosition = z.object({
  id: Id,
  memberId: Id,
  username: z.string().meta({ description: 'Masked' }),
  line: Line,
  koName: z.string(),
  currency: z.enum(['USDT', 'KRW']),
  side: z.enum(['LONG', 'SHORT']),
  notional: Decimal,
  pnl: Decimal,
  margin: Decimal,
  leverage: z.int(),
  liquidPrice: Decimal.nullable(),
})
export type LargePosition = z.infer<typeof LargePosition>

export const RoundExposure = z.object({
  id: Id,
  roundNo: z.int(),
  optionId: Id,
  koName: z.string(),
  type: TradeType,
  phase: z.string(),
  startAt: EpochMs,
  lockAt: EpochMs,
  endAt: EpochMs,
  betCount: z.int(),
  exposure: Decimal.meta({
    description: 'What the house can lose on it at most, in KRW; below 0 it wins whatever comes',
  }),
  maxExposure: Decimal,
})
export type RoundExposure = z.infer<typeof RoundExposure>

export const Exposure = z.object({
  at: EpochMs,
  markets: z.array(MarketExposure),
  largest: z.array(LargePosition),
  rungs: z
    .array(z.object({ optionId: Id, line: Line, percent: z.int(), price: Decimal, notional: Decimal, count: z.int() }))
    .meta({ description: 'Liquidations by their distance from the price, in percent away from it' }),
  rounds: z.array(RoundExposure),
  roundSum: Decimal,
  roundToday: Decimal.meta({ description: 'Result of the house on rounds since 00:00 KST' }),
  maxDayExposure: Decimal,
})
export type Exposure = z.infer<typeof Exposure>

/** The same without a member in it. */
export const ExposureSums = Exposure.omit({ largest: true })
export type ExposureSums = z.infer<typeof ExposureSums>

/** How the markets of a site stood each minute of the last hour; the newest look is of now. */
export const ExposureTrend = z.object({
  at: z.array(EpochMs).meta({ description: 'When it was looked at: since the start of the server at most' }),
  markets: z.array(
    z.object({
      line: Line,
      optionId: Id,
      net: z.array(z.number().nullable()).meta({
        description: 'Longs less shorts at each look, in the currency of the market; null: nobody knew its price',
      }),
      price: z.array(z.number().nullable()),
    }),
  ),
  insurance: z
    .array(z.object({ currency: Currency, amount: Decimal }))
    .meta({ description: 'The insurance fund, of each currency in which it has ever held anything' }),
  held: z
    .array(
      z.object({
        id: Id,
        instrument: z.string(),
        stream: z.enum(['depth', 'mark', 'last']).meta({ description: 'Of an order book its middle' }),
        before: Decimal,
        price: Decimal,
        at: EpochMs,
        heldMs: z.int(),
        ending: z.enum(['CONFIRMED', 'FALSE', 'EXPIRED']),
      }),
    )
    .meta({ description: 'The prices that were held last because they jumped, the newest first' }),
})
export type ExposureTrend = z.infer<typeof ExposureTrend>

const riskErrors = ['HISTORY_NOT_FOUND', 'STALE_VERSION', 'PERMISSION_DENIED'] as const

export const consoleRiskEndpoints = {
  stopList: endpoint({
    ...deskRead,
    permission: 'stopWithdrawals',
    path: '/api/console/stop',
    summary: '긴급 정지: 지금 서 있는 것',
    response: z.object({
      stops: z.array(Stop),
      isPausedByBreak: z.boolean().meta({ description: 'Withdrawals wait because the ledger did not balance' }),
    }),
  }),
  standing: endpoint({
    ...deskRead,
    permission: 'overview',
    path: '/api/console/standing',
    summary: '중단 현황: 무엇을, 언제부터, 누가',
    response: Standing,
  }),
  stopGive: endpoint({
    ...desk,
    permission: 'stopWithdrawals',
    isEmergency: true,
    path: '/api/console/stop',
    summary: '긴급 정지: 한 사람이 바로 멈추고, 다른 사람이 확인합니다',
    params: z.object({}),
    body: z.strictObject({
      scope: StopScope,
      id: z.string().max(60).optional().meta({
        description: 'Of LINE: the line; of INSTRUMENT: a symbol, or LINE:symbol for one line of it',
        example: 'FUTURES:BTCUSDT',
      }),
      reason: Reason,
    }),
    response: Stop,
    errors: ['STOCK_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  stopConfirm: endpoint({
    ...desk,
    permission: 'stopWithdrawals',
    isEmergency: true,
    path: '/api/console/stop/:id/confirm',
    summary: '긴급 정지 확인: 멈춘 사람이 아닌 사람',
    body: z.strictObject({ reason: Reason }),
    response: Stop,
    errors: [...riskErrors, 'APPROVAL_SELF'],
  }),
  stopOpen: endpoint({
    ...desk,
    permission: 'stopWithdrawals',
    path: '/api/console/stop/:id/open',
    summary: '다시 열기: 두 사람이, 대사가 맞지 않았으면 맞은 뒤에',
    body: z.strictObject({ reason: Reason }),
    response: Waiting,
    errors: [...riskErrors, 'APPROVAL_ALREADY_ASKED', 'WITHDRAW_PAUSED'],
  }),
  exposure: endpoint({
    ...deskRead,
    permission: 'results',
    path: '/api/console/exposure',
    summary: '노출: 종목별 순노출, 대형 포지션, 청산가 분포, 회차',
    response: Exposure,
  }),
  exposureTrend: endpoint({
    ...deskRead,
    permission: 'results',
    path: '/api/console/exposure/trend',
    summary: '종목별 순노출과 시세의 한 시간, 보험기금',
    response: ExposureTrend,
  }),
  roundVoid: endpoint({
    ...desk,
    permission: 'options',
    path: '/api/console/round/:id/void',
    summary: '회차 무효: 시작 전에만, 두 사람이; 사유는 회원에게 보입니다',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
    response: Waiting,
    errors: ['HISTORY_NOT_FOUND', 'INVALID_REQUEST', 'APPROVAL_ALREADY_ASKED'],
  }),
}
