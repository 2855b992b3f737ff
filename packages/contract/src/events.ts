import { z } from 'zod'
import { FeedState, WalletType } from './enums.ts'
import {
  FuturesCross,
  FuturesLeverage,
  FuturesLiquidEvent,
  FuturesOrderEvent,
  FuturesPositionEvent,
  FuturesWarnEvent,
} from './futures.ts'
import {
  OverseaCloseEvent,
  OverseaCross,
  OverseaLiquidEvent,
  OverseaOrderEvent,
  OverseaPositionEvent,
  OverseaWarnEvent,
} from './oversea.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'
import { Bet, Round, WalletBalance } from './trade.ts'

/** Body of every MESSAGE frame. seq counts from 1 per (member, queue); null on conflated messages. A gap or a new epoch: reload the lists. */
export const Envelope = z.object({
  event: z.string(),
  epoch: z.int(),
  seq: z.int().nullable(),
  ts: EpochMs,
  data: z.unknown(),
})
export type Envelope = z.infer<typeof Envelope>

export const TickData = z.object({
  last: Decimal,
  mark: Decimal,
  bid: Decimal,
  ask: Decimal,
  fundingRate: Decimal.optional(),
  nextFundingTime: EpochMs.optional(),
  ts: EpochMs,
  feed: FeedState,
})
export type TickData = z.infer<typeof TickData>
export const DepthData = z.object({
  bids: z.array(z.tuple([Decimal, Decimal])),
  asks: z.array(z.tuple([Decimal, Decimal])),
  ts: EpochMs,
  u: z.int(),
})
export const StockInfo = z.object({
  id: Id,
  stock: z.string(),
  lastPrice: Decimal,
  priceChangePercent: Decimal,
  /** The same by its other name. */
  rateChange: Decimal,
  isRest: z.boolean(),
  feed: FeedState,
})
export const BetEvent = z.object({ bet: Bet, wallet: WalletBalance })
export type BetEvent = z.infer<typeof BetEvent>

/** Every destination, its events and their data. `{}` parts are filled in by the subscriber. */
export const destinations = {
  '/user/queue/trade': { BET_ACCEPTED: BetEvent, BET_STRUCK: BetEvent, BET_SETTLED: BetEvent },
  '/user/queue/point': {
    POINT: z.object({ type: WalletType, currency: z.string(), point: Decimal, gameWaitPoint: Decimal }),
  },
  '/user/queue/futures': {
    ORDER_SUCCESS: FuturesOrderEvent,
    ORDER_CANCEL: FuturesOrderEvent,
    ORDER_FILLED: FuturesOrderEvent,
    ORDER_UPDATE: FuturesOrderEvent,
    POSITION_OPEN: FuturesPositionEvent,
    POSITION_UPDATE: FuturesPositionEvent,
    POSITION_CLOSE: FuturesPositionEvent,
    POSITION_UPDATE_LIQUIDPRICE: FuturesPositionEvent,
    POSITION_WARN: FuturesWarnEvent,
    POSITION_LIQUID: FuturesLiquidEvent,
    LEVERAGE_UPDATE: FuturesLeverage,
  },
  '/user/queue/cross': { CROSS: FuturesCross },
  '/user/queue/oversea': {
    ORDER_SUCCESS: OverseaOrderEvent,
    ORDER_CANCEL: OverseaOrderEvent,
    ORDER_FILLED: OverseaOrderEvent,
    ORDER_UPDATE: OverseaOrderEvent,
    POSITION_OPEN: OverseaPositionEvent,
    POSITION_UPDATE: OverseaPositionEvent,
    POSITION_CLOSE: OverseaPositionEvent,
    POSITION_WARN: OverseaWarnEvent,
    POSITION_LIQUID: OverseaLiquidEvent,
    OVERSEA_OPTION_CLOSE: OverseaCloseEvent,
  },
  '/user/queue/oversea_cross': { CROSS: OverseaCross },
  '/user/queue/message': { MESSAGE: z.object({ id: Id, title: z.string(), content: z.string() }) },
  '/user/queue/error': { ERROR: z.object({ code: z.string(), message: z.string() }) },
  '/user/queue/force_logout': { FORCE_LOGOUT: z.object({ reason: z.string() }) },
  '/user/queue/pong': { PONG: z.object({ ts: EpochMs }) },
  '/topic/trade/{tradeOptionId}': {
    ROUND_OPEN: Round,
    ROUND_LOCKED: Round,
    ROUND_RUNNING: Round,
    ROUND_SETTLED: Round,
    ROUND_VOID: Round,
  },
  '/topic/tick/{stock}': { TICK: TickData },
  '/topic/depth/{stock}': { DEPTH: DepthData },
  '/topic/futures_info': { INFO: z.array(StockInfo) },
  '/topic/oversea': { INFO: z.array(StockInfo) },
  '/topic/notice/{siteId}': { NOTICE: z.object({ id: Id, title: z.string(), content: z.string() }) },
} as const
