import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import type { Cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { refuseDepositLimit } from '../limits/deposits.ts'
import type { Now, State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { bindDeposit, refuseDepositor, walletOf } from './deposit.ts'
import { addLeg } from './rows.ts'
import { keepSettled, moneyOf, purseOf, readPurse } from './state.ts'
import { closeSuspense } from './suspense-rows.ts'
import type { DnwRow, SuspenseRow } from './tables.ts'
import { wonOf } from './value.ts'
import { dnwWire } from './wire.ts'

type Assign = Extract<Command, { kind: 'assignSuspense' }>
type Return = Extract<Command, { kind: 'returnSuspense' }>

/** Why money may not become a member's deposit now; null: it may. What he bars himself from counts as for any deposit. */
export function refuseAssign(state: State, command: Assign, now: Now): Reply | null {
  const { siteId, suspenseId, memberId, walletType } = command
  const kept = openIn(state, siteId, suspenseId)
  if (!kept) return refusalReply('STALE_VERSION')
  const purse = readPurse(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const barred = refuseDepositor(purse, now)
  if (barred) return barred
  const { currency, amount } = kept.row
  if (amount < 0n) return refusalReply('INVALID_REQUEST', { key: 'suspenseId' })
  if (walletType === 'BONUS' || walletCurrency[walletType] !== currency) return refusalReply('CURRENCY_UNSUPPORTED')
  return refuseDepositLimit(state, purse.member, { currency, amount }, now.wall)
}

/** Makes it the deposit of a member. */
export function assignSuspense(state: State, command: Assign, turn: Turn): Reply {
  const { siteId, suspenseId, memberId, walletType } = command
  const kept = openIn(state, siteId, suspenseId)!
  const purse = purseOf(state, siteId, memberId)!
  const { currency, amount, houseAccount, houseSub, payer } = kept.row
  const wallet = walletOf(state, purse, walletType, turn)
  const id = turn.nextId()
  const legs = [
    { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount: -amount },
    { wallet, amount },
  ] as const
  const txnId = state.ledger.move(legs, 'DEPOSIT', id, turn, turn.effects)
  const holdUntil = bindDeposit(state, purse, wallet, { dnwId: id, amount }, turn)
  const won = wonOf(state, siteId, currency, amount, turn) ?? 0n
  const parts = { id, walletType, currency, point: amount, won, counterparty: payer, houseAccount, houseSub }
  const row = addLeg(purse, { ...parts, type: 'D', txnId, holdUntil, reason: command.reason.trim() }, turn)
  settle(state, kept, { state: 'ASSIGNED', dnwId: id, note: command.reason.trim() }, row, turn)
  announceWallet(wallet, turn.effects)
  return { status: 200, body: dnwWire(row) }
}

/** Sends it back to where it came from; two persons have agreed, and a line of the statement shows it. */
export function returnSuspense(state: State, command: Return, turn: Turn): Reply {
  const { siteId, suspenseId, statementLine } = command
  const kept = openIn(state, siteId, suspenseId)
  if (!kept) return refusalReply('STALE_VERSION')
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  bookReturn(state, kept.row, turn)
  settle(state, kept, { state: 'RETURNED', dnwId: null, note: statementLine }, null, turn)
  return { status: 200, body: {} }
}

/** Takes money out of suspense that never came after all. */
export function forgetSuspense(state: State, kept: Cell<SuspenseRow>, turn: Turn): void {
  bookReturn(state, kept.row, turn)
  closeSuspense(state, kept, { state: 'REORGED', dnwId: null, note: '' }, turn)
}

function bookReturn(state: State, { siteId, id, currency, amount, houseAccount, houseSub }: SuspenseRow, turn: Turn) {
  const legs = [
    { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount: -amount },
    { siteId, account: houseAccount, sub: houseSub, currency, amount },
  ] as const
  state.ledger.move(legs, 'SUSPENSE_RETURN', id, turn, turn.effects)
}

/** What the desk may deal with: money that waits for its request goes where that goes. */
export function openIn(state: State, siteId: number, id: number) {
  const kept = moneyOf(state).suspenses.get(id)
  return kept?.row.siteId === siteId && kept.row.cause !== 'ARRIVED' ? kept : null
}

type Closed = Pick<SuspenseRow, 'state' | 'dnwId' | 'note'>

/** The desk has dealt with it. Coins stay known for a while: their network may forget them before the database shows what they became. */
function settle(state: State, kept: Cell<SuspenseRow>, as: Closed, deposit: DnwRow | null, turn: Turn): void {
  closeSuspense(state, kept, as, turn)
  if (kept.row.houseAccount === 'COIN_HOT') keepSettled(state, { kept, deposit }, turn)
}
