import type {
  FillRow,
  FixingRow,
  FundingRow,
  FuturesOption,
  FuturesSettingRow,
  OrderRow,
  OverseaOption,
  PositionRow,
} from '@maru/core'

// int8 and numeric come as strings; ids, times, prices and quantities are safe integers, money and indexes are bigint.

type Int8 = string
type Numeric = string
const nullableNumber = (value: Int8 | null) => (value === null ? null : Number(value))

/** A row of `futures_option` as PostgreSQL gives it. */
export interface FuturesOptionRecord {
  site_id: Int8
  id: Int8
  stock: string
  instrument: string
  ko_name: string
  precision: number
  tick_units: number
  qty_precision: number
  step_units: Int8
  min_qty: Int8
  min_notional: Int8
  is_play: boolean
  is_stop: boolean
  maker_ppm: number
  taker_ppm: number
  liquidation_ppm: number
  price_band_ppm: number
  slip_ppm: number
  close_slip_ppm: number
  exec_delay_ms: number
  max_open_orders: number
  max_funding: number
  default_leverage: number
  brackets: { notionalCap: string; maxLeverage: number; mmrPpm: number; cum: string }[]
}

export const futuresOptionOf = (row: FuturesOptionRecord): FuturesOption => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  stock: row.stock,
  instrument: row.instrument,
  koName: row.ko_name,
  precision: row.precision,
  tickUnits: row.tick_units,
  qtyPrecision: row.qty_precision,
  stepUnits: Number(row.step_units),
  minQty: Number(row.min_qty),
  minNotional: BigInt(row.min_notional),
  isPlay: row.is_play,
  isStop: row.is_stop,
  makerPpm: row.maker_ppm,
  takerPpm: row.taker_ppm,
  liquidationPpm: row.liquidation_ppm,
  priceBandPpm: row.price_band_ppm,
  slipPpm: row.slip_ppm,
  closeSlipPpm: row.close_slip_ppm,
  execDelayMs: row.exec_delay_ms,
  maxOpenOrders: row.max_open_orders,
  maxFunding: row.max_funding,
  defaultLeverage: row.default_leverage,
  brackets: row.brackets.map(({ notionalCap, maxLeverage, mmrPpm, cum }) => ({
    notionalCap: BigInt(notionalCap),
    maxLeverage,
    mmrPpm,
    cum: BigInt(cum),
  })),
})

/** A row of `futures_setting` as PostgreSQL gives it. */
export interface FuturesSettingRecord {
  site_id: Int8
  member_id: Int8
  option_id: Int8
  leverage: number
  margin_type: FuturesSettingRow['marginType']
}

export const futuresSettingOf = (row: FuturesSettingRecord): FuturesSettingRow => ({
  siteId: Number(row.site_id),
  memberId: Number(row.member_id),
  optionId: Number(row.option_id),
  leverage: row.leverage,
  marginType: row.margin_type,
})

/** A row of `trading_order` as PostgreSQL gives it. */
export interface OrderRecord {
  site_id: Int8
  id: Int8
  book: OrderRow['book']
  option_id: Int8
  member_id: Int8
  side: OrderRow['side']
  market_type: OrderRow['marketType']
  qty: Int8 | null
  price: Int8 | null
  trigger_price: Int8 | null
  trigger_kind: OrderRow['triggerKind']
  trigger_direction: OrderRow['triggerDirection']
  ticks: number | null
  is_reduce_only: boolean
  position_id: Int8 | null
  take_profit: Int8 | null
  stop_loss: Int8 | null
  is_mark_tp: boolean
  is_mark_sl: boolean
  leverage: number
  margin_type: OrderRow['marginType']
  tolerance_ppm: Int8 | null
  base_price: Int8 | null
  execute_at: Int8 | null
  expires_at: Int8 | null
  status: OrderRow['status']
  filled_qty: Int8
  filled_quote: Int8
  fee: Int8
  reason: string | null
  origin: OrderRow['origin']
  accepted_at: Int8
  triggered_at: Int8 | null
  closed_at: Int8 | null
}

export const orderOf = (row: OrderRecord): OrderRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  book: row.book,
  optionId: Number(row.option_id),
  memberId: Number(row.member_id),
  side: row.side,
  marketType: row.market_type,
  qty: nullableNumber(row.qty),
  price: nullableNumber(row.price),
  triggerPrice: nullableNumber(row.trigger_price),
  triggerKind: row.trigger_kind,
  triggerDirection: row.trigger_direction,
  ticks: row.ticks,
  isReduceOnly: row.is_reduce_only,
  positionId: nullableNumber(row.position_id),
  takeProfit: nullableNumber(row.take_profit),
  stopLoss: nullableNumber(row.stop_loss),
  isMarkTp: row.is_mark_tp,
  isMarkSl: row.is_mark_sl,
  leverage: row.leverage,
  marginType: row.margin_type,
  tolerancePpm: nullableNumber(row.tolerance_ppm),
  basePrice: nullableNumber(row.base_price),
  executeAt: nullableNumber(row.execute_at),
  expiresAt: nullableNumber(row.expires_at),
  status: row.status,
  filledQty: Number(row.filled_qty),
  filledQuote: BigInt(row.filled_quote),
  fee: BigInt(row.fee),
  reason: row.reason,
  origin: row.origin,
  acceptedAt: Number(row.accepted_at),
  triggeredAt: nullableNumber(row.triggered_at),
  closedAt: nullableNumber(row.closed_at),
})

