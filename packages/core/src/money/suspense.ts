import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { bindDeposit, refuseDepositor, walletOf } from './deposit.ts'
import { addLeg } from './rows.ts'
import { moneyOf, purseOf } from './state.ts'
import type { SuspenseRow } from './tables.ts'
import { wonOf } from './value.ts'
import { dnwWire } from './wire.ts'

type Assign = Extract<Command, { kind: 'assignSuspense' }>
type Return = Extract<Command, { kind: 'returnSuspense' }>
type Come = Omit<SuspenseRow, 'id' | 'createdAt' | 'state' | 'closedAt' | 'dnwId' | 'note'>

/** Books money that came without a request that it fits: it is owed, and the desk finds out to whom. */
export function suspend(state: State, come: Come, turn: Turn): void {
  const { siteId, currency, amount, houseAccount, houseSub } = come
  const id = turn.nextId()
  const legs = [
    { siteId, account: houseAccount, sub: houseSub, currency, amount: -amount },
    { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount },
  ] as const
  state.ledger.move(legs, 'SUSPENSE', id, turn, turn.effects)
  const row = { ...come, id, createdAt: turn.wall, state: 'OPEN', closedAt: null, dnwId: null, note: '' } as const
  const kept = cell<SuspenseRow>(row)
  moneyOf(state).suspenses.set(id, kept)
  turn.effects.put('suspenses', kept)
}

/** Makes it the deposit of a member; two persons have agreed. */
export function assignSuspense(state: State, command: Assign, turn: Turn): Reply {
  const { siteId, suspenseId, memberId, walletType } = command
  const kept = openIn(state, siteId, suspenseId)
  if (!kept) return refusalReply('STALE_VERSION')
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const barred = refuseDepositor(purse, turn)
  if (barred) return barred
  const { currency, amount, houseAccount, houseSub, payer } = kept.row
  if (walletType === 'BONUS' || walletCurrency[walletType] !== currency) return refusalReply('CURRENCY_UNSUPPORTED')
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
  close(state, suspenseId, { state: 'ASSIGNED', dnwId: id, note: command.reason.trim() }, turn)
  announceWallet(wallet, turn.effects)
  return { status: 200, body: dnwWire(row) }
}

/** Sends it back to where it came from; two persons have agreed, and a line of the statement shows it. */
export function returnSuspense(state: State, command: Return, turn: Turn): Reply {
  const { siteId, suspenseId, statementLine } = command
  const kept = openIn(state, siteId, suspenseId)
  if (!kept) return refusalReply('STALE_VERSION')
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const { currency, amount, houseAccount, houseSub } = kept.row
  const legs = [
    { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount: -amount },
    { siteId, account: houseAccount, sub: houseSub, currency, amount },
  ] as const
  state.ledger.move(legs, 'SUSPENSE_RETURN', suspenseId, turn, turn.effects)
  close(state, suspenseId, { state: 'RETURNED', dnwId: null, note: statementLine }, turn)
  return { status: 200, body: {} }
}

function openIn(state: State, siteId: number, id: number) {
  const kept = moneyOf(state).suspenses.get(id)
  return kept?.row.siteId === siteId ? kept : null
}

function close(state: State, id: number, as: Pick<SuspenseRow, 'state' | 'dnwId' | 'note'>, turn: Turn): void {
  const { suspenses } = moneyOf(state)
  change(turn.effects, 'suspenses', suspenses.get(id)!, { ...as, closedAt: turn.wall })
  suspenses.delete(id)
}
