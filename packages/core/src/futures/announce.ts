import type { FuturesOrderEvent } from '@maru/contract'
import type { Collector } from '../effects.ts'
import type { Turn } from '../state.ts'
import { positionIn } from '../trading/lots.ts'
import type { FillRow, OrderRow } from '../types.ts'
import type { Holder, Order, Position } from './state.ts'
import { exitsOf, futuresFillWire, type futuresLeverageWire, futuresOrderWire, futuresPositionWire } from './wire.ts'

type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'
type PositionEvent =
  | 'POSITION_OPEN'
  | 'POSITION_UPDATE'
  | 'POSITION_CLOSE'
  | 'POSITION_UPDATE_LIQUIDPRICE'
  | 'POSITION_WARN'
  | 'POSITION_LIQUID'

/** Tells the owner what became of an order, and what it filled just now. */
export function announceOrder(order: Order, event: OrderEvent, turn: Turn, fills: readonly FillRow[] = []): void {
  const option = order.market.row
  const data: FuturesOrderEvent = {
    ...futuresOrderWire(order.row, option),
    fills: fills.map((fill) => futuresFillWire(fill, option)),
    tpsl: exitRowsOf(positionIn(order)).map((exit) => futuresOrderWire(exit, option)),
  }
  tell(order.holder, event, data, turn.effects)
}

/** Tells the owner what became of a position by which type of order; `extra` is what the event says beyond that. */
export function announcePosition(
  position: Position,
  event: PositionEvent,
  turn: Turn,
  marketType: OrderRow['marketType'] | null = null,
  extra: object = {},
): void {
  tell(position.holder, event, { ...positionWire(position), marketType, ...extra }, turn.effects)
}

/** Tells a member his leverage and margin type in a market. */
export function announceLeverage(holder: Holder, data: ReturnType<typeof futuresLeverageWire>, turn: Turn): void {
  tell(holder, 'LEVERAGE_UPDATE', data, turn.effects)
}

/** A position as it stands, with its TP and SL. */
export function positionWire(position: Position) {
  return futuresPositionWire(
    position.row,
    position.market.row,
    exitsOf(position.row.id, exitRowsOf(position)),
    position.liquidPrice ?? null,
  )
}

/** TP and SL of a position. */
function exitRowsOf(position: Position | null): OrderRow[] {
  const rows: OrderRow[] = []
  if (position?.takeProfit) rows.push(position.takeProfit.row)
  if (position?.stopLoss) rows.push(position.stopLoss.row)
  return rows
}

function tell(holder: Holder, event: string, data: unknown, effects: Collector): void {
  const { siteId, memberId } = holder.member.row
  effects.event({ to: 'member', siteId, memberId, queue: 'futures', event, data })
}