/** A row of `trading_position` as PostgreSQL gives it. */
export interface PositionRecord {
  site_id: Int8
  id: Int8
  book: PositionRow['book']
  option_id: Int8
  member_id: Int8
  side: PositionRow['side']
  qty: Int8
  entry_quote: Int8
  leverage: number
  margin_type: PositionRow['marginType']
  margin: Int8
  funding_index: Numeric
  funding_fee: Int8
  fee: Int8
  realized_pnl: Int8
  max_qty: Int8
  opened_quote: Numeric
  closed_qty: Int8
  closed_quote: Numeric
  is_warned: boolean
  overnight: string | null
  fx_rate: Int8 | null
  trading_day: string | null
  opened_at: Int8
  closed_at: Int8 | null
  close_reason: PositionRow['closeReason']
}

export const positionOf = (row: PositionRecord): PositionRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  book: row.book,
  optionId: Number(row.option_id),
  memberId: Number(row.member_id),
  side: row.side,
  qty: Number(row.qty),
  entryQuote: BigInt(row.entry_quote),
  leverage: row.leverage,
  marginType: row.margin_type,
  margin: BigInt(row.margin),
  fundingIndex: BigInt(row.funding_index),
  fundingFee: BigInt(row.funding_fee),
  fee: BigInt(row.fee),
  realizedPnl: BigInt(row.realized_pnl),
  maxQty: Number(row.max_qty),
  openedQuote: BigInt(row.opened_quote),
  closedQty: Number(row.closed_qty),
  closedQuote: BigInt(row.closed_quote),
  isWarned: row.is_warned,
  overnight: row.overnight,
  fxRate: nullableNumber(row.fx_rate),
  tradingDay: row.trading_day,
  openedAt: Number(row.opened_at),
  closedAt: nullableNumber(row.closed_at),
  closeReason: row.close_reason,
})

/** A row of `trading_fill` as PostgreSQL gives it. */
export interface FillRecord {
  site_id: Int8
  id: Int8
  book: FillRow['book']
  order_id: Int8
  position_id: Int8
  option_id: Int8
  member_id: Int8
  side: FillRow['side']
  market_type: FillRow['marketType']
  qty: Int8
  quote: Int8
  fee: Int8
  realized_pnl: Int8
  is_close: boolean
  is_maker: boolean
  best: Int8
  mark: Int8 | null
  book_u: Int8
  book_ts: Int8
  fx_rate: Int8 | null
  trading_day: string | null
  at: Int8
}

export const fillOf = (row: FillRecord): FillRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  book: row.book,
  orderId: Number(row.order_id),
  positionId: Number(row.position_id),
  optionId: Number(row.option_id),
  memberId: Number(row.member_id),
  side: row.side,
  marketType: row.market_type,
  qty: Number(row.qty),
  quote: BigInt(row.quote),
  fee: BigInt(row.fee),
  realizedPnl: BigInt(row.realized_pnl),
  isClose: row.is_close,
  isMaker: row.is_maker,
  best: Number(row.best),
  mark: nullableNumber(row.mark),
  bookU: Number(row.book_u),
  bookTs: Number(row.book_ts),
  fxRate: nullableNumber(row.fx_rate),
  tradingDay: row.trading_day,
  at: Number(row.at),
})

/** A row of `funding` as PostgreSQL gives it. */
export interface FundingRecord {
  instrument: string
  at: Int8
  rate: Int8
  mark: Int8
  index: Numeric
}

export const fundingOf = (row: FundingRecord): FundingRow => ({
  instrument: row.instrument,
  at: Number(row.at),
  rate: Number(row.rate),
  mark: Number(row.mark),
  index: BigInt(row.index),
})

/** A row of `oversea_option` as PostgreSQL gives it. */
export interface OverseaOptionRecord {
  site_id: Int8
  id: Int8
  stock: string
  instrument: string
  ko_name: string
  precision: number
  tick_units: number
  is_play: boolean
  is_stop: boolean
  tick_value: Int8
  margin: Int8
  fee: Int8
  max_count: number
  lots_per_tick: number
  max_open_orders: number
  exec_delay_ms: number
  price_band_ppm: number
  long_rate_ppm: number
  short_rate_ppm: number
  financing_fee_ppm: number
  fix_lead_ms: number
}

export const overseaOptionOf = (row: OverseaOptionRecord): OverseaOption => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  stock: row.stock,
  instrument: row.instrument,
  koName: row.ko_name,
  precision: row.precision,
  tickUnits: row.tick_units,
  isPlay: row.is_play,
  isStop: row.is_stop,
  tickValue: BigInt(row.tick_value),
  margin: BigInt(row.margin),
  fee: BigInt(row.fee),
  maxCount: row.max_count,
  lotsPerTick: row.lots_per_tick,
  maxOpenOrders: row.max_open_orders,
  execDelayMs: row.exec_delay_ms,
  priceBandPpm: row.price_band_ppm,
  longRatePpm: row.long_rate_ppm,
  shortRatePpm: row.short_rate_ppm,
  financingFeePpm: row.financing_fee_ppm,
  fixLeadMs: row.fix_lead_ms,
})

/** A row of `fixing` as PostgreSQL gives it. */
export interface FixingRecord {
  trading_day: string
  rate: number
  source: string
  source_ts: Int8
  at: Int8
}

export const fixingOf = (row: FixingRecord): FixingRow => ({
  tradingDay: row.trading_day,
  rate: row.rate,
  source: row.source,
  sourceTs: Number(row.source_ts),
  at: Number(row.at),
})
