import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  FeedState,
  MarginType,
  MarketType,
  OrderableMarketType,
  OrderStatus,
  PositionSide,
  PositionStatus,
} from './enums.ts'
import {
  Day,
  Decimal,
  DecimalInput,
  EpochMs,
  EpochMsInput,
  Id,
  IdInput,
  IdParam,
  IntInput,
  ListParam,
  PageParam,
  PositiveDecimalInput,
  pageOf,
  SizeParam,
} from './primitives.ts'

const tag = '선물'

/** The most leverage up to `notional`; maintenance margin = notional × mmr − cum. */
export const LeverageBracket = z.object({ notional: Decimal, maxLeverage: z.int(), mmr: Decimal, cum: Decimal })
export type LeverageBracket = z.infer<typeof LeverageBracket>

/** A perpetual with all that a ticket needs. Rates are fractions ("0.0004" = 0.04 %); fields named Pct are in percent. Prices are null before the first price. */
export const FuturesOption = z.object({
  id: Id,
  stock: z.string(),
  koName: z.string(),
  currency: z.literal('USDT'),
  isPlay: z.boolean(),
  isStop: z.boolean(),
  precision: z.int(),
  tickSize: Decimal,
  qtyPrecision: z.int(),
  stepSize: Decimal,
  minQty: Decimal,
  minNotional: Decimal,
  /** From the smallest notional to the largest. */
  brackets: z.array(LeverageBracket),
  maxLeverage: z.int(),
  makerFee: Decimal,
  takerFee: Decimal,
  liquidationFee: Decimal,
  /** How far a limit price may be from the mark. */
  priceBandPct: Decimal,
  /** How far from the mark a market order fills: one that opens, and one that closes. */
  marketStopPct: Decimal,
  closeStopPct: Decimal,
  execDelayMs: z.int(),
  maxOpenOrders: z.int(),
  /** Leverage of those who have not chosen. */
  defaultLeverage: z.int(),
  /** No isolated order may begin at this margin ratio; from the other one on a member is warned. */
  entryRatioPct: Decimal,
  warnRatioPct: Decimal,
  /** Beyond this funding rate the side that pays less than at the venue opens nothing. */
  maxFunding: Decimal,
  lastPrice: Decimal.nullable(),
  priceChangePercent: Decimal.nullable(),
  /** The same as `id`, under its other name. */
  rateChange: Decimal.nullable(),
  mark: Decimal.nullable(),
  fundingRate: Decimal.nullable(),
  nextFundingTime: EpochMs.nullable(),
  feed: FeedState,
})
export type FuturesOption = z.infer<typeof FuturesOption>
const OptionSimple = z.object({ id: Id, label: z.string() })

/** Leverage and margin type of a member on a perpetual: the object of LEVERAGE_UPDATE. */
export const FuturesLeverage = z.object({
  futuresOptionId: Id,
  stock: z.string(),
  leverage: z.int(),
  marginType: MarginType,
  /** The most leverage that the member may choose here: that of the brackets, or less while his sign-up is young. */
  maxLeverage: z.int(),
})
export type FuturesLeverage = z.infer<typeof FuturesLeverage>

/** An order, open or done; TP and SL of a position are orders of type TAKEPROFIT and STOPLOSS that name it. */
export const FuturesOrder = z.object({
  id: Id,
  futuresOptionId: Id,
  /** The position that it filled into last, or that it guards; null before its first fill. */
  futuresPositionId: Id.nullable(),
  stock: z.string(),
  koName: z.string(),
  side: PositionSide,
  marketType: MarketType,
  /** null: the whole position at the time of its execution (TAKEPROFIT, STOPLOSS, LIQUIDATION). */
  qty: Decimal.nullable(),
  price: Decimal.nullable(),
  triggerPrice: Decimal.nullable(),
  /** The trigger compares with the mark instead of the last price. */
  isMark: z.boolean(),
  isReduceOnly: z.boolean(),
  takeProfit: Decimal.nullable(),
  stopLoss: Decimal.nullable(),
  isMarkTp: z.boolean(),
  isMarkSl: z.boolean(),
  /** The slippage that the ticket named, in percent. */
  tolerance: Decimal.nullable(),
  status: OrderStatus,
  filledQty: Decimal,
  avgPrice: Decimal.nullable(),
  fee: Decimal,
  leverage: z.int(),
  marginType: MarginType,
  /** Why it was cancelled or rejected: a code of the error catalogue, or MEMBER, OCO, POSITION_CLOSED, POSITION_REDUCED, LIQUIDATION, EXPIRED. */
  reason: z.string().nullable(),
  expiresAt: EpochMs.nullable(),
  createdAt: EpochMs,
  triggeredAt: EpochMs.nullable(),
  closedAt: EpochMs.nullable(),
})
export type FuturesOrder = z.infer<typeof FuturesOrder>

