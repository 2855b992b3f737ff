import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FeedState, GameStatus, Interval, RoundPhase, Side, TradeType, VoidReason } from './enums.ts'
import {
  Day,
  Decimal,
  EpochMs,
  Id,
  IdInput,
  IdParam,
  KrwAmount,
  ListParam,
  PageParam,
  pageOf,
  SizeParam,
} from './primitives.ts'

const tag = '회차 거래'

export const TradeOption = z.object({
  id: Id,
  stock: z.string(),
  type: TradeType,
  isPlay: z.boolean(),
  isStop: z.boolean(),
  precision: z.int(),
  koName: z.string(),
  currency: z.literal('KRW'),
  isRest: z.boolean(),
  payoutRate: Decimal,
  minPoint: Decimal,
  maxPoint: Decimal,
  unit: Decimal,
  /** What a member may stake on one round: in all, in so many bets, each so long after the one before. */
  maxRoundPoint: Decimal,
  maxBets: z.int(),
  minIntervalMs: z.int(),
  /** So long before its price (rent: of the start, binary: of the end) a round takes no more stakes. */
  lockLeadMs: z.int(),
  /** A binary bet is struck by the first tick from so long after its acceptance on; one is waited for so long. */
  strikeDelayMs: z.int(),
  strikeWaitMs: z.int(),
})
export type TradeOption = z.infer<typeof TradeOption>
const OptionSimple = z.object({ id: Id, label: z.string() })

/** A round as a trade page needs it; the strike price stays hidden while staking (rent) . */
export const Round = z.object({
  id: Id,
  roundNo: z.int(),
  tradeOptionId: Id,
  stock: z.string(),
  type: TradeType,
  phase: RoundPhase,
  status: GameStatus,
  openAt: EpochMs,
  lockAt: EpochMs,
  startAt: EpochMs,
  endAt: EpochMs,
  strikePrice: Decimal.nullable(),
  closePrice: Decimal.nullable(),
  payoutRate: Decimal,
  minPoint: Decimal,
  maxPoint: Decimal,
  unit: Decimal,
  isBettable: z.boolean(),
  /** Share of stakes, only after lock. */
  buyPoint: Decimal.nullable(),
  sellPoint: Decimal.nullable(),
  betRoot: z.string().nullable(),
  voidReason: VoidReason.nullable(),
  /** The reason that an operator published when he made the round void. */
  voidNote: z.string().nullable(),
})
export type Round = z.infer<typeof Round>

export const CurrentGame = z.object({
  serverTime: EpochMs,
  feed: FeedState,
  betting: Round.nullable(),
  running: Round.nullable(),
  my: z.object({ buyPoint: Decimal, sellPoint: Decimal }).nullable(),
})
export type CurrentGame = z.infer<typeof CurrentGame>

export const RecentRound = z.object({
  id: Id,
  roundNo: z.int(),
  strikePrice: Decimal.nullable(),
  closePrice: Decimal.nullable(),
  status: GameStatus,
  /** The caller's side in that round, if any. */
  side: Side.nullable(),
  endAt: EpochMs,
})
export type RecentRound = z.infer<typeof RecentRound>

/** A tick as the evidence shows it. */
export const EvidenceTick = z.object({
  optionId: z.string(),
  source: z.string(),
  sourceTradeId: z.string(),
  sourceTs: EpochMs,
  recvTs: EpochMs,
  price: Decimal,
  qty: Decimal,
  seq: z.int(),
})
export type EvidenceTick = z.infer<typeof EvidenceTick>

export const RoundDetail = Round.extend({
  strikeTick: EvidenceTick.nullable(),
  closeTick: EvidenceTick.nullable(),
  evidenceUrl: z.string(),
})
export type RoundDetail = z.infer<typeof RoundDetail>
export const RoundStatusRow = z.object({ id: Id, roundNo: z.int(), status: GameStatus, endAt: EpochMs })

