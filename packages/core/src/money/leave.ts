import { isOwedCommission } from '../commissions/state.ts'
import { refusalReply } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { p2pOf } from './p2p/state.ts'
import { purseOf } from './state.ts'

type Leave = Extract<Command, { kind: 'leave' }>

/**
 * Ends a membership (rules G): from then on the member is shut out. Nothing of his may be open, neither a stake, an order, a position, a
 * request nor a commission; nothing may be left in his wallets either, unless `mayHold`.
 */
export function leave(state: State, { siteId, actor, mayHold }: Leave, turn: Turn): Reply {
  const purse = purseOf(state, siteId, actor.id)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (purse.member.row.status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  const wallets = state.ledger.walletsOf(actor.id).map(({ row }) => row)
  const orders = p2pOf(state).open.get(actor.id)?.size ?? 0
  // Stakes, orders and positions reserve what they may cost.
  const isWaiting = purse.open.size > 0 || orders > 0 || isOwedCommission(state, siteId, actor.id)
  const hasOpen = isWaiting || wallets.some(({ reserved }) => reserved !== 0n)
  if (hasOpen) return refusalReply('MEMBER_HAS_OPEN')
  if (!mayHold && wallets.some(({ posted }) => posted !== 0n)) return refusalReply('MEMBER_HAS_MONEY')
  change(turn.effects, 'members', purse.member, { status: 'DENY' })
  return { status: 200, body: {} }
}
