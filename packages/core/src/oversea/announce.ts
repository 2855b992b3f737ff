import type { OverseaCloseEvent, OverseaOrderEvent } from '@maru/contract'
import type { Turn } from '../state.ts'
import type { EpochMs, FillRow } from '../types.ts'
import type { Contract, Order, Position, Trader } from './state.ts'
import { overseaFillWire, overseaOrderWire, overseaPositionWire, type Ticks } from './wire.ts'

type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'
type PositionEvent = 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE' | 'POSITION_WARN' | 'POSITION_LIQUID'

/** Tells the owner what became of an order, and what it filled just now. */
export function announceOrder(order: Order, event: OrderEvent, turn: Turn, fills: readonly FillRow[] = []): void {
  const option = order.market.row
  const data: OverseaOrderEvent = {
    ...overseaOrderWire(order.row, option),
    fills: fills.map((fill) => overseaFillWire(fill, option)),
  }
  tell(order.trader, event, data, turn)
}

/** Tells the owner what became of a position; `extra` is what the event says beyond the position. */
export function announcePosition(position: Position, event: PositionEvent, turn: Turn, extra: object = {}): void {
  tell(position.trader, event, { ...positionWire(position), ...extra }, turn)
}

/** Tells a member that a stock began to rest. */
export function announceRest(trader: Trader, { row }: Contract, openAt: EpochMs | null, turn: Turn): void {
  const { id, stock, koName } = row
  const data: OverseaCloseEvent = { overseaOptionId: id, stock, koName, at: turn.at, openAt }
  tell(trader, 'OVERSEA_OPTION_CLOSE', data, turn)
}

/** A position as it stands, with its TP and SL. */
export const positionWire = (position: Position) =>
  overseaPositionWire(position.row, position.market.row, ticksOf(position))

/** Ticks of TP and SL of a position; null: none. */
export const ticksOf = ({ takeProfit, stopLoss }: Position): Ticks => ({
  tpTick: takeProfit?.row.ticks ?? null,
  slTick: stopLoss?.row.ticks ?? null,
})

function tell(trader: Trader, event: string, data: unknown, turn: Turn): void {
  const { siteId, memberId } = trader.account.row
  turn.effects.event({ to: 'member', siteId, memberId, queue: 'oversea', event, data })
}
