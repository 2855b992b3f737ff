import type { DeskFill, DeskOrder, DeskPosition } from '@maru/contract'
import {
  exitsOf,
  type FillRow,
  type FuturesOption,
  formatMinor,
  formatPrice,
  futuresFillWire,
  futuresOrderWire,
  futuresPositionWire,
  type OrderRow,
  type OverseaOption,
  overseaFillWire,
  overseaOrderWire,
  overseaPositionWire,
  type PositionRow,
  type ValuedPosition,
} from '@maru/core'

/** Finds what the rows of the trading books name. */
export interface BookOptions {
  readonly futures: (id: number) => FuturesOption
  readonly oversea: (id: number) => OverseaOption
}

const noExits = exitsOf(0, [])
const noTicks = { tpTick: null, slTick: null }

/** An order of either book, in the words that both share. */
export function orderOf(row: OrderRow, options: BookOptions): DeskOrder {
  const own =
    row.book === 'futures'
      ? futuresOrderWire(row, options.futures(row.optionId))
      : overseaOrderWire(row, options.oversea(row.optionId))
  const { id, stock, koName, marketType, price, triggerPrice, status, avgPrice, fee, reason, createdAt, closedAt } = own
  const qty = 'qty' in own ? own.qty : textOf(own.count)
  const filledQty = 'filledQty' in own ? own.filledQty : String(own.filledCount)
  return {
    ...ofBook(row),
    ...{ id, stock, koName, marketType, qty, price, triggerPrice, status, filledQty, avgPrice },
    ...{ fee, reason, createdAt, closedAt },
  }
}

export function fillOf(row: FillRow, options: BookOptions): DeskFill {
  const own =
    row.book === 'futures'
      ? futuresFillWire(row, options.futures(row.optionId))
      : overseaFillWire(row, options.oversea(row.optionId))
  const { id, stock, koName, marketType, price, slippage, fee, realizedPnl, isClose, createdAt } = own
  return {
    ...ofBook(row),
    ...{ id, stock, koName, marketType, price, slippage, fee, realizedPnl, isClose, createdAt },
    orderId: row.orderId,
    positionId: row.positionId,
    qty: 'qty' in own ? own.qty : String(own.count),
  }
}

export function positionOf(row: PositionRow, options: BookOptions, valued?: ValuedPosition): DeskPosition {
  const { precision } = row.book === 'futures' ? options.futures(row.optionId) : options.oversea(row.optionId)
  const price = (units: number | null | undefined) => (units == null ? null : formatPrice(units, precision))
  const now = {
    markPrice: price(valued?.price),
    openPnl: valued?.pnl == null ? null : formatMinor(valued.pnl, ofBook(row).currency),
    liquidPrice: price(valued?.liquidPrice),
  }
  if (row.book === 'futures') {
    const own = futuresPositionWire(row, options.futures(row.optionId), noExits, null)
    const { id, stock, koName, status, qty, entryPrice, closePrice, leverage, marginType, margin, fee } = own
    const { fundingFee: funding, realizedPnl, closeReason, createdAt, closedAt } = own
    return {
      ...ofBook(row),
      ...{ id, stock, koName, status, qty, entryPrice, closePrice, leverage, marginType, margin, fee },
      ...{ funding, realizedPnl, closeReason, createdAt, closedAt },
      ...now,
    }
  }
  const own = overseaPositionWire(row, options.oversea(row.optionId), noTicks)
  const { id, stock, koName, status, count, avgPrice: entryPrice, closePrice, margin, fee, financing: funding } = own
  const { realizedPnl, closeReason, createdAt, closedAt } = own
  return {
    ...ofBook(row),
    ...{ id, stock, koName, status, qty: String(count), entryPrice, closePrice, margin, fee, funding },
    ...{ realizedPnl, closeReason, createdAt, closedAt, leverage: null, marginType: null },
    ...now,
  }
}

const ofBook = ({ book, side }: Pick<OrderRow, 'book' | 'side'>) =>
  ({ book, side, currency: book === 'futures' ? 'USDT' : 'KRW' }) as const
const textOf = (count: number | null): string | null => (count === null ? null : String(count))
