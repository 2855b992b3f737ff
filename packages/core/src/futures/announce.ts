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
  const { row } = order
  const option = order.market.row
  const exits = exitRowsOf(positionIn(order))
  tell(
    order.holder,
    event,
    turn.effects,
    (): FuturesOrderEvent => ({
      ...futuresOrderWire(row, option),
      fills: fills.map((fill) => futuresFillWire(fill, option)),
      tpsl: exits.map((exit) => futuresOrderWire(exit, option)),
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
  tell(position.holder, event, turn.effects, () => ({ ...wire(), marketType, ...extra }))
}

/** Tells a member his leverage and margin type in a market. */
export function announceLeverage(holder: Holder, data: ReturnType<typeof futuresLeverageWire>, turn: Turn): void {
  tell(holder, 'LEVERAGE_UPDATE', turn.effects, () => data)
}

/** A position as it stands, with its TP and SL. */
export const positionWire = (position: Position) => wireOf(position)()

/** Puts the wire form of a position together later, as it stands now. */
function wireOf(position: Position) {
  const { row, market, liquidPrice = null } = position
  const option = market.row
  const exits = exitRowsOf(position)
  return () => futuresPositionWire(row, option, exitsOf(row.id, exits), liquidPrice)
}

/** TP and SL of a position. */
function exitRowsOf(position: Position | null): OrderRow[] {
  const rows: OrderRow[] = []
  if (position?.takeProfit) rows.push(position.takeProfit.row)
  if (position?.stopLoss) rows.push(position.stopLoss.row)
  return rows
}

function tell(holder: Holder, event: string, effects: Collector, build: () => unknown): void {
  const { siteId, memberId } = holder.member.row
  effects.tell({ siteId, memberId, queue: 'futures' }, event, build)
}
