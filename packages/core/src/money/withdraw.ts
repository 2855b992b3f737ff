import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { refusalReply } from '../idempotency.ts'
import type { Leg, Wallet } from '../ledger.ts'
import { refuseCeiling } from '../limits/ceilings.ts'
import { formatMinor, unitText } from '../money.ts'
import type { State, Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import type { Command, Minor, Reply } from '../types.ts'
import { forfeitBonus } from './bonus/close.ts'
import { moneyConfigOf } from './config.ts'
import { walletOf } from './deposit.ts'
import { refuseAmount, refuseExit } from './exits.ts'
import { withdrawalFlags } from './flags.ts'
import { countToday, usedToday } from './locks.ts'
import { noticeExit } from './notices.ts'
import { addLeg, advance, openRequest, type Request } from './rows.ts'
import { isBuyer, isExit, waitsAt } from './sale.ts'
import { type Purse, purseOf } from './state.ts'
import type { DnwRow } from './tables.ts'
import { wonOf } from './value.ts'
import { dnwWire } from './wire.ts'

type Apply = Extract<Command, { kind: 'applyWithdrawal' }>

/** What a withdrawal from a wallet has to keep to. */
interface Terms {
  readonly min: Minor
  readonly unit: Minor
  readonly fee: Minor
  readonly houseAccount: Account
}

/** Takes the amount out of the wallet at once; it waits until the desk has agreed. */
export function applyWithdrawal(state: State, command: Apply, turn: Turn): Reply {
  const { siteId, memberId, walletType, point } = command
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const wallet = state.ledger.wallet(memberId, walletType, walletCurrency[walletType])
  if (!wallet) return refusalReply('WALLET_NOT_FOUND')
  const { accountId, account, payee, houseSub } = command
  const type = accountId === null ? 'WS' : 'W'
  if (type === 'WS' && !isBuyer(houseSub)) return refusalReply('PURCHASE_METHOD_UNSUPPORTED')
  const terms = type === 'WS' ? saleTermsOf(state, wallet) : termsOf(state, wallet, houseSub)
  if (!terms) return type === 'WS' ? refusalReply('CURRENCY_UNSUPPORTED') : refuseTerms(state, wallet)
  const refusal = refuseExit(state, purse, turn) ?? refuseWithdrawal(purse, wallet, terms, point, turn)
  if (refusal) return refusal
  const { currency } = wallet.row
  const won = wonOf(state, siteId, currency, point, turn)
  if (won === null) return refusalReply('TRY_AGAIN_LATER')
  const limits = refuseLimits(state, purse, command, won, turn)
  if (limits) return limits
  const { cancelWindowMs } = moneyConfigOf(state, siteId)
  const id = turn.nextId()
  const txnId = setAside(state, wallet, { id, type, point, houseSub }, turn)
  const flags = withdrawalFlags(state, purse, command, turn)
  const request = openRequest(
    state,
    purse,
    {
      id,
      type,
      walletType,
      currency,
      point,
      fee: terms.fee,
      won,
      accountId,
      account,
      counterparty: payee,
      houseAccount: terms.houseAccount,
      houseSub,
      flags,
      cancelableUntil: turn.wall + cancelWindowMs,
      txnId,
    },
    turn,
  )
  countToday(state, purse, { kind: 'WITHDRAW', at: turn.wall, sum: won }, turn)
  countToday(state, purse, { kind: 'WITHDRAWALS', at: turn.wall, sum: 1n }, turn)
  announceWallet(wallet, turn.effects)
  noticeExit(request.row, type === 'W' ? 'WITHDRAWAL' : 'SALE', turn)
  return { status: 200, body: dnwWire(request.row) }
}

/** What holds for withdrawals from a wallet over a network; null: nothing leaves over it. null as network: over whichever the coin has. */
export function termsOf(state: State, { row: { siteId, currency } }: Wallet, network: string | null): Terms | null {
  const { withdrawMin, withdrawUnit, withdrawFee, coins } = moneyConfigOf(state, siteId)
  if (currency === 'KRW') return { min: withdrawMin, unit: withdrawUnit, fee: withdrawFee, houseAccount: 'BANK_KRW' }
  const coin = coins.find((one) => one.coin === currency && (network === null || one.network === network))
  return coin?.isOpen ? { min: coin.withdrawMin, unit: 1n, fee: coin.withdrawFee, houseAccount: 'COIN_HOT' } : null
}

/** Nothing leaves from a wallet so: not over the network that was named, or not at all. */
export function refuseTerms(state: State, wallet: Wallet): Reply {
  return refusalReply(termsOf(state, wallet, null) ? 'NETWORK_UNSUPPORTED' : 'CURRENCY_UNSUPPORTED')
}

/** A sale has the terms of a withdrawal, and no fee of the house. */
function saleTermsOf(state: State, wallet: Wallet): Terms | null {
  const { type } = wallet.row
  const terms = type === 'BINARY' || type === 'FUTURES' ? termsOf(state, wallet, null) : null
  return terms && { ...terms, fee: 0n, houseAccount: 'PROVIDER_CLEARING' }
}

function refuseWithdrawal(purse: Purse, wallet: Wallet, { min, unit }: Terms, point: Minor, turn: Turn): Reply | null {
  const { currency } = wallet.row
  const shown = (amount: Minor) => formatMinor(amount, currency)
  if (point <= 0n) return refusalReply('WITHDRAW_AMOUNT_REQUIRED')
  if (point < min) return refusalReply('APPLY_BELOW_MIN', { min: shown(min), currency: unitText(currency) })
  if (point % unit !== 0n)
    return refusalReply('AMOUNT_UNIT_MISMATCH', { unit: shown(unit), currency: unitText(currency) })
  // One of all wallets together.
  if ([...purse.open.values()].some(({ row }) => isExit(row))) return refusalReply('REQUEST_ALREADY_PENDING')
  return refuseAmount(purse, wallet, point, turn)
}

/** Refuses so many KRW more than may leave of a member in a day: by his site, or by what staff allow him. */
export function refuseDay(state: State, purse: Purse, won: Minor, { wall }: Turn): Reply | null {
  const { member } = purse
  const used = usedToday(purse, 'WITHDRAW', wall)
  const { withdrawDayMax } = moneyConfigOf(state, member.row.siteId)
  if (used + won > withdrawDayMax) return refusalReply('WITHDRAW_LIMIT_EXCEEDED')
  return refuseCeiling(member, { kind: 'WITHDRAWAL', currency: 'KRW', used, amount: won })
}

function refuseLimits(state: State, purse: Purse, command: Apply, won: Minor, turn: Turn): Reply | null {
  const { travelRuleFrom } = moneyConfigOf(state, command.siteId)
  const refusal = refuseDay(state, purse, won, turn)
  if (refusal) return refusal
  const isCoin = walletCurrency[command.walletType] !== 'KRW'
  return isCoin && won >= travelRuleFrom && command.payee === '' ? refusalReply('TRAVEL_RULE_REQUIRED') : null
}

type Aside = Pick<DnwRow, 'id' | 'type' | 'point' | 'houseSub'>

/** Takes what will leave out of its wallet. */
export function setAside(state: State, wallet: Wallet, row: Aside, turn: Turn): number {
  const { siteId, currency } = wallet.row
  const legs = [
    { wallet, amount: -row.point },
    { siteId, ...waitsAt(row), currency, amount: row.point },
  ] as const
  return state.ledger.move(legs, 'WITHDRAWAL_REQUEST', row.id, turn, turn.effects)
}

/** The money has left the house: what was set aside is paid, less the fee. */
export function completeWithdrawal(state: State, purse: Purse, request: Request, reason: string, turn: Turn): void {
  const { siteId, memberId, id, point, fee, currency, houseAccount, houseSub, accountId } = request.row
  const legs: Leg[] = [
    { siteId, ...waitsAt(request.row), currency, amount: -point },
    { siteId, account: houseAccount, sub: houseSub, currency, amount: point - fee },
  ]
  if (fee > 0n) legs.push({ siteId, account: 'FEE_WITHDRAW', currency, amount: fee })
  const txnId = state.ledger.move(legs, 'WITHDRAWAL', id, turn, turn.effects)
  if (accountId !== null && !purse.paid.has(accountId)) {
    const paid = { siteId, memberId, accountId, at: turn.wall }
    purse.paid.set(accountId, paid)
    turn.effects.add('paidAccounts', paid)
  }
  advance(state, purse, request, 'COMPLETED', { txnId, reason }, turn)
  forfeitBonus(state, purse, turn)
}

/** Nothing left the house: what was set aside is the member's again, the fee with it, and the day's limit too. */
export function returnWithdrawal(
  state: State,
  purse: Purse,
  request: Request,
  status: 'REJECTED' | 'CANCELED',
  reason: string,
  turn: Turn,
): void {
  const { siteId, id, point, currency, walletType, won, createdAt } = request.row
  const wallet = walletOf(state, purse, walletType, turn)
  const txnId = state.ledger.move(
    [
      { siteId, ...waitsAt(request.row), currency, amount: -point },
      { wallet, amount: point },
    ],
    'WITHDRAWAL_RETURN',
    id,
    turn,
    turn.effects,
  )
  countToday(state, purse, { kind: 'WITHDRAW', at: createdAt, sum: -won }, turn)
  const leg = addLeg(purse, { type: 'E', walletType, currency, point, won, pairId: id, txnId, reason }, turn)
  advance(state, purse, request, status, { txnId, pairId: leg.id, reason }, turn)
  announceWallet(wallet, turn.effects)
}