export const FuturesFill = z.object({
  id: Id,
  futuresOrderId: Id.nullable(), // null: a copy's
  futuresPositionId: Id,
  futuresOptionId: Id,
  stock: z.string(),
  koName: z.string(),
  side: PositionSide,
  marketType: MarketType,
  qty: Decimal,
  /** VWAP of this fill. */
  price: Decimal,
  /** The best price at the fill; slippage is price − best, positive where it cost the member. */
  best: Decimal,
  slippage: Decimal,
  mark: Decimal.nullable(),
  /** `u` and time of the order book that it filled on. */
  bookId: z.int(),
  bookTs: EpochMs,
  isClose: z.boolean(),
  isMaker: z.boolean(),
  fee: Decimal,
  realizedPnl: Decimal,
  createdAt: EpochMs,
})
export type FuturesFill = z.infer<typeof FuturesFill>

/** A position, open or closed. A flip closes one id and opens another. */
export const FuturesPosition = z.object({
  id: Id,
  /** The same as `id`, under the name that calls about a position use. */
  futuresPositionId: Id,
  futuresOptionId: Id,
  stock: z.string(),
  koName: z.string(),
  side: PositionSide,
  status: PositionStatus,
  /** 0 once closed. */
  qty: Decimal,
  /** The largest quantity that it had. */
  maxQty: Decimal,
  entryPrice: Decimal,
  /** Σ notional of what is open, exact. Results compare qty × price with it, because the average entry is rounded. */
  entryNotional: Decimal,
  leverage: z.int(),
  marginType: MarginType,
  margin: Decimal,
  /** null: no price liquidates it. */
  liquidPrice: Decimal.nullable(),
  takeProfit: Decimal.nullable(),
  stopLoss: Decimal.nullable(),
  isMarkTp: z.boolean(),
  isMarkSl: z.boolean(),
  /** Funding so far: + received, − paid. */
  fundingFee: Decimal,
  /** Trading fees so far. */
  fee: Decimal,
  /** Realised by partial and full closes, before fees and funding. */
  realizedPnl: Decimal,
  /** Average price of what was closed; null before. */
  closePrice: Decimal.nullable(),
  /** Result over the margin of the entry, in percent; null while open (it moves with the mark). */
  roe: Decimal.nullable(),
  /** Warned of liquidation, until it recovers. */
  isWarned: z.boolean(),
  closeReason: z.enum(['MEMBER', 'TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION', 'TRADER']).nullable(),
  createdAt: EpochMs,
  closedAt: EpochMs.nullable(),
})
export type FuturesPosition = z.infer<typeof FuturesPosition>

/** A ledger row of the FUTURES wallet; margin moves are between a member's own sub-balances and add up to nothing. */
export const FuturesTransaction = z.object({
  id: Id,
  reason: z.string().meta({
    description:
      'What the row books: FUTURES_PNL, FUTURES_FEE, FUTURES_FUNDING, FUTURES_LIQUIDATION_FEE, FUTURES_SURPLUS, FUTURES_INSURANCE, LINKED_DEFICIT, or a deposit, grant or transfer',
  }),
  futuresOptionId: Id.nullable(),
  stock: z.string().nullable(),
  /** + credited, − debited. */
  amount: Decimal,
  currency: z.string(),
  /** The fill, position or request behind it. */
  refId: Id.nullable(),
  createdAt: EpochMs,
})
export type FuturesTransaction = z.infer<typeof FuturesTransaction>

