import type { Pause } from '../stops/pauses.ts'
import { amount, flag, int, items, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

export const overseaTables = {
  /** Contracts of a site: rows that operators edit. Dollars in 10^-4, rates in parts per million. */
  overseaOptions: table(
    'oversea_option',
    {
      siteId: whole.key,
      id: whole.key, // overseaOptionId
      stock: text().changing, // OV_EURUSD
      instrument: text().changing, // EURUSD
      koName: text().changing,
      precision: int.changing,
      tickUnits: int.changing, // prices of orders are multiples of it
      isPlay: flag.changing,
      isStop: flag.changing,
      pauses: items<Pause>().changing, // times of the week without new orders
      tickValue: amount.changing, // 1.25 USD = 12,500
      margin: amount.changing, // a contract
      fee: amount.changing, // a contract and side
      maxCount: int.changing, // position and opening orders of a member
      lotsPerTick: int.changing, // each so many contracts cost a further tick
      maxOpenOrders: int.changing, // a member and option
      execDelayMs: int.changing, // 300
      priceBandPpm: int.changing, // a limit lies within ±10 % of the last price
      /** The venue's rates a year for holding a night: + the position receives, − it pays. */
      longRatePpm: int.changing,
      shortRatePpm: int.changing,
      financingFeePpm: int.changing, // 5,000 = 0.5 % a year of it, to the house
      fixLeadMs: int.changing, // how long before a session opens its rate is fixed
      execWaitMs: int.changing, // an opening order that finds no order book for so long ends
      depthMs: int.changing, // contracts that a member took count for so long in the price of his next
      maxExitTicks: int.changing, // TP and SL lie at most so many ticks from the average entry
      overnightTimes: int.changing, // margin of a night over that of a day
      /** Before the close: overnight is applied for until then, from then on orders only close, positions without overnight are closed. */
      overnightLeadMs: int.changing,
      closeOnlyLeadMs: int.changing,
      closingLeadMs: int.changing,
      /** Older than this the dollar's rate is not fixed and opens nothing; without a good one a session keeps the last fixing for so long. */
      rateMaxAgeMs: int.changing,
      fixingMaxAgeMs: int.changing,
      slipPpm: int.changing, // a market order stops 1 % from the price that it was taken at
      closeSlipPpm: int.changing, // a reduce-only market order at 5 %
      jumpPpm: int.changing, // a price further than this from the last one is held
    },
    { rows: 'all' },
  ),
  /** Raises of a contract's margin or, without a contract, of the loss cut: what was open before keeps that number for a day. */
  overseaRaises: table(
    'oversea_raise',
    {
      siteId: whole.key,
      id: whole.key,
      contractId: whole.orNull, // overseaOptionId
      before: amount, // dollars in 10^-4, or ppm
      at: whole,
      until: whole,
      endedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'endedAt' },
  ),
  /** The dollar's rate of each trading day; market data, shared by all sites of a group. */
  fixings: table(
    'fixing',
    {
      siteGroup: text().key,
      tradingDay: text().key, // YYYY-MM-DD
      rate: int, // 10^-2 KRW a USD
      source: text(),
      sourceTs: whole,
      at: whole,
    },
    { rows: 'newest', by: 'tradingDay', of: null },
  ),
}

export interface OverseaOption extends RowOf<typeof overseaTables.overseaOptions> {}
export interface RaiseRow extends RowOf<typeof overseaTables.overseaRaises> {}
export interface FixingRow extends RowOf<typeof overseaTables.fixings> {}
