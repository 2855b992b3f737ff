import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { advance, requestIn } from './rows.ts'
import { isExit } from './sale.ts'
import { purseOf } from './state.ts'
import { dnwWire } from './wire.ts'
import { returnWithdrawal } from './withdraw.ts'

type Cancel = Extract<Command, { kind: 'cancelRequest' }>

/** A member takes back his request while nobody looks at it, and a withdrawal within its window only. */
export function cancelRequest(state: State, { siteId, memberId, requestId, closed }: Cancel, turn: Turn): Reply {
  const purse = purseOf(state, siteId, memberId)
  const request = requestIn(state, siteId, requestId)
  if (!purse || request?.row.memberId !== memberId) {
    const isOwn = closed !== null && closed.siteId === siteId && closed.memberId === memberId
    return refusalReply(isOwn ? 'CANCEL_CLOSED' : 'HISTORY_NOT_FOUND')
  }
  const { status, cancelableUntil } = request.row
  const isInTime = cancelableUntil !== null && turn.wall < cancelableUntil
  if (status !== 'REQUESTED' || !isInTime) return refusalReply('CANCEL_CLOSED')
  if (isExit(request.row)) returnWithdrawal(state, purse, request, 'CANCELED', 'MEMBER', turn)
  else advance(state, purse, request, 'CANCELED', { reason: 'MEMBER' }, turn)
  return { status: 200, body: dnwWire(request.row) }
}