/** A bet as history/list, the private queue and the history page show it. */
export const Bet = z.object({
  id: Id,
  tradeRoundId: Id,
  tradeOptionId: Id,
  roundNo: z.int(),
  stock: z.string(),
  koName: z.string(),
  tradeType: TradeType,
  type: Side,
  point: Decimal,
  payoutRate: Decimal,
  strikePrice: Decimal.nullable(),
  closePrice: Decimal.nullable(),
  status: GameStatus,
  /** Net result: + won, − lost, 0 void or in progress. */
  profit: Decimal,
  voidReason: VoidReason.nullable(),
  startAt: EpochMs,
  endAt: EpochMs,
  createdAt: EpochMs,
  settledAt: EpochMs.nullable(),
})
export type Bet = z.infer<typeof Bet>

export const WalletBalance = z.object({ type: z.string(), point: Decimal, gameWaitPoint: Decimal })

export const BettingReply = z.object({
  id: Id,
  tradeRoundId: Id,
  type: Side,
  point: Decimal,
  payoutRate: Decimal,
  status: GameStatus,
  acceptedAt: EpochMs,
  strikePrice: Decimal.nullable(),
  wallet: WalletBalance,
  bet: Bet,
})
export type BettingReply = z.infer<typeof BettingReply>

export const BetSummary = z.object({
  count: z.int(),
  win: z.int(),
  lose: z.int(),
  void: z.int(),
  totalPoint: Decimal,
  totalProfit: Decimal,
})
export type BetSummary = z.infer<typeof BetSummary>

/** [openTimeMs, open, high, low, close, volume, closed]. */
export const Candle = z.tuple([
  EpochMs,
  Decimal,
  Decimal,
  Decimal,
  Decimal,
  Decimal,
  z.union([z.literal(0), z.literal(1)]),
])
export type Candle = z.infer<typeof Candle>

export const TickerStatistics = z.record(
  z.string(),
  z.object({
    lastPrice: Decimal,
    priceChangePercent: Decimal,
    rateChange: Decimal,
    high: Decimal,
    low: Decimal,
    volume: Decimal,
  }),
)

const StockList = ListParam.min(1).meta({
  description: 'Comma list of stock names; unknown ones are ignored',
  example: 'CR_BTCUSDT',
})
const optionQuery = z.object({ tradeOptionId: IdParam })
const dates = { startDate: Day.optional(), endDate: Day.optional() }
const paging = { page: PageParam.optional(), size: SizeParam.optional() }

