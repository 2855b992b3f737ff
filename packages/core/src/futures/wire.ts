import type {
  FuturesCross as CrossWire,
  FuturesFill,
  FuturesLeverage,
  FuturesOrder,
  FuturesPosition,
  FuturesOption as OptionWire,
} from '@maru/contract'
import {
  averagePrice,
  floorDiv,
  formatRational,
  formatUnits,
  initialMargin,
  type QuoteScale,
  quoteScale,
} from '@maru/positions'
import { formatMinor, formatPrice } from '../money.ts'
import type {
  FillRow,
  FuturesCross,
  FuturesOption,
  FuturesSettingRow,
  Minor,
  OrderRow,
  PositionRow,
  PriceUnits,
  Qty,
  SiteConfig,
} from '../types.ts'

/** What an order, fill or position needs of its option to be shown. */
export type ShownFutures = Pick<FuturesOption, 'id' | 'stock' | 'koName' | 'precision' | 'qtyPrecision'>

/** The configured half of an option as the contract shows it; the market adds the prices. */
export function futuresOptionWire(
  option: FuturesOption,
  { futuresWarnPpm }: Pick<SiteConfig, 'futuresWarnPpm'>,
): Omit<
  OptionWire,
  'lastPrice' | 'priceChangePercent' | 'rateChange' | 'mark' | 'fundingRate' | 'nextFundingTime' | 'feed'
> {
  return {
    id: option.id,
    stock: option.stock,
    koName: option.koName,
    currency: 'USDT',
    isPlay: option.isPlay,
    isStop: option.isStop,
    precision: option.precision,
    tickSize: formatPrice(option.tickUnits, option.precision),
    qtyPrecision: option.qtyPrecision,
    stepSize: formatPrice(option.stepUnits, option.qtyPrecision),
    minQty: formatPrice(option.minQty, option.qtyPrecision),
    minNotional: usdt(option.minNotional),
    brackets: option.brackets.map(({ notionalCap, maxLeverage, mmrPpm, cum }) => ({
      notional: usdt(notionalCap),
      maxLeverage,
      mmr: trimmed(mmrPpm, 6),
      cum: usdt(cum),
    })),
    maxLeverage: option.brackets[0]?.maxLeverage ?? 1,
    makerFee: trimmed(option.makerPpm, 6),
    takerFee: trimmed(option.takerPpm, 6),
    liquidationFee: trimmed(option.liquidationPpm, 6),
    priceBandPct: trimmed(option.priceBandPpm, 4),
    marketStopPct: trimmed(option.slipPpm, 4),
    closeStopPct: trimmed(option.closeSlipPpm, 4),
    execDelayMs: option.execDelayMs,
    maxOpenOrders: option.maxOpenOrders,
    defaultLeverage: option.defaultLeverage,
    entryRatioPct: trimmed(option.entryRatioPpm, 4),
    warnRatioPct: trimmed(futuresWarnPpm, 4),
    maxFunding: trimmed(option.maxFunding, 8),
  }
}

/** An order as the contract shows it. */
export function futuresOrderWire(order: OrderRow, option: ShownFutures): FuturesOrder {
  const { price, qty } = formats(option)
  return {
    id: order.id,
    futuresOptionId: order.optionId,
    futuresPositionId: order.positionId,
    stock: option.stock,
    koName: option.koName,
    side: order.side,
    marketType: order.marketType,
    qty: order.qty === null ? null : qty(order.qty),
    price: price(order.price),
    triggerPrice: price(order.triggerPrice),
    isMark: order.triggerKind === 'mark',
    isReduceOnly: order.isReduceOnly,
    takeProfit: price(order.takeProfit),
    stopLoss: price(order.stopLoss),
    isMarkTp: order.isMarkTp,
    isMarkSl: order.isMarkSl,
    tolerance: order.tolerancePpm === null ? null : trimmed(order.tolerancePpm, 4),
    status: order.status,
    filledQty: qty(order.filledQty),
    avgPrice: averageText(order.filledQuote, order.filledQty, option),
    fee: usdt(order.fee),
    leverage: order.leverage,
    marginType: order.marginType,
    reason: order.reason,
    expiresAt: order.expiresAt,
    createdAt: order.acceptedAt,
    triggeredAt: order.triggeredAt,
    closedAt: order.closedAt,
  }
}

/** A fill as the contract shows it; slippage is positive where it cost the member. */
export function futuresFillWire(fill: FillRow, option: ShownFutures): FuturesFill {
  const { price, qty } = formats(option)
  const scale = scaleOf(option)
  const average = averagePrice(fill.quote, fill.qty, scale)
  const side = fill.side === 'LONG' ? 1n : -1n
  const perPrice = scale.unit * 10n ** BigInt(option.precision)
  const slipped = fill.quote - BigInt(fill.best) * BigInt(fill.qty) * scale.unit
  const slippage = { numerator: side * slipped, denominator: BigInt(fill.qty) * perPrice }
  return {
    id: fill.id,
    futuresOrderId: fill.orderId,
    futuresPositionId: fill.positionId,
    futuresOptionId: fill.optionId,
    stock: option.stock,
    koName: option.koName,
    side: fill.side,
    marketType: fill.marketType,
    qty: qty(fill.qty),
    price: average === null ? '0' : formatRational(average, option.precision),
    best: formatPrice(fill.best, option.precision),
    slippage: formatRational(slippage, option.precision),
    mark: price(fill.mark),
    bookId: fill.bookU,
    bookTs: fill.bookTs,
    isClose: fill.isClose,
    isMaker: fill.isMaker,
    fee: usdt(fill.fee),
    realizedPnl: usdt(fill.realizedPnl),
    createdAt: fill.at,
  }
}