/** A KST day of a member's perpetuals, in USDT. */
export const FuturesDailyProfit = z.object({
  date: Day,
  /** Results of closed quantities, with what liquidations returned or the insurance fund bore. */
  realizedPnl: Decimal,
  fee: Decimal,
  fundingFee: Decimal,
  /** realizedPnl − fee + fundingFee. */
  netPnl: Decimal,
})
export type FuturesDailyProfit = z.infer<typeof FuturesDailyProfit>

/** The CROSS margin account; equity = playerPoint + minusFundingFee + markPnl. Beside it: results of isolated positions, each at most its margin lost. */
export const FuturesCross = z.object({
  playerPoint: Decimal,
  markPnl: Decimal,
  isolatedPnl: Decimal,
  minusFundingFee: Decimal,
  available: Decimal,
  posted: Decimal,
  gameWaitPoint: Decimal,
})
export type FuturesCross = z.infer<typeof FuturesCross>

const SidePair = z.object({ buy: Decimal, sell: Decimal })
export const QtyPer = z.object({
  minQty: Decimal,
  stepSize: Decimal,
  maxBuyQty: Decimal,
  maxSellQty: Decimal,
  per: z.object({ 10: SidePair, 25: SidePair, 50: SidePair, 75: SidePair, 100: SidePair }),
})
export type QtyPer = z.infer<typeof QtyPer>

/** The TP and SL that an order carries, and the TP/SL orders that its fill made of them. */
export const OrderTpsl = z.object({
  futuresOrderId: Id,
  futuresPositionId: Id.nullable(),
  takeProfit: Decimal.nullable(),
  stopLoss: Decimal.nullable(),
  entries: z.array(FuturesOrder),
})
export type OrderTpsl = z.infer<typeof OrderTpsl>

/** An order event: the order, its newest fills, and the TP/SL orders of its position. */
export const FuturesOrderEvent = FuturesOrder.extend({ fills: z.array(FuturesFill), tpsl: z.array(FuturesOrder) })
export type FuturesOrderEvent = z.infer<typeof FuturesOrderEvent>
/** A position event: marketType is the type of the order that changed the position; null: no order did. */
export const FuturesPositionEvent = FuturesPosition.extend({ marketType: MarketType.nullable() })
export type FuturesPositionEvent = z.infer<typeof FuturesPositionEvent>
/** ratio: maintenance margin over margin and open result, in percent. */
export const FuturesWarnEvent = FuturesPositionEvent.extend({ ratio: Decimal })
export type FuturesWarnEvent = z.infer<typeof FuturesWarnEvent>
export const FuturesLiquidEvent = FuturesPositionEvent.extend({
  liquidation: z.object({
    qty: Decimal,
    /** The mark that liquidated it, and the price of its takeover. */
    mark: Decimal,
    price: Decimal,
    /** The member's loss, fee included, and the liquidation fee alone. */
    loss: Decimal,
    fee: Decimal,
    /** What the insurance fund paid. */
    deficit: Decimal,
    at: EpochMs,
  }),
})
export type FuturesLiquidEvent = z.infer<typeof FuturesLiquidEvent>

export const CanceledOrders = z.object({ count: z.int().nonnegative(), ids: z.array(Id) })
export type CanceledOrders = z.infer<typeof CanceledOrders>

interface OrderPrices {
  readonly marketType: OrderableMarketType
  price?: string | undefined
  triggerPrice?: string | undefined
}
/**
 * Refuses a missing price or trigger that the market type needs, and one that it does not use; 0 is none. A MARKET order's price is
 * ignored.
 */
export function pricesOfType({ value, issues }: z.core.ParsePayload<OrderPrices>): void {
  if (value.marketType === 'MARKET' || isZero(value.price)) delete value.price
  if (isZero(value.triggerPrice)) delete value.triggerPrice
  const takes = { price: value.marketType.endsWith('LIMIT'), triggerPrice: value.marketType.startsWith('STOP') }
  for (const field of ['price', 'triggerPrice'] as const) {
    if (takes[field] === (value[field] === undefined)) issues.push({ code: 'custom', path: [field], input: value })
  }
}

