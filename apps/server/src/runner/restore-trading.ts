import type { CoreSnapshot } from '@maru/core'
import {
  type FillRecord,
  type FixingRecord,
  type FundingRecord,
  type FuturesOptionRecord,
  type FuturesSettingRecord,
  fillOf,
  fixingOf,
  fundingOf,
  futuresOptionOf,
  futuresSettingOf,
  type OrderRecord,
  type OverseaOptionRecord,
  orderOf,
  overseaOptionOf,
  type PositionRecord,
  positionOf,
} from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** How long fills count after their batch: against depth (2 s) and for what a position grew by before its funding (rules B). */
const takenMs = 120_000

type TradingState = Pick<
  CoreSnapshot,
  | 'futuresOptions'
  | 'futuresSettings'
  | 'orders'
  | 'positions'
  | 'recentFills'
  | 'fundings'
  | 'overseaOptions'
  | 'fixings'
>

/** What the trading books need to start again: what is open, and the fills of the two minutes before `lastBatchAt`. */
export async function readTrading(tx: Tx, lastBatchAt: number | null): Promise<TradingState> {
  const [options, settings, orders, positions, fills, fundings, contracts, fixings] = await Promise.all([
    tx.query<FuturesOptionRecord>('select * from futures_option order by site_id, id'),
    tx.query<FuturesSettingRecord>('select * from futures_setting order by site_id, member_id, option_id'),
    tx.query<OrderRecord>('select * from trading_order where closed_at is null order by site_id, id'),
    tx.query<PositionRecord>('select * from trading_position where closed_at is null order by site_id, id'),
    tx.query<FillRecord>('select * from trading_fill where at > $1 order by at, id', [(lastBatchAt ?? 0) - takenMs]),
    tx.query<FundingRecord>('select distinct on (instrument) * from funding order by instrument, at desc'),
    tx.query<OverseaOptionRecord>('select * from oversea_option order by site_id, id'),
    tx.query<FixingRecord>('select * from fixing order by trading_day desc limit 1'),
  ])
  return {
    futuresOptions: options.map(futuresOptionOf),
    futuresSettings: settings.map(futuresSettingOf),
    orders: orders.map(orderOf),
    positions: positions.map(positionOf),
    recentFills: fills.map(fillOf),
    fundings: fundings.map(fundingOf),
    overseaOptions: contracts.map(overseaOptionOf),
    fixings: fixings.map(fixingOf),
  }
}
