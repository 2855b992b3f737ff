import { cell } from '../effects.ts'
import type { State, Turn } from '../state.ts'
import type { Minor, Qty } from '../types.ts'
import { execute } from './execute.ts'
import { newOrder } from './new-order.ts'
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

/** The house closes a part of a position on the newest order book, at once. `slipPpm` null: whatever it costs. */
export function closeBySystem(
  state: State,
  position: Position,
  qty: Qty,
  how: { readonly slipPpm: number | null; readonly liquidationPpm: number; readonly reason?: 'SESSION_END' },
  turn: Turn,
): SystemClose {
  const { holder, market, lot } = position
  const { depth } = market.instrument
  const none = { filledQty: 0, quote: 0n, fee: 0n, pnl: 0n, fillId: 0 }
  const levels = position.row.qty > 0 ? depth?.bids : depth?.asks
  if (!depth || !levels || levels.length === 0) return none
  const { row } = position
  const parts = {
    id: turn.nextId(),
    side: row.qty > 0 ? 'SHORT' : 'LONG',
    marketType: how.reason ? 'MARKET' : 'LIQUIDATION',
    qty: null,
    isReduceOnly: true,
    positionId: row.id,
    leverage: row.leverage,
    marginType: row.marginType,
    executeAt: turn.at,
    reason: how.reason ?? null,
    origin: 'SYSTEM',
  } as const
  const order: Order = {
    ...cell(newOrder(position, parts, turn)),
    holder,
    market,
    lot,
    trigger: null,
  }
  addOrder(order)
  turn.effects.put('orders', order)
  const liquidation = { qty, slipPpm: how.slipPpm, feePpm: how.liquidationPpm }
  const done = execute(state, order, depth, { isMaker: false, liquidation }, turn)
  if (!done) return none
  return {
    filledQty: done.filledQty,
    quote: done.fills.reduce((sum, fill) => sum + fill.quote, 0n),
    fee: done.fills.reduce((sum, fill) => sum + fill.fee, 0n),
    pnl: done.fills.reduce((sum, fill) => sum + fill.realizedPnl, 0n),
    fillId: done.fills.at(-1)?.id ?? 0,
  }
}