/** TP and SL of an open position, which stand in orders of their own. */
export interface Exits {
  readonly takeProfit: Pick<OrderRow, 'triggerPrice' | 'triggerKind'> | null
  readonly stopLoss: Pick<OrderRow, 'triggerPrice' | 'triggerKind'> | null
}

/** A position's TP and SL among a member's open orders. */
export function exitsOf(positionId: number, orders: Iterable<OrderRow>): Exits {
  let takeProfit: OrderRow | null = null
  let stopLoss: OrderRow | null = null
  for (const order of orders) {
    if (order.positionId !== positionId || order.closedAt !== null) continue
    if (order.marketType === 'TAKEPROFIT') takeProfit = order
    if (order.marketType === 'STOPLOSS') stopLoss = order
  }
  return { takeProfit, stopLoss }
}

/** A position as the contract shows it. A closed one shows the average of all that it opened, and what it came to. */
export function futuresPositionWire(
  position: PositionRow,
  option: ShownFutures,
  exits: Exits,
  liquidPrice: PriceUnits | null,
): FuturesPosition {
  const { price, qty } = formats(option)
  const isOpen = position.closedAt === null
  const entry = abs(position.entryQuote)
  const closePrice = averageText(position.closedQuote, position.closedQty, option)
  const entryPrice = isOpen
    ? averageText(entry, Math.abs(position.qty), option)
    : averageText(position.openedQuote, position.closedQty, option)
  return {
    id: position.id,
    futuresPositionId: position.id,
    futuresOptionId: position.optionId,
    stock: option.stock,
    koName: option.koName,
    side: position.side,
    status: isOpen ? 'OPEN' : position.closeReason === 'LIQUIDATION' ? 'LIQUIDATED' : 'CLOSED',
    qty: qty(Math.abs(position.qty)),
    maxQty: qty(position.maxQty),
    entryPrice: entryPrice ?? '0',
    entryNotional: usdt(entry),
    leverage: position.leverage,
    marginType: position.marginType,
    margin: usdt(position.marginType === 'ISOLATED' ? position.margin : initialMargin(entry, position.leverage)),
    liquidPrice: price(isOpen ? liquidPrice : null),
    takeProfit: price(exits.takeProfit?.triggerPrice ?? null),
    stopLoss: price(exits.stopLoss?.triggerPrice ?? null),
    isMarkTp: exits.takeProfit?.triggerKind === 'mark',
    isMarkSl: exits.stopLoss?.triggerKind === 'mark',
    fundingFee: usdt(position.fundingFee),
    fee: usdt(position.fee),
    realizedPnl: usdt(position.realizedPnl),
    closePrice,
    roe: isOpen ? null : roeText(position),
    isWarned: position.isWarned,
    closeReason: position.closeReason === 'SESSION_END' ? null : position.closeReason,
    createdAt: position.openedAt,
    closedAt: position.closedAt,
  }
}

/** What a member has chosen in a market, and the most leverage that he may choose. */
export type ShownSetting = Pick<FuturesSettingRow, 'leverage' | 'marginType'> & { readonly maxLeverage: number }

/** Leverage and margin type as the contract shows them. */
export const futuresLeverageWire = (setting: ShownSetting, option: ShownFutures): FuturesLeverage => ({
  futuresOptionId: option.id,
  stock: option.stock,
  leverage: setting.leverage,
  marginType: setting.marginType,
  maxLeverage: setting.maxLeverage,
})

/** The cross account as the contract shows it. */
export const futuresCrossWire = (cross: FuturesCross): CrossWire => ({
  playerPoint: usdt(cross.playerPoint),
  markPnl: usdt(cross.markPnl),
  isolatedPnl: usdt(cross.isolatedPnl),
  minusFundingFee: usdt(cross.minusFundingFee),
  available: usdt(cross.available),
  posted: usdt(cross.posted),
  gameWaitPoint: usdt(cross.reserved),
})

/** Result of a closed position after fees and funding, over the margin of all that it opened, in percent, floored. */
function roeText({ realizedPnl, fee, fundingFee, openedQuote, leverage }: PositionRow): string | null {
  if (openedQuote === 0n) return null
  return formatUnits(floorDiv((realizedPnl - fee + fundingFee) * BigInt(leverage) * 10_000n, openedQuote), 2)
}

const scaleOf = (option: ShownFutures): QuoteScale => quoteScale(option.precision, option.qtyPrecision)
const usdt = (amount: Minor): string => formatMinor(amount, 'USDT')
const abs = (amount: Minor): Minor => (amount < 0n ? -amount : amount)

function averageText(quote: Minor, qty: Qty, option: ShownFutures): string | null {
  const average = averagePrice(quote, qty, scaleOf(option))
  return average && formatRational(average, option.precision)
}

function formats(option: ShownFutures) {
  return {
    price: (value: PriceUnits | null) => (value === null ? null : formatPrice(value, option.precision)),
    qty: (value: Qty) => formatPrice(value, option.qtyPrecision),
  }
}

/** A count of 10^-decimals without trailing zeros. */
function trimmed(units: number, decimals: number): string {
  const text = formatPrice(units, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
