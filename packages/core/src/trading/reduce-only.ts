import { refusalReply as refuse } from '../idempotency.ts'
import type { OrderType, PositionSide, Qty, Reply } from '../types.ts'
import { positionIn } from './lots.ts'
import { ordersIn } from './orders.ts'
import type { Order } from './state.ts'

interface Reducing {
  readonly side: PositionSide
  readonly marketType: OrderType
  readonly qty: Qty
  readonly isReduceOnly: boolean
}

/** A close at the market is always possible: only its form and the position decide on it. */
export const isPlainClose = ({ isReduceOnly, marketType }: Pick<Reducing, 'isReduceOnly' | 'marketType'>): boolean =>
  isReduceOnly && marketType === 'MARKET'

/** Why an order that only reduces cannot. */
export function refuseReduceOnly(order: Order, draft: Reducing): Reply | null {
  const position = positionIn(order)
  if (!position) return refuse('REDUCE_ONLY_NO_POSITION')
  if (position.row.side === draft.side) return refuse('REDUCE_ONLY_SAME_SIDE')
  const held = Math.abs(position.row.qty)
  if (draft.qty > held) return refuse('REDUCE_ONLY_QTY_EXCEEDED')
  if (isPlainClose(draft)) return null
  const resting = ordersIn(order).filter(({ row }) => row.isReduceOnly)
  const sum = resting.reduce((total, { row }) => total + row.qty! - row.filledQty, draft.qty)
  return sum > held ? refuse('REDUCE_ONLY_CONFLICT') : null
}
