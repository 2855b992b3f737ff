import type { Rows } from '@maru/core'
import { type Column, type TableStatement, table, unlessThere } from './statement.ts'

type Row<T extends keyof Rows> = Rows[T][number]
type TradingTable =
  | 'futuresOptions'
  | 'futuresSettings'
  | 'orders'
  | 'positions'
  | 'fills'
  | 'fundings'
  | 'overseaOptions'
  | 'fixings'

const names = <R>(columns: readonly Column<R>[], but: readonly string[]) =>
  columns.map(([name]) => name).filter((name) => !but.includes(name))

const optionColumns: readonly Column<Row<'futuresOptions'>>[] = [
  ['site_id', 'bigint', (row) => row.siteId],
  ['id', 'bigint', (row) => row.id],
  ['stock', 'text', (row) => row.stock],
  ['instrument', 'text', (row) => row.instrument],
  ['ko_name', 'text', (row) => row.koName],
  ['precision', 'int', (row) => row.precision],
  ['tick_units', 'int', (row) => row.tickUnits],
  ['qty_precision', 'int', (row) => row.qtyPrecision],
  ['step_units', 'bigint', (row) => row.stepUnits],
  ['min_qty', 'bigint', (row) => row.minQty],
  ['min_notional', 'bigint', (row) => row.minNotional],
  ['is_play', 'boolean', (row) => row.isPlay],
  ['is_stop', 'boolean', (row) => row.isStop],
  ['maker_ppm', 'int', (row) => row.makerPpm],
  ['taker_ppm', 'int', (row) => row.takerPpm],
  ['liquidation_ppm', 'int', (row) => row.liquidationPpm],
  ['price_band_ppm', 'int', (row) => row.priceBandPpm],
  ['slip_ppm', 'int', (row) => row.slipPpm],
  ['close_slip_ppm', 'int', (row) => row.closeSlipPpm],
  ['exec_delay_ms', 'int', (row) => row.execDelayMs],
  ['max_open_orders', 'int', (row) => row.maxOpenOrders],
  ['max_funding', 'int', (row) => row.maxFunding],
  ['default_leverage', 'int', (row) => row.defaultLeverage],
  // Amounts as strings: JSON has no whole numbers of their size.
  [
    'brackets',
    'jsonb',
    ({ brackets }) =>
      brackets.map(({ notionalCap, cum, ...bracket }) => ({
        ...bracket,
        notionalCap: String(notionalCap),
        cum: String(cum),
      })),
  ],
]

const overseaColumns: readonly Column<Row<'overseaOptions'>>[] = [
  ['site_id', 'bigint', (row) => row.siteId],
  ['id', 'bigint', (row) => row.id],
  ['stock', 'text', (row) => row.stock],
  ['instrument', 'text', (row) => row.instrument],
  ['ko_name', 'text', (row) => row.koName],
  ['precision', 'int', (row) => row.precision],
  ['tick_units', 'int', (row) => row.tickUnits],
  ['is_play', 'boolean', (row) => row.isPlay],
  ['is_stop', 'boolean', (row) => row.isStop],
  ['tick_value', 'bigint', (row) => row.tickValue],
  ['margin', 'bigint', (row) => row.margin],
  ['fee', 'bigint', (row) => row.fee],
  ['max_count', 'int', (row) => row.maxCount],
  ['lots_per_tick', 'int', (row) => row.lotsPerTick],
  ['max_open_orders', 'int', (row) => row.maxOpenOrders],
  ['exec_delay_ms', 'int', (row) => row.execDelayMs],
  ['price_band_ppm', 'int', (row) => row.priceBandPpm],
  ['long_rate_ppm', 'int', (row) => row.longRatePpm],
  ['short_rate_ppm', 'int', (row) => row.shortRatePpm],
  ['financing_fee_ppm', 'int', (row) => row.financingFeePpm],
  ['fix_lead_ms', 'int', (row) => row.fixLeadMs],
]

