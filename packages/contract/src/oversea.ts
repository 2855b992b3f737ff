import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FeedState, MarketType, OrderableMarketType, OrderStatus, PositionSide, PositionStatus } from './enums.ts'
import { CanceledOrders, pricesOfType } from './futures.ts'
import {
  Day,
  Decimal,
  DecimalInput,
  EpochMs,
  EpochMsInput,
  Id,
  IdInput,
  IdParam,
  ListParam,
  PageParam,
  pageOf,
  SizeParam,
} from './primitives.ts'

const tag = '해외선물'

/** The running session, or, while the stock rests, the next one. */
export const OverseaSession = z.object({ tradingDay: Day, openAt: EpochMs, closeAt: EpochMs })
export type OverseaSession = z.infer<typeof OverseaSession>

/** A contract with all that a ticket needs. USD amounts are the contract's. KRW amounts follow from the session's rate and are null without one. */
export const OverseaOption = z.object({
  id: Id,
  stock: z.string(),
  koName: z.string(),
  currency: z.literal('KRW'),
  isPlay: z.boolean(),
  isStop: z.boolean(),
  isRest: z.boolean(),
  precision: z.int(),
  tickSize: Decimal,
  tickValue: Decimal,
  tickValueKrw: Decimal.nullable(),
  /** USD/KRW, fixed for the session. */
  fxRate: Decimal.nullable(),
  margin: Decimal,
  marginKrw: Decimal.nullable(),
  /** Per contract and side. */
  fee: Decimal,
  feeKrw: Decimal.nullable(),
  maxCount: z.int(),
  /** After so many contracts of one order each further contract costs one tick size more. */
  lotsPerTick: z.int(),
  maxOpenOrders: z.int(),
  /** How far a limit may lie from the last price, in percent of it. */
  priceBandPct: Decimal,
  execDelayMs: z.int(),
  /** TP and SL lie at most so many ticks from the average entry. */
  maxExitTicks: z.int(),
  /** Margin of a night over that of a day. */
  overnightTimes: z.int(),
  /** Before the close: from then on orders only close, and positions without overnight are closed. */
  closeOnlyLeadMs: z.int(),
  closingLeadMs: z.int(),
  /** Equity at or below so much of the margin of open positions has all of them closed. */
  losscutPct: Decimal,
  session: OverseaSession.nullable(),
  /** Until when overnight may be applied for in this session; null: not in this one. */
  overnightDeadlineAt: EpochMs.nullable(),
  lastPrice: Decimal.nullable(),
  priceChangePercent: Decimal.nullable(),
  /** The same as `id`, under its other name. */
  rateChange: Decimal.nullable(),
  bid: Decimal.nullable(),
  ask: Decimal.nullable(),
  feed: FeedState,
})
export type OverseaOption = z.infer<typeof OverseaOption>
const OptionSimple = z.object({ id: Id, label: z.string() })

/** An order, open or done; closes by TP, SL and loss cut are orders of their own. */
export const OverseaOrder = z.object({
  id: Id,
  overseaOptionId: Id,
  /** The position that it filled into last, or that it guards; null before its first fill. */
  overseaPositionId: Id.nullable(),
  stock: z.string(),
  koName: z.string(),
  tradeType: PositionSide,
  marketType: MarketType,
  /** null: the whole position at the time of its execution (TAKEPROFIT, STOPLOSS, LIQUIDATION). */
  count: z.int().nullable(),
  price: Decimal.nullable(),
  triggerPrice: Decimal.nullable(),
  /** TP and SL that its first fill sets on the position, in tick sizes from the average entry; null: none. */
  tpTick: z.int().nullable(),
  slTick: z.int().nullable(),
  isReduceOnly: z.boolean(),
  status: OrderStatus,
  filledCount: z.int(),
  avgPrice: Decimal.nullable(),
  /** KRW. */
  fee: Decimal,
  /** Why it was cancelled or rejected: a code of the error catalogue, or MEMBER, OCO, POSITION_CLOSED, POSITION_REDUCED, SESSION_END, LIQUIDATION, EXPIRED. */
  reason: z.string().nullable(),
  expiresAt: EpochMs.nullable(),
  createdAt: EpochMs,
  triggeredAt: EpochMs.nullable(),
  closedAt: EpochMs.nullable(),
})
export type OverseaOrder = z.infer<typeof OverseaOrder>