const isZero = (price: string | undefined): boolean => price !== undefined && Number(price) === 0

/** What a member may order. */
export const FuturesOrderBody = z
  .strictObject({
    futuresOptionId: IdInput,
    side: PositionSide,
    marketType: OrderableMarketType,
    qty: PositiveDecimalInput,
    /** LIMIT and STOPLIMIT. */
    price: DecimalInput.optional(),
    /** STOPLIMIT and STOPMARKET. */
    triggerPrice: DecimalInput.optional(),
    isMark: z.boolean().optional(),
    isReduceOnly: z.boolean().optional(),
    takeProfit: DecimalInput.optional(),
    stopLoss: DecimalInput.optional(),
    isMarkTp: z.boolean().optional(),
    isMarkSl: z.boolean().optional(),
    /** The setting to order with, where neither a position nor an order locks the one in force. */
    leverage: IntInput.optional(),
    marginType: MarginType.optional(),
    expiresAt: EpochMsInput.optional(),
    /** Slippage that the ticket named, in percent: a MARKET order stops there where that is tighter than the rule. */
    tolerance: PositiveDecimalInput.optional(),
  })
  .check(pricesOfType)
export type FuturesOrderBody = z.input<typeof FuturesOrderBody>

const optionQuery = z.object({ futuresOptionId: IdParam })
const someOption = { futuresOptionId: IdParam.optional() }
const listing = {
  resultType: z.enum(['List', 'Page']).optional(),
  ...someOption,
  startDate: Day.optional(),
  endDate: Day.optional(),
  page: PageParam.optional(),
  size: SizeParam.optional(),
}
const command = { method: 'POST', tag, auth: 'member', idempotent: true, rate: 'order' } as const
const accountRefusals = ['FEATURE_DISABLED', 'WALLET_NOT_FOUND', 'ACCOUNT_DENIED', 'HISTORY_NOT_FOUND'] as const

