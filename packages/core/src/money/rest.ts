import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { refusalReply } from '../idempotency.ts'
import type { Now, State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { withdrawableOf } from '../wallet.ts'
import { moneyConfigOf } from './config.ts'
import { refuseAmount, refuseHeld } from './exits.ts'
import { countToday } from './locks.ts'
import { payOut } from './payouts.ts'
import { advance, openRequest } from './rows.ts'
import { isExit } from './sale.ts'
import { purseOf, readPurse } from './state.ts'
import { wonOf } from './value.ts'
import { dnwWire } from './wire.ts'
import { refuseTerms, setAside, termsOf } from './withdraw.ts'

type PayRest = Extract<Command, { kind: 'payRest' }>

/** Why the rest of a member cannot be paid out now; null: it can. Holds, locks, a freeze and a pause stand. */
export function refusePayRest(state: State, command: PayRest, now: Now): Reply | null {
  const { siteId, memberId, walletType, payee, houseSub } = command
  const purse = readPurse(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (purse.member.row.status !== 'DENY') return refusalReply('STALE_VERSION')
  const wallet = state.ledger.wallet(memberId, walletType, walletCurrency[walletType])
  if (!wallet) return refusalReply('WALLET_NOT_FOUND')
  if (!termsOf(state, wallet, houseSub)) return refuseTerms(state, wallet)
  if ([...purse.open.values()].some(({ row }) => isExit(row))) return refusalReply('REQUEST_ALREADY_PENDING')
  const point = withdrawableOf(wallet, now)
  const refusal = refuseHeld(state, purse, now) ?? refuseAmount(purse, wallet, point > 0n ? point : 1n, now)
  if (refusal) return refusal
  const { currency } = wallet.row
  const won = wonOf(state, siteId, currency, point, now)
  if (won === null) return refusalReply('TRY_AGAIN_LATER')
  const isNamed = currency === 'KRW' || won < moneyConfigOf(state, siteId).travelRuleFrom || payee !== ''
  return isNamed ? null : refusalReply('TRAVEL_RULE_REQUIRED')
}

/**
 * Pays what is free in a wallet of a member who is shut out. Least amount, unit, fee and the day's limit bind who asks for his money: here
 * nobody does.
 */
export function payRest(state: State, command: PayRest, turn: Turn): Reply {
  const { siteId, memberId, walletType, accountId, account, payee, houseSub } = command
  const purse = purseOf(state, siteId, memberId)!
  const wallet = state.ledger.wallet(memberId, walletType, walletCurrency[walletType])!
  const terms = termsOf(state, wallet, houseSub)!
  const point = withdrawableOf(wallet, turn)
  const { currency } = wallet.row
  const won = wonOf(state, siteId, currency, point, turn)!
  const id = turn.nextId()
  const txnId = setAside(state, wallet, { id, type: 'W', point, houseSub }, turn)
  const paid = { id, type: 'W', walletType, currency, point, won, accountId, account, counterparty: payee } as const
  const request = openRequest(state, purse, { ...paid, houseAccount: terms.houseAccount, houseSub, txnId }, turn)
  countToday(state, purse, { kind: 'WITHDRAW', at: turn.wall, sum: won }, turn)
  announceWallet(wallet, turn.effects)
  advance(state, purse, request, 'REVIEW', { takenBy: command.actor.id }, turn)
  const approvals = [command.actor.id, command.approval!.staffId].map((staffId) => ({ staffId, at: turn.wall }))
  advance(state, purse, request, 'APPROVED', { approvals }, turn)
  payOut(state, purse, request, command.payoutKey, turn)
  return { status: 200, body: dnwWire(request.row) }
}