/** A position, open or closed. Money is KRW. */
export const OverseaPosition = z.object({
  id: Id,
  /** The same as `id`, under the name that calls about a position use. */
  overseaPositionId: Id,
  overseaOptionId: Id,
  stock: z.string(),
  koName: z.string(),
  tradeType: PositionSide,
  status: PositionStatus,
  /** 0 once closed. */
  count: z.int(),
  avgPrice: Decimal,
  /** Entry prices of its contracts added up, exact where avgPrice is rounded; 0 once closed. */
  entrySum: Decimal,
  margin: Decimal,
  /** Distance from the average entry in tick sizes; null: none. */
  tpTick: z.int().nullable(),
  slTick: z.int().nullable(),
  /** Held overnight. */
  isActive: z.boolean(),
  fee: Decimal,
  realizedPnl: Decimal,
  /** Financing of nights so far: + received, − paid. */
  financing: Decimal,
  closePrice: Decimal.nullable(),
  isWarned: z.boolean(),
  closeReason: z.enum(['MEMBER', 'TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION', 'SESSION_END']).nullable(),
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
})
export type OverseaPosition = z.infer<typeof OverseaPosition>

export const OverseaFill = z.object({
  id: Id,
  overseaOrderId: Id,
  overseaPositionId: Id,
  overseaOptionId: Id,
  stock: z.string(),
  koName: z.string(),
  tradeType: PositionSide,
  marketType: MarketType,
  count: z.int(),
  price: Decimal,
  /** The best price at the fill; slippage is price − best, positive where it cost the member. */
  best: Decimal,
  slippage: Decimal,
  fee: Decimal,
  realizedPnl: Decimal,
  isClose: z.boolean(),
  /** USD/KRW at which it was posted. */
  fxRate: Decimal,
  tradingDay: Day,
  createdAt: EpochMs,
})
export type OverseaFill = z.infer<typeof OverseaFill>

/** The margin account of overseas futures; equity = playerPoint + lastPnl, cut at `losscut`. */
export const OverseaCross = z.object({
  playerPoint: Decimal,
  lastPnl: Decimal,
  losscut: Decimal,
  /** At or below it the member is warned. */
  warnAt: Decimal,
  playerGameWaitPoint: Decimal,
})
export type OverseaCross = z.infer<typeof OverseaCross>

/** The results of a trading day's fills; the financing of a night is part of its position. */
export const DailyProfit = z.object({
  date: Day,
  realizedPnl: Decimal,
  fee: Decimal,
  /** realizedPnl − fee. */
  netPnl: Decimal,
  /** Orders that closed something, and how many of them made a profit before fees. */
  trades: z.int(),
  wins: z.int(),
})
export type DailyProfit = z.infer<typeof DailyProfit>

/** What holding a position overnight requires. */
export const Overnight = z.object({
  overseaPositionId: Id,
  overseaOptionId: Id,
  stock: z.string(),
  isActive: z.boolean(),
  /** Whether this session allows it: no weekend or holiday follows, and the deadline has not passed. */
  isAllowed: z.boolean(),
  deadlineAt: EpochMs.nullable(),
  /** Margin that the check before the close requires for this position, and how much more that is than the day's. */
  requiredMargin: Decimal,
  extraMargin: Decimal,
})
export type Overnight = z.infer<typeof Overnight>

export const OverseaOrderEvent = OverseaOrder.extend({ fills: z.array(OverseaFill) })
export type OverseaOrderEvent = z.infer<typeof OverseaOrderEvent>
/** A position event: marketType is the type of the order that changed the position; null: no order did. */
export const OverseaPositionEvent = OverseaPosition.extend({ marketType: MarketType.nullable() })
export type OverseaPositionEvent = z.infer<typeof OverseaPositionEvent>
/** equity, and the threshold at which it warns, in KRW. */
export const OverseaWarnEvent = OverseaPositionEvent.extend({ equity: Decimal, warnAt: Decimal, losscut: Decimal })
export type OverseaWarnEvent = z.infer<typeof OverseaWarnEvent>
export const OverseaLiquidEvent = OverseaPositionEvent.extend({
  liquidation: z.object({
    count: z.int(),
    price: Decimal,
    /** The member's loss, fee included. */
    loss: Decimal,
    equity: Decimal,
    losscut: Decimal,
    /** What the insurance fund paid. */
    deficit: Decimal,
    at: EpochMs,
  }),
})
export type OverseaLiquidEvent = z.infer<typeof OverseaLiquidEvent>
/** A stock began to rest: by session end, holiday or an operator. */
export const OverseaCloseEvent = z.object({
  overseaOptionId: Id,
  stock: z.string(),
  koName: z.string(),
  at: EpochMs,
  /** When it opens again, if known. */
  openAt: EpochMs.nullable(),
})
export type OverseaCloseEvent = z.infer<typeof OverseaCloseEvent>

const SmallNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?(?:0|[1-9]\d{0,6})(?:\.\d{1,6})?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(-1_000_000).max(1_000_000))
/** Contracts. Any small number passes here, so that zero, negative and broken counts are refused by their own error. */
const Count = SmallNumber.meta({ description: 'Contracts, a whole number above 0', example: 1 })
/** Likewise: a value other than a whole number of 1 to 1,000 is refused by its own error. */
const Ticks = SmallNumber.meta({ description: 'Ticks, 1 to 1,000', example: 10 })

export const OverseaOrderBody = z
  .strictObject({
    overseaOptionId: IdInput,
    tradeType: PositionSide,
    marketType: OrderableMarketType,
    count: Count,
    /** LIMIT and STOPLIMIT. */
    price: DecimalInput.optional(),
    /** STOPLIMIT and STOPMARKET. */
    triggerPrice: DecimalInput.optional(),
    /** TP and SL of the position that it opens or adds to; not with isReduceOnly. */
    tpTick: Ticks.optional(),
    slTick: Ticks.optional(),
    /** Only reduces the position: a close that comes too late opens nothing. */
    isReduceOnly: z.boolean().optional(),
    expiresAt: EpochMsInput.optional(),
  })
  .check(pricesOfType)
export type OverseaOrderBody = z.input<typeof OverseaOrderBody>

const someOption = { overseaOptionId: IdParam.optional() }
const dates = { startDate: Day.optional(), endDate: Day.optional() }
const listing = {
  resultType: z.enum(['List', 'Page']).optional(),
  ...someOption,
  ...dates,
  page: PageParam.optional(),
  size: SizeParam.optional(),
}
const command = { method: 'POST', tag, auth: 'member', idempotent: true, rate: 'order' } as const
const accountRefusals = ['FEATURE_DISABLED', 'WALLET_NOT_FOUND', 'ACCOUNT_DENIED', 'HISTORY_NOT_FOUND'] as const

