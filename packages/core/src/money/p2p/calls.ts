import { refusalReply } from '../../idempotency.ts'
import { formatMinor } from '../../money.ts'
import { newCall } from '../../outgoing/outgoing.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { providerMember } from '../deposit.ts'
import { refuseStopped } from '../exits.ts'
import { purseOf } from '../state.ts'
import { orderIn, p2pReference } from './state.ts'
import type { P2pOrderRow } from './tables.ts'
import type { P2pCallStep } from './types.ts'

type Sending = Extract<Command, { kind: 'p2pSending' }>

/** Tells the merchant's side of a step; the call is written with the state that asks for it. `nth` tells it from an earlier call of the step. */
export function callMerchant(row: P2pOrderRow, step: P2pCallStep, turn: Turn, nth = ''): void {
  const { siteId, id, memberId, merchantId, side, won, point, payer, accountId, reference, rev } = row
  const body = {
    reference: p2pReference(id),
    member: providerMember(siteId, memberId),
    merchant: String(merchantId),
    side,
    won: formatMinor(won, 'KRW'),
    amount: formatMinor(point, 'USDT'),
    currency: 'USDT',
    step,
    payer,
    ...(reference === '' ? {} : { note: reference }),
  }
  const payload = { call: 'p2p', orderId: id, memberId, accountId, version: rev, body }
  // An order may be disputed and taken back again: the calls of it are told apart by the version.
  const canRepeat = step === 'dispute' || step === 'cancel'
  const name = `p2p-${id}-${step}${canRepeat ? `-${rev}` : ''}${nth}`
  turn.effects.add(
    'outgoing',
    newCall({ siteId, id: name, kind: 'provider-call', provider: 'p2p', payload }, turn.wall),
  )
}

/** The state that a step belongs to. */
const stateOf: Readonly<Record<P2pCallStep, P2pOrderRow['state']>> = {
  open: 'OPEN',
  paid: 'PAID',
  cancel: 'CANCELED',
  dispute: 'DISPUTED',
}

/**
 * Before a call leaves: a merchant is told only of what stands. A step of an order that has gone on since is refused, and a sale is not sent
 * while its member is frozen or the site has withdrawals paused.
 */
export function p2pSending(state: State, command: Sending, _turn: Turn): Reply {
  const { siteId, orderId, closed, step, version } = command
  const order = orderIn(state, siteId, orderId, closed)
  if (!order) return refusalReply('ORDER_NOT_FOUND')
  const { row } = order
  // More may be said in a dispute, which makes a version of its own.
  const isVersion = version === null || step === 'dispute' || row.rev === version
  if (row.state !== stateOf[step] || row.reviewBy !== null || !isVersion) return refusalReply('STALE_VERSION')
  const purse = step === 'open' && row.side === 'SELL' ? purseOf(state, siteId, row.memberId) : null
  return (purse && refuseStopped(state, purse)) ?? { status: 200, body: {} }
}
