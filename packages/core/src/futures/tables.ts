import type { Bracket } from '@maru/positions'
import type { Pause } from '../stops/pauses.ts'
import { amount, flag, int, items, text, whole, wide } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'
import type { MarginType } from '../trading/tables.ts'

export const futuresTables = {
  /** Perpetuals of a site: rows that operators edit. Rates in parts per million of the notional. */
  futuresOptions: table(
    'futures_option',
    {
      siteId: whole.key,
      id: whole.key, // futuresOptionId
      stock: text().changing, // CR_BTCUSDTPERP
      instrument: text().changing, // BTCUSDT
      koName: text().changing,
      precision: int.changing,
      tickUnits: int.changing, // prices are multiples of it
      qtyPrecision: int.changing,
      stepUnits: whole.changing, // quantities are multiples of it
      minQty: whole.changing,
      minNotional: amount.changing, // 5 USDT
      isPlay: flag.changing,
      isStop: flag.changing,
      pauses: items<Pause>().changing, // times of the week without new orders
      makerPpm: int.changing, // 400 = 0.04 %
      takerPpm: int.changing,
      liquidationPpm: int.changing, // 5,000 = 0.5 %, on top of the taker fee
      priceBandPpm: int.changing, // a limit lies within ±10 % of the mark
      slipPpm: int.changing, // a market order stops 1 % from the mark
      closeSlipPpm: int.changing, // a reduce-only market order at 5 %
      execDelayMs: int.changing, // 150
      maxOpenOrders: int.changing, // 50 a member and option
      maxFunding: int.changing, // units of 10^-8: 1 % = 1,000,000
      defaultLeverage: int.changing, // 10
      brackets: items<Bracket>('notionalCap', 'cum').changing,
      execWaitMs: int.changing, // an opening order that finds no order book for so long ends
      depthMs: int.changing, // what a member took of an order book is missing for so long in what he sees of it
      seasonMs: int.changing, // what was opened so shortly before a funding pays, but does not receive
      entryRatioPpm: int.changing, // no isolated order may begin at this margin ratio
      jumpPpm: int.changing, // a price further than this from the last one is held
    },
    { rows: 'all' },
  ),
  /** Leverage and margin type that a member chose for an option; the option's defaults until then. */
  futuresSettings: table(
    'futures_setting',
    {
      siteId: whole.key,
      memberId: whole.key,
      optionId: whole.key,
      leverage: int.changing,
      marginType: text<MarginType>().changing,
    },
    { rows: 'all' },
  ),
  /** Fundings of an instrument; market data, shared by all sites of a group. */
  fundings: table(
    'funding',
    {
      siteGroup: text().key,
      instrument: text().key,
      at: whole.key,
      rate: whole, // units of 10^-8
      mark: whole,
      /** Cumulative index after it: Σ rate × mark, in price units × 10^-8; times a site's quote unit it is money a step. */
      index: wide,
    },
    { rows: 'newest', by: 'at', of: 'instrument' },
  ),
}

export interface FuturesOption extends RowOf<typeof futuresTables.futuresOptions> {}
export interface FuturesSettingRow extends RowOf<typeof futuresTables.futuresSettings> {}
export interface FundingRow extends RowOf<typeof futuresTables.fundings> {}
