import { cell } from '../effects.ts'
import type { State, Turn } from '../state.ts'
import type { PriceUnits } from '../types.ts'
import { isExecuting } from './cancel.ts'
import { newOrder } from './new-order.ts'
import { addOrder, endOrder } from './orders.ts'
import type { Market, Order, Position } from './state.ts'

export type ExitType = 'TAKEPROFIT' | 'STOPLOSS'

/** Where a TP or SL fires, and where it was given as a distance, how many ticks from the average entry. */
export interface ExitPlace {
  readonly price: PriceUnits
  readonly kind: 'last' | 'mark'
  readonly ticks: number | null
}

export const exitOf = <M extends Market>(position: Position<M>, type: ExitType): Order<M> | null =>
  type === 'TAKEPROFIT' ? position.takeProfit : position.stopLoss

/** Whether a change would take back a TP or SL that fired and waits for its book: like any order, it is not cancelled then. */
export function isExitExecuting(position: Position, type: ExitType, to: ExitPlace | null, turn: Turn): boolean {
  const old = exitOf(position, type)
  return old !== null && !isAt(old, to) && isExecuting(old, turn)
}

/** Sets the TP or SL that an order carries on the position that it filled into, in place of one that stands there and did not fire. */
export function attachExit(state: State, position: Position, type: ExitType, to: ExitPlace | null, turn: Turn): void {
  if (!isExitExecuting(position, type, to, turn)) setExit(state, position, type, to, turn)
}

const isAt = ({ row }: Order, to: ExitPlace | null): boolean =>
  to !== null && to.price === row.triggerPrice && to.kind === row.triggerKind && to.ticks === row.ticks

/** Sets, moves or clears (null) the TP or SL of a position: an order of its own that closes it whole. */
export function setExit(state: State, position: Position, type: ExitType, to: ExitPlace | null, turn: Turn): void {
  const old = exitOf(position, type)
  if (old && isAt(old, to)) return
  if (old) endOrder(state, old, 'CANCELED', 'MEMBER', turn)
  if (to === null) return
  const { holder, market, lot, row } = position
  const isLong = row.qty > 0
  const order: Order = {
    ...cell(
      newOrder(
        position,
        {
          id: turn.nextId(),
          side: isLong ? 'SHORT' : 'LONG',
          marketType: type,
          qty: null,
          isReduceOnly: true,
          triggerPrice: to.price,
          triggerKind: to.kind,
          triggerDirection: isLong === (type === 'TAKEPROFIT') ? 'rises' : 'falls',
          ticks: to.ticks,
          positionId: row.id,
          leverage: row.leverage,
          marginType: row.marginType,
        },
        turn,
      ),
    ),
    holder,
    market,
    lot,
    trigger: null,
  }
  position[type === 'TAKEPROFIT' ? 'takeProfit' : 'stopLoss'] = order
  addOrder(order)
  turn.effects.put('orders', order)
  market.policy.announceOrder(order, 'ORDER_SUCCESS', turn)
}
