import type { OverseaCloseEvent, OverseaOrderEvent } from '@maru/contract'
import type { Turn } from '../state.ts'
import type { EpochMs, FillRow, OrderRow } from '../types.ts'
import type { Contract, Holder, Order, Position } from './state.ts'
import { overseaFillWire, overseaOrderWire, overseaPositionWire, type Ticks } from './wire.ts'

type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'
type PositionEvent = 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE' | 'POSITION_WARN' | 'POSITION_LIQUID'

/** Tells the owner what became of an order, and what it filled just now. */
export function announceOrder(order: Order, event: OrderEvent, turn: Turn, fills: readonly FillRow[] = []): void {
  const { row } = order
  const option = order.market.row
  tell(
    order.holder,
    event,
    turn,
    (): OverseaOrderEvent => ({
      ...overseaOrderWire(row, option),
      fills: fills.map((fill) => overseaFillWire(fill, option)),
    }),
  )
}

/** Tells the owner what became of a position by which type of order; `extra` is what the event says beyond that. */
export function announcePosition(
  position: Position,
  event: PositionEvent,
  turn: Turn,
  marketType: OrderRow['marketType'] | null = null,
  extra: object = {},
): void {
  const wire = wireOf(position)
  tell(position.holder, event, turn, () => ({ ...wire(), marketType, ...extra }))
}

/** Tells a site that a stock began to rest; of a halt or a stop nobody knows when it ends (`openAt` null). */
export function announceRest({ row }: Contract, openAt: EpochMs | null, turn: Turn): void {
  const { siteId, id, stock, koName } = row
  const data: OverseaCloseEvent = { overseaOptionId: id, stock, koName, at: turn.at, openAt }
  turn.effects.event({ to: 'site', siteId, queue: 'oversea', event: 'OVERSEA_OPTION_CLOSE', data })
}

/** A position as it stands, with its TP and SL. */
export const positionWire = (position: Position) => wireOf(position)()

/** Puts the wire form of a position together later, as it stands now. */
function wireOf(position: Position) {
  const { row, market } = position
  const option = market.row
  const ticks = ticksOf(position)
  return () => overseaPositionWire(row, option, ticks)
}

/** Ticks of TP and SL of a position; null: none. */
export const ticksOf = ({ takeProfit, stopLoss }: Position): Ticks => ({
  tpTick: takeProfit?.row.ticks ?? null,
  slTick: stopLoss?.row.ticks ?? null,
})

function tell(holder: Holder, event: string, turn: Turn, build: () => unknown): void {
  const { siteId, memberId } = holder.member.row
  turn.effects.tell({ siteId, memberId, queue: 'oversea' }, event, build)
}
