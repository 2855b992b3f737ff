import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { withdrawableOf } from '../wallet.ts'
import { moneyConfigOf } from './config.ts'
import { refuseAmount, refuseHeld } from './exits.ts'
import { countToday } from './locks.ts'
import { payOut } from './payouts.ts'
import { advance, openRequest } from './rows.ts'
import { isExit } from './sale.ts'
import { purseOf } from './state.ts'
import { wonOf } from './value.ts'
import { dnwWire } from './wire.ts'
import { refuseTerms, setAside, termsOf } from './withdraw.ts'

type PayRest = Extract<Command, { kind: 'payRest' }>

/**
 * Pays what is free in a wallet of a member who is shut out; two persons have agreed. Least amount, unit, fee and the day's limit bind who
 * asks for his money: here nobody does. Holds, locks, a freeze and a pause stand.
 */
export function payRest(state: State, command: PayRest, turn: Turn): Reply {
  const { siteId, memberId, walletType, accountId, account, payee, houseSub } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (purse.member.row.status !== 'DENY') return refusalReply('STALE_VERSION')
  const wallet = state.ledger.wallet(memberId, walletType, walletCurrency[walletType])
  if (!wallet) return refusalReply('WALLET_NOT_FOUND')
  const terms = termsOf(state, wallet, houseSub)
  if (!terms) return refuseTerms(state, wallet)
  if ([...purse.open.values()].some(({ row }) => isExit(row))) return refusalReply('REQUEST_ALREADY_PENDING')
  const point = withdrawableOf(wallet, turn)
  const refusal = refuseHeld(state, purse, turn) ?? refuseAmount(purse, wallet, point > 0n ? point : 1n, turn)
  if (refusal) return refusal
  const { currency } = wallet.row
  const won = wonOf(state, siteId, currency, point, turn)
  if (won === null) return refusalReply('TRY_AGAIN_LATER')
  const isNamed = currency === 'KRW' || won < moneyConfigOf(state, siteId).travelRuleFrom || payee !== ''
  if (!isNamed) return refusalReply('TRAVEL_RULE_REQUIRED')
  const id = turn.nextId()
  const txnId = setAside(state, wallet, { id, type: 'W', point, houseSub }, turn)
  const paid = { id, type: 'W', walletType, currency, point, won, accountId, account, counterparty: payee } as const
  const request = openRequest(state, purse, { ...paid, houseAccount: terms.houseAccount, houseSub, txnId }, turn)
  countToday(state, purse, { kind: 'WITHDRAW', at: turn.wall, sum: won }, turn)
  announceWallet(wallet, turn.effects)
  advance(state, purse, request, 'REVIEW', { takenBy: command.actor.id }, turn)
  const approvals = [command.actor.id, command.approval.staffId].map((staffId) => ({ staffId, at: turn.wall }))
  advance(state, purse, request, 'APPROVED', { approvals }, turn)
  payOut(state, purse, request, command.payoutKey, turn)
  return { status: 200, body: dnwWire(request.row) }
}
