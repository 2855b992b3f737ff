import { z } from 'zod'
import { ChatLine, ChatSide } from './chat.ts'
import { ExposureSums } from './console-risk.ts'
import { FeedState } from './enums.ts'
import {
  FuturesCross,
  FuturesLeverage,
  FuturesLiquidEvent,
  FuturesOrder,
  FuturesOrderEvent,
  FuturesPosition,
  FuturesPositionEvent,
  FuturesWarnEvent,
} from './futures.ts'
import { Halving } from './halving.ts'
import { SiteInfo, Wallet } from './member.ts'
import { CoinArrival } from './money-arrival.ts'
import { P2pOrder } from './money-p2p.ts'
import { DnwRow } from './money-row.ts'
import {
  OverseaCloseEvent,
  OverseaCross,
  OverseaLiquidEvent,
  OverseaOrder,
  OverseaOrderEvent,
  OverseaPosition,
  OverseaPositionEvent,
  OverseaWarnEvent,
} from './oversea.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'
import { Bet, CurrentGame, Round, WalletBalance } from './trade.ts'

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
export type DepthData = z.infer<typeof DepthData>
export const StockInfo = z.object({
  id: Id,
  stock: z.string(),
  lastPrice: Decimal,
  priceChangePercent: Decimal,
  /** The same as `id`, under its other name. */
  rateChange: Decimal,
  isRest: z.boolean(),
  feed: FeedState,
})
export type StockInfo = z.infer<typeof StockInfo>
export const BetEvent = z.object({ bet: Bet, wallet: WalletBalance })
export type BetEvent = z.infer<typeof BetEvent>

/** A title, and HTML written by staff. */
const Written = z.object({ id: Id, title: z.string(), content: z.string() })

/** The snapshot of the futures queue. */
const FuturesSnapshot = z.object({
  orders: z.array(FuturesOrder),
  tpsl: z.array(FuturesOrder),
  positions: z.array(FuturesPosition),
})
export type FuturesSnapshot = z.infer<typeof FuturesSnapshot>
/** The snapshot of the overseas queue. */
const OverseaSnapshot = z.object({ orders: z.array(OverseaOrder), positions: z.array(OverseaPosition) })
export type OverseaSnapshot = z.infer<typeof OverseaSnapshot>
/** The snapshot of the topic of a round option: its rounds, as game/current shows them. */
const RoundsSnapshot = CurrentGame.pick({ serverTime: true, betting: true, running: true })
export type RoundsSnapshot = z.infer<typeof RoundsSnapshot>

/**
 * What staff look at: requests, payouts, suspense and disputes; what they do themselves; members who join; chats; what members hold and
 * stake; who is here; whether prices come.
 */
export const ConsoleArea = z.enum(['MONEY', 'DESK', 'MEMBERS', 'CHAT', 'RISK', 'ONLINE', 'FEED'])
export type ConsoleArea = z.infer<typeof ConsoleArea>

/**
 * Every destination, its events and their data. `{}` parts are filled in by the subscriber. SNAPSHOT is the first message
 * of each subscription; null where the destination has no state, or none yet.
 */
export const destinations = {
  '/user/queue/trade': {
    SNAPSHOT: z.null(),
    BET_ACCEPTED: BetEvent,
    BET_STRUCK: BetEvent,
    BET_SETTLED: BetEvent,
  },
  '/user/queue/point': {
    SNAPSHOT: z.array(Wallet),
    POINT: Wallet,
    DNW_UPDATE: DnwRow,
    P2P_UPDATE: P2pOrder,
    COIN_ARRIVAL: CoinArrival,
  },
  '/user/queue/futures': {
    SNAPSHOT: FuturesSnapshot,
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
    HALVING: Halving,
  },
  '/user/queue/cross': { SNAPSHOT: FuturesCross.nullable(), CROSS: FuturesCross },
  '/user/queue/oversea': {
    SNAPSHOT: OverseaSnapshot,
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
    HALVING: Halving,
  },
  '/user/queue/oversea_cross': { SNAPSHOT: OverseaCross.nullable(), CROSS: OverseaCross },
  '/user/queue/message': { SNAPSHOT: z.null(), MESSAGE: Written, UNREAD: z.object({ count: z.int() }) },
  '/user/queue/chat': {
    SNAPSHOT: z.null(),
    CHAT_QUEUE: z.object({ chatId: Id, position: z.int(), waitSec: z.int().nullable() }),
    CHAT_OPEN: z.object({ chatId: Id, staffName: z.string(), at: EpochMs }),
    CHAT_MESSAGE: ChatLine.extend({ chatId: Id }),
    CHAT_TYPING: z.object({ chatId: Id, from: ChatSide }),
    CHAT_READ: z.object({ chatId: Id, from: ChatSide, seq: z.int() }),
    CHAT_END: z.object({ chatId: Id, inquiryId: Id.nullable(), at: EpochMs }),
  },
  '/user/queue/error': { SNAPSHOT: z.null(), ERROR: z.object({ code: z.string(), message: z.string() }) },
  '/user/queue/force_logout': { SNAPSHOT: z.null(), FORCE_LOGOUT: z.object({ reason: z.string() }) },
  '/user/queue/pong': { SNAPSHOT: z.null(), PONG: z.object({ ts: EpochMs }) },
  '/topic/trade/{tradeOptionId}': {
    SNAPSHOT: RoundsSnapshot,
    ROUND_OPEN: Round,
    ROUND_LOCKED: Round,
    ROUND_RUNNING: Round,
    ROUND_SETTLED: Round,
    ROUND_VOID: Round,
  },
  '/topic/tick/{stock}': { SNAPSHOT: TickData.nullable(), TICK: TickData },
  '/topic/depth/{stock}': { SNAPSHOT: DepthData.nullable(), DEPTH: DepthData },
  '/topic/futures_info': { SNAPSHOT: z.array(StockInfo), INFO: z.array(StockInfo) },
  '/topic/oversea': { SNAPSHOT: z.array(StockInfo), INFO: z.array(StockInfo) },
  '/topic/console/{siteId}': { SNAPSHOT: z.null(), CHANGED: z.object({ areas: z.array(ConsoleArea) }) },
  '/topic/console_risk/{siteId}': { SNAPSHOT: ExposureSums, EXPOSURE: ExposureSums },
  '/topic/notice/{siteId}': {
    SNAPSHOT: z.null(),
    NOTICE: Written,
    NOTICE_GONE: z.object({ id: Id }).meta({ description: 'A forced notice that nobody has to read any more' }),
    SITE: SiteInfo,
  },
} as const
