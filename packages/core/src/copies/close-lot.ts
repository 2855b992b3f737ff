import { floorDiv } from '@maru/positions'
import { placeOrder } from '../futures/place.ts'
import { futuresOf, type Position } from '../futures/state.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { formatPrice } from '../money.ts'
import type { State, Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import { cancelOrder } from '../trading/reserve.ts'
import type { Command, FuturesOrderInput, Reply } from '../types.ts'
import { type Follow, isLeadLot } from './state.ts'

type CloseCopy = Extract<Command, { kind: 'closeCopy' }>

/** Closes a lead lot or a copy, always: whoever is barred or stopped closes too. What is unfilled of a lead order ends first. */
export function closeCopy(state: State, command: CloseCopy, turn: Turn): Reply {
  const { siteId, memberId, lot, role, closePrice, percent } = command
  if (!Number.isInteger(percent) || percent < 1 || percent > 100) return refuse('INVALID_REQUEST', { key: 'percent' })
  const holder = holderIn(state, futuresOf(state), siteId, memberId)
  const position = holder && [...holder.positions.values()].find((one) => one.lot === lot && lot !== 0)
  if (!position || isLeadLot(state, position) !== (role === 'TRADER')) return refuse('ORDER_NOT_FOUND')
  const reply = placeOrder(state, holder, position.market, closing(position, closePrice, percent), turn)
  if (reply.status === 200 && role === 'TRADER') endLeadOrder(state, position, turn)
  return reply
}

/** Nothing of a lead order opens after a close of its lot. */
function endLeadOrder(state: State, { holder, lot }: Position, turn: Turn): void {
  const order = holder.orders.get(lot)
  if (order) cancelOrder(state, order, 'POSITION_CLOSED', turn)
}

/** Closes all copies of a follow at the market. */
export function closeAll(state: State, { copies }: Follow, turn: Turn): void {
  for (const copy of copies.values()) placeOrder(state, copy.holder, copy.market, closing(copy, null, 100), turn)
}

function closing({ row, lot, market }: Position, price: string | null, percent: number): FuturesOrderInput {
  const { stepUnits, qtyPrecision } = market.row
  const held = Math.abs(row.qty)
  const share = Number(floorDiv(BigInt(held) * BigInt(percent), 100n))
  const qty = percent === 100 ? held : Math.max(stepUnits, share - (share % stepUnits))
  return {
    optionId: row.optionId,
    lot,
    side: row.qty > 0 ? 'SHORT' : 'LONG',
    marketType: price === null ? 'MARKET' : 'LIMIT',
    qty: formatPrice(qty, qtyPrecision),
    price,
    triggerPrice: null,
    isMark: false,
    isReduceOnly: true,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    tolerance: null,
    expiresAt: null,
  }
}