export const overseaEndpoints = {
  overseaOption: endpoint({
    method: 'GET',
    path: '/api/oversea/option',
    summary: '해외선물 종목 하나',
    tag,
    auth: 'guest',
    query: z.object({ overseaOptionId: IdParam, resultType: z.enum(['List', 'Simple']).optional() }),
    response: z.union([OverseaOption, OptionSimple]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  overseaOptionList: endpoint({
    method: 'GET',
    path: '/api/oversea/option/list',
    summary: '해외선물 종목 목록',
    tag,
    auth: 'guest',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Simple']).optional(),
      isPlay: z.enum(['0', '1']).optional(),
      stockPrefix: z.string().max(12).optional(),
    }),
    response: z.union([z.array(OverseaOption), z.array(OptionSimple)]),
    errors: [],
  }),
  overseaExistOption: endpoint({
    method: 'GET',
    path: '/api/oversea/option/exist_option',
    summary: '열려 있는 종목이 있는지',
    tag,
    auth: 'guest',
    response: z.boolean(),
    errors: [],
  }),
  overseaOrder: endpoint({
    ...command,
    inMaintenance: 'CLOSES',
    path: '/api/oversea/order',
    summary: '주문',
    body: OverseaOrderBody,
    response: OverseaOrder,
    errors: [
      'RISK_ACK_REQUIRED',
      'STOCK_NOT_FOUND',
      'OPTION_STOPPED',
      'STOCK_CLOSED',
      'MARKET_CLOSED',
      'OVERSEA_CLOSE_ONLY',
      'PRICE_FEED_STALE',
      'COUNT_INVALID',
      'PRICE_TICK_INVALID',
      'PRICE_OUT_OF_BAND',
      'TRIGGER_PRICE_INVALID',
      'TPSL_TICK_RANGE',
      'MAX_CONTRACTS_EXCEEDED',
      'ORDER_COUNT_EXCEEDED',
      'ORDER_EXPIRED',
      'REDUCE_ONLY_NO_POSITION',
      'REDUCE_ONLY_SAME_SIDE',
      'REDUCE_ONLY_QTY_EXCEEDED',
      'REDUCE_ONLY_CONFLICT',
      'BALANCE_INSUFFICIENT',
      'FEE_INSUFFICIENT',
      'MARGIN_DOUBLED',
      'LINKED_OPPOSITE',
      'EXPOSURE_LIMIT',
      'SELF_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
      'COOL_OFF_ACTIVE',
      'SELF_EXCLUDED',
      ...accountRefusals,
    ],
  }),
  overseaOrderCancel: endpoint({
    ...command,
    path: '/api/oversea/order/cancel',
    summary: '주문 취소',
    body: z.strictObject({ id: IdInput }),
    response: OverseaOrder,
    errors: ['ORDER_CANCEL_NOT_FOUND', 'ORDER_CANCEL_ALREADY_CLOSED', ...accountRefusals],
  }),
  overseaOrderCancelAll: endpoint({
    ...command,
    path: '/api/oversea/order/cancel_all',
    summary: '미체결 주문 전체 취소 (종목을 비우면 모두)',
    body: z.strictObject({ overseaOptionId: IdInput.optional() }),
    response: CanceledOrders,
    errors: ['STOCK_NOT_FOUND', ...accountRefusals],
  }),
  overseaHistoryList: endpoint({
    method: 'GET',
    path: '/api/oversea/history/list',
    summary: '끝난 주문',
    tag,
    auth: 'member',
    query: z.object({ ...listing, statusStrs: ListParam.optional() }),
    response: z.union([z.array(OverseaOrder), pageOf(OverseaOrder)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  overseaHistoryFill: endpoint({
    method: 'GET',
    path: '/api/oversea/history/fill',
    summary: '체결 내역',
    tag,
    auth: 'member',
    query: z.object({ ...listing, orderId: IdParam.optional() }),
    response: z.union([z.array(OverseaFill), pageOf(OverseaFill)]),
    errors: ['STOCK_NOT_FOUND', 'ORDER_NOT_FOUND'],
  }),
  overseaOpenOrder: endpoint({
    method: 'GET',
    path: '/api/oversea/history/open_order',
    summary: '미체결 주문',
    tag,
    auth: 'member',
    query: z.object(someOption),
    response: z.array(OverseaOrder),
    errors: ['STOCK_NOT_FOUND'],
  }),
  overseaOpenPosition: endpoint({
    method: 'GET',
    path: '/api/oversea/history/open_position',
    summary: '보유 포지션',
    tag,
    auth: 'member',
    query: z.object(someOption),
    response: z.array(OverseaPosition),
    errors: ['STOCK_NOT_FOUND'],
  }),
  overseaDailyProfit: endpoint({
    method: 'GET',
    path: '/api/oversea/history/daily_profit',
    summary: '거래일별 손익 (새 날짜부터; 기간을 비우면 최근 30일)',
    tag,
    auth: 'member',
    query: z.object({ ...someOption, ...dates }),
    response: z.array(DailyProfit),
    errors: ['STOCK_NOT_FOUND'],
  }),
  overseaSetOvernight: endpoint({
    ...command,
    path: '/api/oversea/overnight',
    summary: '오버나잇 설정·해제',
    body: z.strictObject({ overseaPositionId: IdInput, isActive: z.boolean() }),
    response: OverseaPosition,
    errors: [
      'POSITION_NOT_FOUND',
      'OVERNIGHT_ALREADY_SET',
      'OVERNIGHT_ALREADY_UNSET',
      'OVERNIGHT_NOT_ALLOWED',
      'OVERNIGHT_DEADLINE_PASSED',
      'OVERNIGHT_MARGIN_INSUFFICIENT',
      'STOCK_CLOSED',
      ...accountRefusals,
    ],
  }),
  overseaOvernight: endpoint({
    method: 'GET',
    path: '/api/oversea/overnight',
    summary: '보유 포지션의 오버나잇',
    tag,
    auth: 'member',
    query: z.object({ playerId: IdParam.optional() }),
    response: z.array(Overnight),
    errors: ['USER_NOT_FOUND'],
  }),
  overseaOrderTpsl: endpoint({
    ...command,
    path: '/api/oversea/order/tpsl',
    summary: '포지션의 TP/SL 틱 (비우면 그대로)',
    body: z.strictObject({
      overseaPositionId: IdInput,
      overseaOptionId: IdInput,
      tpTick: Ticks.optional(),
      slTick: Ticks.optional(),
    }),
    response: OverseaPosition,
    errors: ['POSITION_NOT_FOUND', 'STOCK_NOT_FOUND', 'TPSL_TICK_RANGE', ...accountRefusals],
  }),
  overseaDeleteTpsl: endpoint({
    ...command,
    path: '/api/oversea/order/delete-tpsl',
    summary: '포지션의 TP 또는 SL 해제: id는 포지션이나 그 TP/SL 주문의 것',
    body: z.strictObject({ id: IdInput, overseaOptionId: IdInput, value: z.enum(['TP', 'SL']) }),
    response: OverseaPosition,
    errors: ['POSITION_NOT_FOUND', 'STOCK_NOT_FOUND', ...accountRefusals],
  }),
  overseaCross: endpoint({
    method: 'GET',
    path: '/api/oversea/cross',
    summary: '해외선물 계좌',
    tag,
    auth: 'member',
    response: OverseaCross,
    errors: ['WALLET_NOT_FOUND'],
  }),
}
