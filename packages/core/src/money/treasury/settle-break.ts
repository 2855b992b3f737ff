import { refusalReply } from '../../idempotency.ts'
import type { Leg } from '../../ledger.ts'
import { formatMinor, unitText } from '../../money.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { expectNoMore } from '../expected.ts'
import { equityOf } from './free.ts'
import { maxAmount } from './move-house.ts'
import { mayHold } from './places.ts'

type Settle = Extract<Command, { kind: 'settleBreak' }>

/**
 * Settles what a statement and the ledger will never agree on by themselves: the difference becomes a fee, a loss or capital of the owners, or
 * a line is named as the movement that it shows. Two persons have agreed. What is owed to members never leaves as capital.
 */
export function settleBreak(state: State, command: Settle, turn: Turn): Reply {
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const { siteId, cause, provider, currency, amount, place, lineKind, providerRef, postingId } = command
  const refusal = cause === 'NAME' ? refuseName(command) : refuseAmount(state, command)
  if (refusal) return refusal
  const id = turn.nextId()
  const txnId = place === null ? null : state.ledger.post(legsOf(command), 'BREAK_SETTLED', id, turn, turn.effects)
  turn.effects.add('breakSettlements', {
    siteId,
    id,
    approvalId: command.approval.id,
    cause,
    provider,
    currency,
    amount,
    account: place?.account ?? '',
    sub: place?.sub ?? '',
    lineKind,
    providerRef,
    postingId,
    txnId,
    createdAt: turn.wall,
  })
  if (command.requestId !== null) expectNoMore(state, siteId, command.requestId, turn)
  return { status: 200, body: { id, txnId } }
}

/** A name needs both sides, and no money. */
const refuseName = ({ amount, place, providerRef, postingId }: Settle): Reply | null =>
  amount !== 0n || place !== null || providerRef === '' || postingId === null ? refusalReply('INVALID_REQUEST') : null

function refuseAmount(state: State, command: Settle): Reply | null {
  const { siteId, cause, currency, amount, place, providerRef, postingId } = command
  if (providerRef === '' && postingId === null) return refusalReply('INVALID_REQUEST')
  if (amount === 0n || amount > maxAmount || amount < -maxAmount) return refusalReply('INVALID_REQUEST')
  if (!place || !mayHold(place, currency)) return refusalReply('INVALID_REQUEST', { key: 'place' })
  if (cause !== 'CAPITAL' || amount > 0n) return null
  const equity = equityOf(state, siteId, currency)
  const free = equity > 0n ? equity : 0n
  return -amount > free
    ? refusalReply('BALANCE_INSUFFICIENT', { most: formatMinor(free, currency), currency: unitText(currency) })
    : null
}

/** The account comes to what its statement says; the other side explains why. */
function legsOf({ siteId, cause, currency, amount, place }: Settle): readonly Leg[] {
  const other =
    cause === 'PROVIDER_FEE'
      ? ({ account: 'PROVIDER_FEE', sub: place!.sub } as const)
      : ({ account: cause === 'BAD_DEBT' ? 'BAD_DEBT' : 'HOUSE_CAPITAL' } as const)
  return [
    { siteId, ...place!, currency, amount: -amount },
    { siteId, ...other, currency, amount },
  ]
}
