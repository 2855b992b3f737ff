import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { openIn } from './suspense.ts'
import { awaitOwner, closeSuspense } from './suspense-rows.ts'
import type { SuspenseRow } from './tables.ts'

type Offset = Extract<Command, { kind: 'offsetSuspense' }>

/**
 * Ends what a provider took back of money that it had reported; two persons have agreed. Against other money of nobody on the same account
 * nothing moves, and the remainder waits for its owner, or is still taken back; else the house bears it.
 */
export function offsetSuspense(state: State, command: Offset, turn: Turn): Reply {
  const { siteId, suspenseId, againstId } = command
  const less = openIn(state, siteId, suspenseId)
  const against = againstId === null ? null : openIn(state, siteId, againstId)
  if (!less || (againstId !== null && !against)) return refusalReply('STALE_VERSION')
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const { currency, amount } = less.row
  if (amount > 0n) return refusalReply('INVALID_REQUEST', { key: 'suspenseId' })
  const note = command.reason.trim()
  if (against === null) {
    const legs = [
      { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount: -amount },
      { siteId, account: 'BAD_DEBT', currency, amount },
    ] as const
    state.ledger.move(legs, 'SUSPENSE_LOSS', suspenseId, turn, turn.effects)
    closeSuspense(state, less, { state: 'WRITTEN_OFF', dnwId: null, note }, turn)
    return { status: 200, body: {} }
  }
  if (against.row.amount < 0n || placeOf(against.row) !== placeOf(less.row))
    return refusalReply('INVALID_REQUEST', { key: 'againstId' })
  for (const kept of [less, against]) closeSuspense(state, kept, { state: 'OFFSET', dnwId: null, note }, turn)
  const remainder = amount + against.row.amount
  if (remainder !== 0n)
    awaitOwner(state, { ...comeOf((remainder > 0n ? against : less).row), amount: remainder }, turn.nextId(), turn)
  return { status: 200, body: {} }
}

const placeOf = ({ currency, houseAccount, houseSub }: SuspenseRow): string =>
  [currency, houseAccount, houseSub].join(' ')

/** The remainder is of the larger side, and waits for no request. */
const comeOf = ({
  siteId,
  provider,
  providerRef,
  reference,
  payer,
  memberId,
  currency,
  houseAccount,
  houseSub,
}: SuspenseRow) => ({
  ...{ siteId, provider, providerRef, reference, payer, memberId, currency, houseAccount, houseSub },
  cause: 'OFFSET' as const,
  requestId: null,
})
