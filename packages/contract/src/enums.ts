import { z } from 'zod'

/** Game types: R.5, R1, R2, R5 rent (30 s, 1, 2, 5 min); B1, B2, B5 binary. */
export const TradeType = z
  .enum(['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5'])
  .meta({ description: 'R.5, R1, R2, R5: rent of 30 s, 1, 2, 5 min; B1, B2, B5: binary of 1, 2, 5 min' })
export type TradeType = z.infer<typeof TradeType>

/** Length of a round in ms. */
export const roundLengthMs: Readonly<Record<TradeType, number>> = {
  'R.5': 30_000,
  R1: 60_000,
  R2: 120_000,
  R5: 300_000,
  B1: 60_000,
  B2: 120_000,
  B5: 300_000,
}

/** B buy (up), S sell (down). */
export const Side = z.enum(['B', 'S']).meta({ description: 'B buy (up), S sell (down)' })
export type Side = z.infer<typeof Side>

/** 0 in progress, 1 realised (won; a round: up), 2 disqualified (lost; a round: down), 3 void. */
export const GameStatus = z
  .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
  .meta({ description: '0 in progress, 1 realised (a round: up), 2 disqualified (a round: down), 3 void' })
export type GameStatus = z.infer<typeof GameStatus>

export const RoundPhase = z
  .enum(['SCHEDULED', 'OPEN', 'LOCKED', 'RUNNING', 'SETTLED', 'VOID'])
  .meta({ description: 'RUNNING is of rent rounds only' })
export type RoundPhase = z.infer<typeof RoundPhase>

/** Coins that a wallet of their own can hold; such a wallet has the coin's name. */
export const Coin = z.enum(['USDT', 'BTC', 'ETH', 'XRP'])
export type Coin = z.infer<typeof Coin>

/** BINARY holds KRW, BONUS what is bonus money in KRW, FUTURES USDT, and a coin wallet its coin. */
export const WalletType = z
  .enum(['BINARY', 'FUTURES', 'BONUS', ...Coin.options])
  .meta({ description: 'BINARY and BONUS hold KRW, FUTURES holds USDT, a coin wallet its coin' })
export type WalletType = z.infer<typeof WalletType>

export const Currency = z.enum(['KRW', ...Coin.options])
export type Currency = z.infer<typeof Currency>
/** What margin and stakes are in, and so what self-set limits count in. */
export const StakeCurrency = Currency.extract(['KRW', 'USDT'])
export type StakeCurrency = z.infer<typeof StakeCurrency>

/** Order types of futures and overseas futures; STOPMARKET is shown as MIT, LIQUIDATION as loss cut. */
export const MarketType = z.enum([
  'LIMIT',
  'MARKET',
  'TAKEPROFIT',
  'STOPLOSS',
  'STOPMARKET',
  'STOPLIMIT',
  'LIQUIDATION',
])
export type MarketType = z.infer<typeof MarketType>

/** The types that a member may order; the others come from TP/SL and liquidation. */
export const OrderableMarketType = MarketType.extract(['LIMIT', 'MARKET', 'STOPMARKET', 'STOPLIMIT'])
export type OrderableMarketType = z.infer<typeof OrderableMarketType>

/** LONG buys, SHORT sells; a LONG position profits when the price rises. */
export const PositionSide = z.enum(['LONG', 'SHORT']).meta({ description: 'LONG buys, SHORT sells' })
export type PositionSide = z.infer<typeof PositionSide>

export const MarginType = z.enum(['CROSS', 'ISOLATED'])
export type MarginType = z.infer<typeof MarginType>

/** TRIGGERED: a stop that fired and now works as a limit or market order; it is open, as NEW and PARTIALLY_FILLED are. */
export const OrderStatus = z
  .enum(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'TRIGGERED', 'REJECTED'])
  .meta({ description: 'NEW, PARTIALLY_FILLED and TRIGGERED are open' })
export type OrderStatus = z.infer<typeof OrderStatus>

/** LIQUIDATED: closed by liquidation or loss cut. */
export const PositionStatus = z
  .enum(['OPEN', 'CLOSED', 'LIQUIDATED'])
  .meta({ description: 'LIQUIDATED: closed by liquidation or loss cut' })
export type PositionStatus = z.infer<typeof PositionStatus>

/** Rows of the deposit and withdrawal history. */
export const DnwType = z.enum(['B', 'D', 'W', 'WB', 'WS', 'TI', 'CI', 'TO', 'CO', 'E', 'C', 'PB', 'PM']).meta({
  description:
    'B bonus, D deposit, W withdrawal, WB and WS P2P purchase and sale, TI and TO transfer in and out, CI and CO conversion in and out, E return of a cancelled request, C settlement, PB and PM bonus granted and deducted',
})
export type DnwType = z.infer<typeof DnwType>

export const DnwStatus = z
  .enum(['REQUESTED', 'REVIEW', 'APPROVED', 'COMPLETED', 'REJECTED', 'CANCELED'])
  .meta({ description: 'A member can cancel while REQUESTED; COMPLETED, REJECTED and CANCELED are final' })
export type DnwStatus = z.infer<typeof DnwStatus>

/** OPEN: asked of the merchant; ESCROWED: his coins are held; PAID: the buyer says so; RELEASED: done; the others ended or wait for a decision. */
export const P2pState = z.enum(['OPEN', 'ESCROWED', 'PAID', 'RELEASED', 'CANCELED', 'EXPIRED', 'DISPUTED'])
export type P2pState = z.infer<typeof P2pState>

/** What a member of staff may do (rules F); AUDIT reads only. */
export const StaffRole = z.enum(['SUPER', 'SITE', 'FINANCE', 'CS', 'AUDIT'])
export type StaffRole = z.infer<typeof StaffRole>

export const MemberStatus = z.enum(['PENDING', 'ACTIVE', 'DENY']).meta({ description: 'DENY: locked out' })
export type MemberStatus = z.infer<typeof MemberStatus>

export const FeedState = z
  .enum(['live', 'stale'])
  .meta({ description: 'stale: no message of this symbol for too long; nothing is accepted then' })
export type FeedState = z.infer<typeof FeedState>

export const Interval = z.enum(['1s', '5s', '15s', '1m', '3m', '5m', '15m', '30m', '1h', '4h', '1d'])
export type Interval = z.infer<typeof Interval>

export const VoidReason = z.enum([
  'PRICE_EQUAL', // close = strike at the option's precision
  'FEED_STALE', // feed not live at P(T)
  'SOURCES_DIFFER',
  'FEED_FAILOVER',
  'FEED_SKEW',
  'MARKET_CLOSED',
  'RESULT_LATE', // no durable result by endAt + 60 s
  'OUTAGE',
  'NO_STRIKE', // a binary bet for which no strike tick came
  'OPERATOR',
])
export type VoidReason = z.infer<typeof VoidReason>
