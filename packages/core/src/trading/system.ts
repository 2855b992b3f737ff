import { cell } from '../effects.ts'
import type { State, Turn } from '../state.ts'
import type { Minor, OrderRow, Qty } from '../types.ts'
import { execute } from './execute.ts'
import { addOrder } from './orders.ts'
import type { Order, Position } from './state.ts'

export interface SystemClose {
  readonly filledQty: Qty
  /** Σ notional, fees with those of the liquidation, and result of its fills. */
  readonly quote: Minor
  readonly fee: Minor
  readonly pnl: Minor
  /** The last fill; 0 where there was none. */
  readonly fillId: number
}

/** The house closes a part of a position on the newest book, at once. `slipPpm` null: whatever it costs. */
export function closeBySystem(
  state: State,
  position: Position,
  qty: Qty,
  how: { readonly slipPpm: number | null; readonly liquidationPpm: number },
  turn: Turn,
): SystemClose {
  const { trader, market } = position
  const { book } = market.instrument
  const none = { filledQty: 0, quote: 0n, fee: 0n, pnl: 0n, fillId: 0 }
  const levels = position.row.qty > 0 ? book?.bids : book?.asks
  if (!book || !levels || levels.length === 0) return none
  const order: Order = { ...cell(liquidationRow(position, turn)), trader, market, trigger: null }
  addOrder(order)
  turn.effects.put('orders', order)
  const liquidation = { qty, slipPpm: how.slipPpm, feePpm: how.liquidationPpm }
  const done = execute(state, order, book, { isMaker: false, liquidation }, turn)
  if (!done) return none
  return {
    filledQty: done.filledQty,
    quote: done.fills.reduce((sum, fill) => sum + fill.quote, 0n),
    fee: done.fills.reduce((sum, fill) => sum + fill.fee, 0n),
    pnl: done.fills.reduce((sum, fill) => sum + fill.realizedPnl, 0n),
    fillId: done.fills.at(-1)?.id ?? 0,
  }
}

function liquidationRow({ row }: Position, turn: Turn): OrderRow {
  return {
    siteId: row.siteId,
    id: turn.nextId(),
    book: row.book,
    optionId: row.optionId,
    memberId: row.memberId,
    side: row.qty > 0 ? 'SHORT' : 'LONG',
    marketType: 'LIQUIDATION',
    qty: null,
    price: null,
    triggerPrice: null,
    triggerKind: null,
    triggerDirection: null,
    ticks: null,
    isReduceOnly: true,
    positionId: row.id,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    leverage: row.leverage,
    marginType: row.marginType,
    tolerancePpm: null,
    basePrice: null,
    executeAt: turn.at,
    expiresAt: null,
    status: 'NEW',
    filledQty: 0,
    filledQuote: 0n,
    fee: 0n,
    reason: null,
    origin: 'SYSTEM',
    acceptedAt: turn.at,
    triggeredAt: null,
    closedAt: null,
  }
}
