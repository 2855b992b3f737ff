import type { OverseaCloseEvent, OverseaOrderEvent } from '@maru/contract'
import type { Turn } from '../state.ts'
import type { EpochMs, FillRow, OrderRow } from '../types.ts'
import type { Contract, Holder, Order, Position } from './state.ts'
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
  tell(order.holder, event, data, turn)
}

/** Tells the owner what became of a position by which type of order; `extra` is what the event says beyond that. */
export function announcePosition(
  position: Position,
  event: PositionEvent,
  turn: Turn,
  marketType: OrderRow['marketType'] | null = null,
  extra: object = {},
): void {
  tell(position.holder, event, { ...positionWire(position), marketType, ...extra }, turn)
}

/** Tells a site that a stock began to rest; of a halt or a stop nobody knows when it ends (`openAt` null). */
export function announceRest({ row }: Contract, openAt: EpochMs | null, turn: Turn): void {
  const { siteId, id, stock, koName } = row
  const data: OverseaCloseEvent = { overseaOptionId: id, stock, koName, at: turn.at, openAt }
  turn.effects.event({ to: 'site', siteId, queue: 'oversea', event: 'OVERSEA_OPTION_CLOSE', data })
}

/** A position as it stands, with its TP and SL. */
export const positionWire = (position: Position) =>
  overseaPositionWire(position.row, position.market.row, ticksOf(position))

/** Ticks of TP and SL of a position; null: none. */
export const ticksOf = ({ takeProfit, stopLoss }: Position): Ticks => ({
  tpTick: takeProfit?.row.ticks ?? null,
  slTick: stopLoss?.row.ticks ?? null,
})

function tell(holder: Holder, event: string, data: unknown, turn: Turn): void {
  const { siteId, memberId } = holder.member.row
  turn.effects.event({ to: 'member', siteId, memberId, queue: 'oversea', event, data })
}