export const futuresEndpoints = {
  futuresOptionList: endpoint({
    method: 'GET',
    path: '/api/futures/option/list',
    summary: '선물 종목 목록',
    tag,
    auth: 'guest',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Simple']).optional(),
      isPlay: z.enum(['0', '1']).optional(),
      stockPrefix: z.string().max(12).optional(),
    }),
    response: z.union([z.array(FuturesOption), z.array(OptionSimple)]),
    errors: [],
  }),
  futuresOption: endpoint({
    method: 'GET',
    path: '/api/futures/option',
    summary: '선물 종목 하나',
    tag,
    auth: 'guest',
    query: optionQuery,
    response: FuturesOption,
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresOrder: endpoint({
    ...command,
    inMaintenance: 'REDUCE_ONLY',
    path: '/api/futures/order',
    summary: '주문',
    body: FuturesOrderBody,
    response: FuturesOrder,
    errors: [
      'RISK_ACK_REQUIRED',
      'STOCK_NOT_FOUND',
      'OPTION_STOPPED',
      'PRICE_FEED_STALE',
      'PRICE_TICK_INVALID',
      'PRICE_OUT_OF_BAND',
      'TRIGGER_PRICE_INVALID',
      'QTY_STEP_INVALID',
      'QTY_BELOW_MIN',
      'ORDER_MIN_NOTIONAL',
      'LEVERAGE_MAX_QTY_EXCEEDED',
      'LEVERAGE_OUT_OF_RANGE',
      'LEVERAGE_LOCKED_POSITION',
      'LEVERAGE_LOCKED_ORDER',
      'MARGIN_TYPE_LOCKED_POSITION',
      'MARGIN_TYPE_LOCKED_ORDER',
      'ORDER_COUNT_EXCEEDED',
      'ORDER_EXPIRED',
      'REDUCE_ONLY_NO_POSITION',
      'REDUCE_ONLY_SAME_SIDE',
      'REDUCE_ONLY_QTY_EXCEEDED',
      'REDUCE_ONLY_CONFLICT',
      'TAKE_PROFIT_WRONG_SIDE',
      'STOP_LOSS_WRONG_SIDE',
      'STOP_LOSS_BEYOND_LIQUIDATION',
      'BALANCE_INSUFFICIENT',
      'FEE_INSUFFICIENT',
      'LEVERAGE_HALVED',
      'ISOLATED_MARGIN_INSUFFICIENT',
      'SLIPPAGE_PROTECTED',
      'LINKED_OPPOSITE',
      'EXPOSURE_LIMIT',
      'SELF_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
      'COOL_OFF_ACTIVE',
      'SELF_EXCLUDED',
      ...accountRefusals,
    ],
  }),
  futuresOrderCancel: endpoint({
    ...command,
    path: '/api/futures/order/cancel',
    summary: '주문 취소',
    body: z.strictObject({ id: IdInput }),
    response: FuturesOrder,
    errors: ['ORDER_CANCEL_NOT_FOUND', 'ORDER_CANCEL_ALREADY_CLOSED', ...accountRefusals],
  }),
  futuresOrderCancelAll: endpoint({
    ...command,
    path: '/api/futures/order/cancel_all',
    summary: '미체결 주문 전체 취소 (종목을 비우면 모두)',
    body: z.strictObject({ futuresOptionId: IdInput.optional() }),
    response: CanceledOrders,
    errors: ['STOCK_NOT_FOUND', ...accountRefusals],
  }),
  futuresOrderTpsl: endpoint({
    ...command,
    path: '/api/futures/order/tpsl',
    summary: '포지션의 TP/SL (0이면 해제, 비우면 그대로)',
    body: z.strictObject({
      futuresPositionId: IdInput,
      takeProfit: DecimalInput.optional(),
      stopLoss: DecimalInput.optional(),
      isMarkTp: z.boolean().optional(),
      isMarkSl: z.boolean().optional(),
    }),
    response: z.object({ position: FuturesPosition, entries: z.array(FuturesOrder) }),
    errors: [
      'POSITION_NOT_FOUND',
      'PRICE_TICK_INVALID',
      'TAKE_PROFIT_WRONG_SIDE',
      'STOP_LOSS_WRONG_SIDE',
      'STOP_LOSS_BEYOND_LIQUIDATION',
      'PRICE_FEED_STALE',
      ...accountRefusals,
    ],
  }),
  futuresOpenOrder: endpoint({
    method: 'GET',
    path: '/api/futures/history/open_order',
    summary: '미체결 주문 (포지션의 TP/SL은 open_sltp)',
    tag,
    auth: 'member',
    query: z.object(someOption),
    response: z.array(FuturesOrder),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresOpenPosition: endpoint({
    method: 'GET',
    path: '/api/futures/history/open_position',
    summary: '보유 포지션',
    tag,
    auth: 'member',
    query: z.object(someOption),
    response: z.array(FuturesPosition),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresHistoryList: endpoint({
    method: 'GET',
    path: '/api/futures/history/list',
    summary: '끝난 주문',
    tag,
    auth: 'member',
    query: z.object({ ...listing, statusStrs: ListParam.optional() }),
    response: z.union([z.array(FuturesOrder), pageOf(FuturesOrder)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresHistoryFill: endpoint({
    method: 'GET',
    path: '/api/futures/history/fill',
    summary: '체결 내역',
    tag,
    auth: 'member',
    query: z.object({ ...listing, orderId: IdParam.optional() }),
    response: z.union([z.array(FuturesFill), pageOf(FuturesFill)]),
    errors: ['STOCK_NOT_FOUND', 'ORDER_NOT_FOUND'],
  }),
  futuresHistoryPosition: endpoint({
    method: 'GET',
    path: '/api/futures/history/position',
    summary: '끝난 포지션',
    tag,
    auth: 'member',
    query: z.object(listing),
    response: z.union([z.array(FuturesPosition), pageOf(FuturesPosition)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresHistoryTransaction: endpoint({
    method: 'GET',
    path: '/api/futures/history/transaction',
    summary: '선물 지갑의 거래 내역',
    tag,
    auth: 'member',
    query: z.object({ ...listing, reasonStrs: ListParam.optional() }),
    response: z.union([z.array(FuturesTransaction), pageOf(FuturesTransaction)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresDailyProfit: endpoint({
    method: 'GET',
    path: '/api/futures/history/daily_profit',
    summary: '날짜별 손익 (새 날짜부터; 기간을 비우면 최근 30일)',
    tag,
    auth: 'member',
    query: z.object({ startDate: Day.optional(), endDate: Day.optional() }),
    response: z.array(FuturesDailyProfit),
    errors: [],
  }),
  futuresTpsl: endpoint({
    method: 'GET',
    path: '/api/futures/history/tpsl',
    summary: '주문의 TP/SL',
    tag,
    auth: 'member',
    query: z.object({ orderId: IdParam }),
    response: OrderTpsl,
    errors: ['ORDER_NOT_FOUND'],
  }),
  futuresLastLeverage: endpoint({
    method: 'GET',
    path: '/api/futures/history/last_leverage',
    summary: '지금의 레버리지와 마진 모드: 종목을 고르지 않으면 모든 종목',
    tag,
    auth: 'member',
    query: z.object(someOption),
    response: z.union([FuturesLeverage, z.array(FuturesLeverage)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  futuresOpenSltp: endpoint({
    method: 'GET',
    path: '/api/futures/history/open_sltp',
    summary: '포지션의 TP/SL 주문',
    tag,
    auth: 'member',
    query: z.object({ futuresPositionId: IdParam }),
    response: z.array(FuturesOrder),
    errors: ['POSITION_NOT_FOUND'],
  }),
  futuresCross: endpoint({
    method: 'GET',
    path: '/api/futures/cross',
    summary: '교차 계좌',
    tag,
    auth: 'member',
    response: FuturesCross,
    errors: ['WALLET_NOT_FOUND'],
  }),
  futuresOrderLeverage: endpoint({
    ...command,
    path: '/api/futures/order/leverage',
    summary: '레버리지 변경',
    body: z.strictObject({ futuresOptionId: IdInput, leverage: IntInput }),
    response: FuturesLeverage,
    errors: [
      'STOCK_NOT_FOUND',
      'LEVERAGE_OUT_OF_RANGE',
      'LEVERAGE_LOCKED_POSITION',
      'LEVERAGE_LOCKED_ORDER',
      'LEVERAGE_LOCKED_COPY',
      ...accountRefusals,
    ],
  }),
  futuresOrderMarginType: endpoint({
    ...command,
    path: '/api/futures/order/margin_type',
    summary: '마진 모드 변경',
    body: z.strictObject({ futuresOptionId: IdInput, marginType: MarginType }),
    response: FuturesLeverage,
    errors: [
      'STOCK_NOT_FOUND',
      'MARGIN_TYPE_LOCKED_POSITION',
      'MARGIN_TYPE_LOCKED_ORDER',
      'MARGIN_TYPE_LOCKED_COPY',
      ...accountRefusals,
    ],
  }),
  futuresOrderMargin: endpoint({
    ...command,
    path: '/api/futures/order/margin',
    summary: '격리 증거금 추가·회수',
    body: z.strictObject({
      amount: PositiveDecimalInput,
      futuresPositionId: IdInput,
      type: z.enum(['ADD', 'REMOVE']),
    }),
    response: FuturesPosition,
    errors: [
      'POSITION_NOT_FOUND',
      'MARGIN_LOCKED_POSITION',
      'MARGIN_LOCKED_ORDER',
      'MARGIN_LOCKED_COPY',
      'BALANCE_INSUFFICIENT',
      'ISOLATED_MARGIN_INSUFFICIENT',
      'PRICE_FEED_STALE',
      ...accountRefusals,
    ],
  }),
  futuresQtyPer: endpoint({
    method: 'GET',
    path: '/api/futures/order/qty_per',
    summary: '주문 가능 수량과 비율별 수량',
    tag,
    auth: 'member',
    query: z.object({
      futuresOptionId: IdParam,
      leverage: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .transform(Number),
    }),
    response: QtyPer,
    errors: ['STOCK_NOT_FOUND', 'LEVERAGE_OUT_OF_RANGE', 'PRICE_FEED_STALE', 'WALLET_NOT_FOUND'],
  }),
}
