import { p2pLateCancelMs } from '@maru/contract'
import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { callMerchant } from './calls.ts'
import { finish } from './finish.ts'
import { mostStatements, type Order, orderIn } from './state.ts'
import { advanceOrder, dispute, giveBack } from './steps.ts'
import { countUnpaid } from './unpaid.ts'
import { p2pWire } from './wire.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

const shown = (order: Order): Reply => ({ status: 200, body: p2pWire(order.row) })

/** A step of an order's member. */
const step =
  <C extends Of<'p2pPaid' | 'p2pCancel' | 'p2pRelease' | 'p2pDispute'>>(
    work: (state: State, order: Order, command: C, turn: Turn) => Reply | null,
  ) =>
  (state: State, command: C, turn: Turn): Reply => {
    const order = orderIn(state, command.siteId, command.orderId, command.closed)
    if (order?.row.memberId !== command.memberId) return refusalReply('ORDER_NOT_FOUND')
    return work(state, order, command, turn) ?? shown(order)
  }

const isOver = ({ row }: Order): boolean => row.state === 'EXPIRED' || row.state === 'CANCELED'
const isLate = (state: State, { row: { siteId, closedAt } }: Order, { wall }: Turn): boolean =>
  closedAt !== null && wall >= closedAt + moneyConfigOf(state, siteId).p2pLateMs

/** A buyer says that he paid. In time the merchant looks; after its end the order is a dispute. */
export const p2pPaid = step<Of<'p2pPaid'>>((state, order, { reference }, turn) => {
  const { side, state: now } = order.row
  if (side !== 'BUY') return refusalReply('STALE_VERSION')
  if (now === 'EXPIRED') {
    if (isLate(state, order, turn)) return refusalReply('P2P_EXPIRED')
    order.row = { ...order.row, reference }
    dispute(state, order, { teller: 'MEMBER', text: reference, fileIds: [] }, turn)
    return null
  }
  if (now !== 'ESCROWED') return refusalReply(now === 'CANCELED' ? 'P2P_EXPIRED' : 'STALE_VERSION')
  advanceOrder(state, order, 'PAID', { reference }, turn)
  callMerchant(order.row, 'paid', turn)
  return null
})

/**
 * Takes an order back before anybody can have paid: a sale only until the merchant has taken it. A purchase that held its coins until its last
 * minutes counts as unpaid.
 */
export const p2pCancel = step<Of<'p2pCancel'>>((state, order, _command, turn) => {
  const { side, state: now } = order.row
  if (isOver(order)) return refusalReply('STALE_VERSION')
  if (now !== 'OPEN' && !(side === 'BUY' && now === 'ESCROWED')) return refusalReply('CANCEL_CLOSED')
  const { payBy } = order.row
  if (now === 'ESCROWED' && payBy !== null && turn.wall >= payBy - p2pLateCancelMs) countUnpaid(state, order.row, turn)
  giveBack(state, order, 'CANCELED', 'MEMBER', turn)
  return null
})

/** A seller has his money: the coins are the merchant's. */
export const p2pRelease = step<Of<'p2pRelease'>>((state, order, _command, turn) => {
  const { side, state: now } = order.row
  if (isOver(order)) return refusalReply('P2P_EXPIRED')
  const canRelease = side === 'SELL' && (now === 'ESCROWED' || now === 'PAID' || now === 'DISPUTED')
  return canRelease ? finish(state, order, turn) : refusalReply('STALE_VERSION')
})

/** Asks staff to decide, or tells them more. */
export const p2pDispute = step<Of<'p2pDispute'>>((state, order, { text, fileIds }, turn) => {
  const { state: now, statements } = order.row
  if (isOver(order) && isLate(state, order, turn)) return refusalReply('P2P_EXPIRED')
  if (!isOver(order) && now !== 'PAID' && now !== 'DISPUTED') return refusalReply('STALE_VERSION')
  // Nobody was told where to pay.
  if (isOver(order) && !order.row.steps.some((one) => one.state === 'ESCROWED')) return refusalReply('P2P_EXPIRED')
  if (statements >= mostStatements) return refusalReply('INVALID_REQUEST', { key: 'text' })
  dispute(state, order, { teller: 'MEMBER', text, fileIds }, turn)
  return null
})

/** Ends a dispute as two members of staff decided. */
export function p2pDecide(state: State, command: Of<'p2pDecide'>, turn: Turn): Reply {
  const { siteId, orderId, closed, decision, version, approval } = command
  const order = orderIn(state, siteId, orderId, closed)
  if (!order) return refusalReply('ORDER_NOT_FOUND')
  if (!approval) return refusalReply('PERMISSION_DENIED')
  if (order.row.state !== 'DISPUTED' || order.row.rev !== version) return refusalReply('STALE_VERSION')
  if (decision === 'RETURN') giveBack(state, order, 'CANCELED', 'DECIDED', turn)
  else {
    const refusal = finish(state, order, turn)
    if (refusal) return refusal
  }
  return shown(order)
}
