import type { OverseaCross as CrossWire, Overnight, OverseaFill, OverseaOrder, OverseaPosition } from '@maru/contract'
import { averagePrice, contractScale, formatRational, formatUnits } from '@maru/positions'
import { formatMinor, formatPrice } from '../money.ts'
import type {
  FillRow,
  Minor,
  OrderRow,
  OverseaCross,
  OverseaOption,
  OverseaPositionView,
  PositionRow,
  PriceUnits,
  Qty,
} from '../types.ts'

/** What wire forms need of a contract. */
export type ShownContract = Pick<OverseaOption, 'id' | 'stock' | 'koName' | 'precision'>

/** An order as the contract shows it. */
export function overseaOrderWire(order: OrderRow, option: ShownContract): OverseaOrder {
  const price = (value: PriceUnits | null) => (value === null ? null : formatPrice(value, option.precision))
  return {
    id: order.id,
    overseaOptionId: order.optionId,
    overseaPositionId: order.positionId,
    stock: option.stock,
    koName: option.koName,
    tradeType: order.side,
    marketType: order.marketType,
    count: order.qty,
    price: price(order.price),
    triggerPrice: price(order.triggerPrice),
    tpTick: order.takeProfit,
    slTick: order.stopLoss,
    isReduceOnly: order.isReduceOnly,
    status: order.status,
    filledCount: order.filledQty,
    avgPrice: averageText(order.filledQuote, order.filledQty, option),
    fee: won(order.fee),
    reason: order.reason,
    expiresAt: order.expiresAt,
    createdAt: order.acceptedAt,
    triggeredAt: order.triggeredAt,
    closedAt: order.closedAt,
  }
}

/** A fill as the contract shows it; slippage is positive where it cost the member. */
export function overseaFillWire(fill: FillRow, option: ShownContract): OverseaFill {
  const { precision } = option
  const scale = contractScale(precision)
  const side = fill.side === 'LONG' ? 1n : -1n
  const slipped = fill.quote - BigInt(fill.best) * BigInt(fill.qty) * scale.unit
  const slippage = {
    numerator: side * slipped,
    denominator: BigInt(fill.qty) * scale.unit * 10n ** BigInt(precision),
  }
  return {
    id: fill.id,
    overseaOrderId: fill.orderId!, // contracts are not copied
    overseaPositionId: fill.positionId,
    overseaOptionId: fill.optionId,
    stock: option.stock,
    koName: option.koName,
    tradeType: fill.side,
    marketType: fill.marketType,
    count: fill.qty,
    price: averageText(fill.quote, fill.qty, option) ?? '0',
    best: formatPrice(fill.best, precision),
    slippage: formatRational(slippage, precision),
    fee: won(fill.fee),
    realizedPnl: won(fill.realizedPnl),
    isClose: fill.isClose,
    fxRate: formatPrice(fill.fxRate ?? 0, 2),
    tradingDay: fill.tradingDay ?? '',
    createdAt: fill.at,
  }
}

/** Distances of TP and SL from the average entry, in ticks. */
export type Ticks = Pick<OverseaPositionView, 'tpTick' | 'slTick'>

/** A position as the contract shows it. A closed one shows the average of all that it opened. */
export function overseaPositionWire(position: PositionRow, option: ShownContract, ticks: Ticks): OverseaPosition {
  const isOpen = position.closedAt === null
  const average = isOpen
    ? averageText(position.entryQuote, Math.abs(position.qty), option)
    : averageText(position.openedQuote, position.closedQty, option)
  return {
    id: position.id,
    overseaPositionId: position.id,
    overseaOptionId: position.optionId,
    stock: option.stock,
    koName: option.koName,
    tradeType: position.side,
    status: isOpen ? 'OPEN' : position.closeReason === 'LIQUIDATION' ? 'LIQUIDATED' : 'CLOSED',
    count: Math.abs(position.qty),
    avgPrice: average ?? '0',
    entrySum: sumText(position.entryQuote, option),
    margin: won(position.margin),
    ...ticks,
    isActive: position.overnight !== null,
    fee: won(position.fee),
    realizedPnl: won(position.realizedPnl),
    financing: won(position.fundingFee),
    closePrice: averageText(position.closedQuote, position.closedQty, option),
    isWarned: position.isWarned,
    closeReason: position.closeReason === 'TRADER' ? null : position.closeReason,
    createdAt: position.openedAt,
    closedAt: position.closedAt,
  }
}

/** The account as the contract shows it. */
export const overseaCrossWire = (cross: OverseaCross): CrossWire => ({
  playerPoint: won(cross.playerPoint),
  lastPnl: won(cross.lastPnl),
  losscut: won(cross.losscut),
  warnAt: won(cross.warnAt),
  playerGameWaitPoint: won(cross.playerGameWaitPoint),
})

/** What holding a position overnight takes, as the contract shows it. */
export const overnightWire = (
  position: OverseaPositionView,
  option: ShownContract,
  deadlineAt: number | null,
): Overnight => ({
  overseaPositionId: position.row.id,
  overseaOptionId: position.row.optionId,
  stock: option.stock,
  isActive: position.row.overnight !== null,
  isAllowed: position.isOvernightAllowed,
  deadlineAt,
  requiredMargin: won(position.requiredMargin),
  extraMargin: won(position.extraMargin),
})

const magnitude = (quote: Minor): Minor => (quote < 0n ? -quote : quote)
const won = (amount: Minor): string => formatMinor(amount, 'KRW')

function averageText(quote: Minor, qty: Qty, option: ShownContract): string | null {
  const average = averagePrice(magnitude(quote), qty, contractScale(option.precision))
  return average && formatRational(average, option.precision)
}

/** A sum of prices, with more decimals than they have only where a partial close left some. */
function sumText(quote: Minor, { precision }: ShownContract): string {
  const { unit } = contractScale(precision)
  const sum = magnitude(quote)
  return sum % unit === 0n ? formatUnits(sum / unit, precision) : formatUnits(sum, precision + 8)
}