export const tradeEndpoints = {
  option: endpoint({
    method: 'GET',
    path: '/api/trade/option',
    summary: '종목 옵션 하나',
    tag,
    auth: 'guest',
    query: optionQuery,
    response: TradeOption,
    errors: ['STOCK_NOT_FOUND'],
  }),
  optionList: endpoint({
    method: 'GET',
    path: '/api/trade/option/list',
    summary: '종목 옵션 목록',
    tag,
    auth: 'guest',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Simple']).optional(),
      isPlay: z.enum(['0', '1']).optional(),
      typeArray: ListParam.optional(),
      stockPrefix: z.string().max(12).optional(),
    }),
    response: z.union([z.array(TradeOption), z.array(OptionSimple)]),
    errors: [],
  }),
  gameCurrent: endpoint({
    method: 'GET',
    path: '/api/trade/game/current',
    summary: '현재 회차',
    tag,
    auth: 'guest',
    query: optionQuery,
    response: CurrentGame,
    errors: ['STOCK_NOT_FOUND'],
  }),
  gameRecent: endpoint({
    method: 'GET',
    path: '/api/trade/game/recent',
    summary: '최근 20회차',
    tag,
    auth: 'guest',
    query: optionQuery,
    response: z.array(RecentRound),
    errors: ['STOCK_NOT_FOUND'],
  }),
  gameRound: endpoint({
    method: 'GET',
    path: '/api/trade/game/round',
    summary: '회차 하나',
    tag,
    auth: 'guest',
    query: z.object({ tradeRoundId: IdParam }),
    response: RoundDetail,
    errors: ['HISTORY_NOT_FOUND'],
  }),
  gameRoundList: endpoint({
    method: 'GET',
    path: '/api/trade/game/round/list',
    summary: '회차 목록',
    tag,
    auth: 'guest',
    rate: 'read',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'RoundStatus']).optional(),
      tradeOptionId: IdParam,
      isPlayStrs: ListParam.optional(),
      statusStrs: ListParam.optional(),
      ...dates,
      ...paging,
    }),
    response: z.union([z.array(Round), pageOf(Round), z.array(RoundStatusRow), pageOf(RoundStatusRow)]),
    errors: ['STOCK_NOT_FOUND'],
  }),
  betting: endpoint({
    method: 'POST',
    path: '/api/trade/history/betting',
    summary: '참여',
    tag,
    auth: 'member',
    idempotent: true,
    inMaintenance: 'REFUSED',
    rate: 'order',
    body: z.strictObject({ point: KrwAmount, tradeRoundId: IdInput, type: Side }),
    response: BettingReply,
    errors: [
      'RISK_ACK_REQUIRED',
      'ROUND_NOT_OPEN',
      'INVESTMENT_TIME_CLOSED',
      'INVESTMENT_BELOW_MIN',
      'INVESTMENT_ABOVE_MAX',
      'AMOUNT_UNIT_MISMATCH',
      'BALANCE_INSUFFICIENT',
      'BET_OPPOSITE_SIDE',
      'BET_COUNT_EXCEEDED',
      'BET_TOO_SOON',
      'ROUND_LIMIT_EXCEEDED',
      'EXPOSURE_LIMIT',
      'PRICE_FEED_STALE',
      'MARKET_CLOSED',
      'WALLET_NOT_FOUND',
      'OPTION_STOPPED',
      'FEATURE_DISABLED',
      'SELF_LIMIT_EXCEEDED',
      'CEILING_EXCEEDED',
      'COOL_OFF_ACTIVE',
      'SELF_EXCLUDED',
      'ACCOUNT_DENIED',
      'HISTORY_NOT_FOUND',
    ],
  }),
  historyCurrent: endpoint({
    method: 'GET',
    path: '/api/trade/history/current',
    summary: '회차의 내 참여',
    tag,
    auth: 'member',
    query: z.object({ tradeRoundId: IdParam }),
    response: z.array(Bet),
    errors: ['HISTORY_NOT_FOUND'],
  }),
  historyCurrentForOption: endpoint({
    method: 'GET',
    path: '/api/trade/history/current_for_option',
    summary: '종목의 진행 중 참여',
    tag,
    auth: 'member',
    query: optionQuery,
    response: z.array(Bet),
    errors: ['STOCK_NOT_FOUND'],
  }),
  historyList: endpoint({
    method: 'GET',
    path: '/api/trade/history/list',
    summary: '내 참여 내역',
    tag,
    auth: 'member',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Summary']).optional(),
      playerId: IdParam.optional(),
      tradeOptionId: IdParam.optional(),
      tradeRoundId: IdParam.optional(),
      tradeTypeStrs: ListParam.optional(),
      typeStrs: ListParam.optional(),
      statusStrs: ListParam.optional(),
      ...dates,
      ...paging,
    }),
    response: z.union([z.array(Bet), pageOf(Bet), BetSummary]),
    errors: ['USER_NOT_FOUND', 'STOCK_NOT_FOUND'],
  }),
  roundSummaryDaily: endpoint({
    method: 'GET',
    path: '/api/trade/round/summary/daily',
    summary: '하루 회차 집계',
    tag,
    auth: 'guest',
    rate: 'read',
    query: z.object({
      resultType: z.enum(['List', 'Page', 'Summary']).optional(),
      tradeOptionId: IdParam,
      date: Day.optional(),
    }),
    response: z.object({
      date: Day,
      rounds: z.int(),
      up: z.int(),
      down: z.int(),
      void: z.int(),
      maxUpStreak: z.int(),
      maxDownStreak: z.int(),
      buyPoint: Decimal,
      sellPoint: Decimal,
    }),
    errors: ['STOCK_NOT_FOUND'],
  }),
  recentAllHistory: endpoint({
    method: 'GET',
    path: '/api/trade/history/recent_all_history',
    summary: '최근 실제 참여 50건 (가린 닉네임)',
    tag,
    auth: 'guest',
    rate: 'read',
    query: optionQuery,
    response: z.array(
      z.object({
        id: Id,
        roundNo: z.int(),
        nick: z.string(),
        type: Side.nullable(),
        point: Decimal,
        status: GameStatus,
        createdAt: EpochMs,
      }),
    ),
    errors: ['STOCK_NOT_FOUND'],
  }),
  klineData: endpoint({
    method: 'GET',
    path: '/api/trade/kline_data',
    summary: '여러 종목의 캔들',
    tag,
    auth: 'guest',
    query: z.object({ stockListStrs: StockList, interval: Interval }),
    response: z.record(z.string(), z.array(Candle)),
    errors: [],
  }),
  tickerStatistics: endpoint({
    method: 'GET',
    path: '/api/trade/ticker_statistics',
    summary: '등락 통계',
    tag,
    auth: 'guest',
    query: z.object({ stockListStrs: StockList }),
    response: TickerStatistics,
    errors: [],
  }),
  publicTradeRound: endpoint({
    method: 'GET',
    path: '/api/public/trade_round',
    summary: '공개 회차 결과',
    tag,
    auth: 'guest',
    rate: 'read',
    query: z.object({ tradeOptionId: IdParam.optional() }),
    response: z.array(Round),
    errors: ['STOCK_NOT_FOUND'],
  }),
  publicOptionList: endpoint({
    method: 'GET',
    path: '/api/public/trade_option/site/list',
    summary: '사이트 옵션 목록',
    tag,
    auth: 'guest',
    query: z.object({ type: ListParam.optional() }),
    response: z.array(TradeOption),
    errors: [],
  }),
  stockChart: endpoint({
    method: 'GET',
    path: '/api/stock/chart',
    summary: '캔들',
    tag,
    auth: 'guest',
    query: z.object({ stock: z.string().max(40), interval: Interval }),
    response: z.array(Candle),
    errors: ['STOCK_NOT_FOUND'],
  }),
  stockChartPage: endpoint({
    method: 'GET',
    path: '/api/stock/chart_page',
    summary: '지난 캔들',
    tag,
    auth: 'guest',
    rate: 'read',
    query: z.object({
      stock: z.string().max(40),
      interval: Interval,
      endTime: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      size: z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number)
        .pipe(z.int().min(1).max(500))
        .optional(),
    }),
    response: z.object({ content: z.array(Candle), nextEndTime: EpochMs.nullable() }),
    errors: ['STOCK_NOT_FOUND'],
  }),
  stockRawData: endpoint({
    method: 'GET',
    path: '/api/stock/raw_data',
    summary: '체결 원본 (최대 1,000건)',
    tag,
    auth: 'guest',
    rate: 'read',
    query: z.object({
      stock: z.string().max(40),
      from: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      to: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    }),
    response: z.array(EvidenceTick),
    errors: ['STOCK_NOT_FOUND'],
  }),
  stockKeyValue: endpoint({
    method: 'GET',
    path: '/api/stock/key_value',
    summary: '종목(key)의 현재가',
    tag,
    auth: 'guest',
    query: z.object({ key: z.string().max(40) }),
    response: z.object({ key: z.string(), value: Decimal.nullable(), ts: EpochMs }),
    errors: ['STOCK_NOT_FOUND'],
  }),
  stockLastPrice: endpoint({
    method: 'GET',
    path: '/api/stock/last_price',
    summary: '현재가',
    tag,
    auth: 'guest',
    query: z.object({ stockListStrs: StockList }),
    response: z.record(z.string(), z.object({ price: Decimal, ts: EpochMs, feed: FeedState })),
    errors: [],
  }),
}