const orderColumns: readonly Column<Row<'orders'>>[] = [
  ['site_id', 'bigint', (row) => row.siteId],
  ['id', 'bigint', (row) => row.id],
  ['book', 'text', (row) => row.book],
  ['option_id', 'bigint', (row) => row.optionId],
  ['member_id', 'bigint', (row) => row.memberId],
  ['side', 'text', (row) => row.side],
  ['market_type', 'text', (row) => row.marketType],
  ['qty', 'bigint', (row) => row.qty],
  ['price', 'bigint', (row) => row.price],
  ['trigger_price', 'bigint', (row) => row.triggerPrice],
  ['trigger_kind', 'text', (row) => row.triggerKind],
  ['trigger_direction', 'text', (row) => row.triggerDirection],
  ['ticks', 'int', (row) => row.ticks],
  ['is_reduce_only', 'boolean', (row) => row.isReduceOnly],
  ['position_id', 'bigint', (row) => row.positionId],
  ['take_profit', 'bigint', (row) => row.takeProfit],
  ['stop_loss', 'bigint', (row) => row.stopLoss],
  ['is_mark_tp', 'boolean', (row) => row.isMarkTp],
  ['is_mark_sl', 'boolean', (row) => row.isMarkSl],
  ['leverage', 'int', (row) => row.leverage],
  ['margin_type', 'text', (row) => row.marginType],
  ['tolerance_ppm', 'bigint', (row) => row.tolerancePpm],
  ['base_price', 'bigint', (row) => row.basePrice],
  ['execute_at', 'bigint', (row) => row.executeAt],
  ['expires_at', 'bigint', (row) => row.expiresAt],
  ['status', 'text', (row) => row.status],
  ['filled_qty', 'bigint', (row) => row.filledQty],
  ['filled_quote', 'bigint', (row) => row.filledQuote],
  ['fee', 'bigint', (row) => row.fee],
  ['reason', 'text', (row) => row.reason],
  ['origin', 'text', (row) => row.origin],
  ['accepted_at', 'bigint', (row) => row.acceptedAt],
  ['triggered_at', 'bigint', (row) => row.triggeredAt],
  ['closed_at', 'bigint', (row) => row.closedAt],
]

const positionColumns: readonly Column<Row<'positions'>>[] = [
  ['site_id', 'bigint', (row) => row.siteId],
  ['id', 'bigint', (row) => row.id],
  ['book', 'text', (row) => row.book],
  ['option_id', 'bigint', (row) => row.optionId],
  ['member_id', 'bigint', (row) => row.memberId],
  ['side', 'text', (row) => row.side],
  ['qty', 'bigint', (row) => row.qty],
  ['entry_quote', 'bigint', (row) => row.entryQuote],
  ['leverage', 'int', (row) => row.leverage],
  ['margin_type', 'text', (row) => row.marginType],
  ['margin', 'bigint', (row) => row.margin],
  ['funding_index', 'numeric', (row) => row.fundingIndex],
  ['funding_fee', 'bigint', (row) => row.fundingFee],
  ['fee', 'bigint', (row) => row.fee],
  ['realized_pnl', 'bigint', (row) => row.realizedPnl],
  ['max_qty', 'bigint', (row) => row.maxQty],
  ['opened_quote', 'numeric', (row) => row.openedQuote],
  ['closed_qty', 'bigint', (row) => row.closedQty],
  ['closed_quote', 'numeric', (row) => row.closedQuote],
  ['is_warned', 'boolean', (row) => row.isWarned],
  ['overnight', 'text', (row) => row.overnight],
  ['fx_rate', 'bigint', (row) => row.fxRate],
  ['trading_day', 'text', (row) => row.tradingDay],
  ['opened_at', 'bigint', (row) => row.openedAt],
  ['closed_at', 'bigint', (row) => row.closedAt],
  ['close_reason', 'text', (row) => row.closeReason],
]

/** What an order or position is from its first row to its last. */
const fixed = ['site_id', 'id', 'book', 'option_id', 'member_id', 'side', 'origin', 'accepted_at', 'opened_at']

/** Options that are not there yet: what operators changed stays. */
export const newFuturesOptions = unlessThere(
  table<Row<'futuresOptions'>>('futures_option', optionColumns, ['site_id', 'id'], null, null),
)

