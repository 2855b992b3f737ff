import { refusalReply } from '../../idempotency.ts'
import { formatMinor, unitText } from '../../money.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { merchantSub, p2pOf } from '../p2p/state.ts'
import { freeFor } from './free.ts'
import { mayHold } from './places.ts'
import type { TreasuryMove } from './tables.ts'
import type { Place } from './types.ts'

type Move = Extract<Command, { kind: 'moveHouse' }>

const capital: Place = { account: 'HOUSE_CAPITAL', sub: '' }
const fund: Place = { account: 'INSURANCE_FUND', sub: '' }

interface Sides {
  readonly credit: Place | null
  readonly debit: Place | null
}

/** What each move of the house's own money credits and debits; null: an account that the command names. */
const own: Readonly<Record<Exclude<TreasuryMove, 'FLOAT_IN' | 'FLOAT_OUT'>, Sides>> = {
  TRANSFER: { credit: null, debit: null },
  OPENING: { credit: capital, debit: null },
  CAPITAL_IN: { credit: capital, debit: null },
  CAPITAL_OUT: { credit: null, debit: capital },
  FUND_IN: { credit: fund, debit: capital },
  FUND_OUT: { credit: capital, debit: fund },
}

/** The same of any move: coins of a merchant are his, on the account that names him. */
function sidesOf({ move, merchantId }: Move): Sides {
  const float = merchantId === null ? null : ({ account: 'PROVIDER_CLEARING', sub: merchantSub(merchantId) } as const)
  if (move === 'FLOAT_IN') return { credit: float, debit: null }
  if (move === 'FLOAT_OUT') return { credit: null, debit: float }
  return own[move]
}

/** Coins come and go of a merchant of this site who has real ones, and of nobody else. */
function refuseMerchant(state: State, { siteId, move, merchantId, currency }: Move): Reply | null {
  const isFloat = move === 'FLOAT_IN' || move === 'FLOAT_OUT'
  if (isFloat !== (merchantId !== null)) return refusalReply('INVALID_REQUEST', { key: 'merchantId' })
  if (merchantId === null) return null
  const merchant = p2pOf(state).merchants.get(merchantId)?.row
  if (merchant?.siteId !== siteId) return refusalReply('HISTORY_NOT_FOUND')
  if (merchant.isDemo) return refusalReply('INVALID_REQUEST', { key: 'merchantId' })
  return currency === 'USDT' ? null : refusalReply('INVALID_REQUEST', { key: 'currency' })
}

/** More than any house has, and far from what a column holds. */
export const maxAmount = 10n ** 17n

/** Why money of the house cannot be moved so; null: it can. Nothing goes that is not there, and nothing leaves that is owed to members. */
export function refuseMove(state: State, command: Move): Reply | null {
  const { siteId, move, currency, amount, from, to } = command
  const refusal = refuseMerchant(state, command)
  if (refusal) return refusal
  const ends = sidesOf(command)
  const isNamed = (ends.credit === null) === (from !== null) && (ends.debit === null) === (to !== null)
  const { credit, debit } = endsOf(command)
  if (!isNamed || !credit || !debit || amount <= 0n || amount > maxAmount) return refusalReply('INVALID_REQUEST')
  if (credit.account === debit.account && credit.sub === debit.sub)
    return refusalReply('INVALID_REQUEST', { key: 'to' })
  if (from && !mayHold(from, currency)) return refusalReply('INVALID_REQUEST', { key: 'from' })
  if (to && !mayHold(to, currency)) return refusalReply('INVALID_REQUEST', { key: 'to' })
  // What an account held before its first statement: later it has a history.
  if (move === 'OPENING' && state.ledger.hasHouse(siteId, debit.account, currency, debit.sub))
    return refusalReply('STALE_VERSION')
  const free = freeFor(state, command)
  if (free !== null && amount > free)
    return refusalReply('BALANCE_INSUFFICIENT', { most: formatMinor(free, currency), currency: unitText(currency) })
  return null
}

/** The account that a move credits and the one that it debits; null: it names none. */
function endsOf(command: Move): { readonly credit: Place | null; readonly debit: Place | null } {
  const { credit, debit } = sidesOf(command)
  return { credit: credit ?? command.from, debit: debit ?? command.to }
}

/** Moves money of the house. */
export function moveHouse(state: State, command: Move, turn: Turn): Reply {
  const { siteId, move, currency, amount } = command
  const reference = command.reference.trim()
  const [credit, debit] = [endsOf(command).credit!, endsOf(command).debit!]
  const id = turn.nextId()
  const legs = [
    { siteId, ...credit, currency, amount },
    { siteId, ...debit, currency, amount: -amount },
  ] as const
  const txnId = state.ledger.post(legs, `HOUSE_${move}`, id, turn, turn.effects)
  const ends = {
    creditAccount: credit.account,
    creditSub: credit.sub,
    debitAccount: debit.account,
    debitSub: debit.sub,
  }
  turn.effects.add('houseMoves', {
    siteId,
    id,
    move,
    currency,
    amount,
    ...ends,
    reference,
    txnId,
    createdAt: turn.wall,
  })
  return { status: 200, body: { id, txnId } }
}