/** The same of overseas contracts. */
export const newOverseaOptions = unlessThere(
  table<Row<'overseaOptions'>>('oversea_option', overseaColumns, ['site_id', 'id'], null, null),
)

/** The tables of margin trading, in the order in which the journal writes them. */
export const tradingStatements: { readonly [T in TradingTable]: TableStatement<Row<T>> } = {
  futuresOptions: table<Row<'futuresOptions'>>(
    'futures_option',
    optionColumns,
    ['site_id', 'id'],
    names(optionColumns, ['site_id', 'id']),
    (row) => `${row.siteId}:${row.id}`,
  ),
  futuresSettings: table<Row<'futuresSettings'>>(
    'futures_setting',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['option_id', 'bigint', (row) => row.optionId],
      ['leverage', 'int', (row) => row.leverage],
      ['margin_type', 'text', (row) => row.marginType],
    ],
    ['site_id', 'member_id', 'option_id'],
    ['leverage', 'margin_type'],
    (row) => `${row.siteId}:${row.memberId}:${row.optionId}`,
  ),
  orders: table<Row<'orders'>>(
    'trading_order',
    orderColumns,
    ['site_id', 'id'],
    names(orderColumns, fixed),
    (row) => `${row.id}`,
  ),
  positions: table<Row<'positions'>>(
    'trading_position',
    positionColumns,
    ['site_id', 'id'],
    names(positionColumns, fixed),
    (row) => `${row.id}`,
  ),
  fills: table<Row<'fills'>>(
    'trading_fill',
    [
      ['site_id', 'bigint', (row) => row.siteId],
      ['id', 'bigint', (row) => row.id],
      ['book', 'text', (row) => row.book],
      ['order_id', 'bigint', (row) => row.orderId],
      ['position_id', 'bigint', (row) => row.positionId],
      ['option_id', 'bigint', (row) => row.optionId],
      ['member_id', 'bigint', (row) => row.memberId],
      ['side', 'text', (row) => row.side],
      ['market_type', 'text', (row) => row.marketType],
      ['qty', 'bigint', (row) => row.qty],
      ['quote', 'bigint', (row) => row.quote],
      ['fee', 'bigint', (row) => row.fee],
      ['realized_pnl', 'bigint', (row) => row.realizedPnl],
      ['is_close', 'boolean', (row) => row.isClose],
      ['is_maker', 'boolean', (row) => row.isMaker],
      ['best', 'bigint', (row) => row.best],
      ['mark', 'bigint', (row) => row.mark],
      ['book_u', 'bigint', (row) => row.bookU],
      ['book_ts', 'bigint', (row) => row.bookTs],
      ['fx_rate', 'bigint', (row) => row.fxRate],
      ['trading_day', 'text', (row) => row.tradingDay],
      ['at', 'bigint', (row) => row.at],
    ],
    ['site_id', 'id'],
    null,
    null,
  ),
  fundings: table<Row<'fundings'>>(
    'funding',
    [
      ['instrument', 'text', (row) => row.instrument],
      ['at', 'bigint', (row) => row.at],
      ['rate', 'bigint', (row) => row.rate],
      ['mark', 'bigint', (row) => row.mark],
      ['index', 'numeric', (row) => row.index],
    ],
    ['instrument', 'at'],
    null,
    null,
  ),
  overseaOptions: table<Row<'overseaOptions'>>(
    'oversea_option',
    overseaColumns,
    ['site_id', 'id'],
    names(overseaColumns, ['site_id', 'id']),
    (row) => `${row.siteId}:${row.id}`,
  ),
  fixings: table<Row<'fixings'>>(
    'fixing',
    [
      ['trading_day', 'text', (row) => row.tradingDay],
      ['rate', 'int', (row) => row.rate],
      ['source', 'text', (row) => row.source],
      ['source_ts', 'bigint', (row) => row.sourceTs],
      ['at', 'bigint', (row) => row.at],
    ],
    ['trading_day'],
    null,
    null,
  ),
}
