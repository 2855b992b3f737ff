import type { WalletType } from '@maru/contract'
import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import { refusalReply } from '../idempotency.ts'
import type { Wallet } from '../ledger.ts'
import { countDeposit, refuseDepositLimit } from '../limits/deposits.ts'
import { refuseBreak } from '../limits/limits.ts'
import { formatMinor, unitText } from '../money.ts'
import { newCall } from '../outgoing/outgoing.ts'
import type { Now, State, Turn } from '../state.ts'
import { change } from '../state.ts'
import type { Command, Minor, Reply } from '../types.ts'
import { moneyConfigOf } from './config.ts'
import { midOf, worthAt } from './convert/prices.ts'
import { expectDeposit } from './expected.ts'
import { providerOf } from './fact-sources.ts'
import { hold, lock, UNTIL_TOLD } from './locks.ts'
import { advance, openRequest, type Request, requestIn } from './rows.ts'
import { type Purse, purseOf } from './state.ts'
import { closeSuspense, suspendedFor } from './suspense-rows.ts'
import type { DnwRow } from './tables.ts'
import { noteDeposit } from './untraded.ts'
import { dnwWire } from './wire.ts'

type Apply = Extract<Command, { kind: 'applyDeposit' }>

/** Opens a request for a deposit; nothing is posted before the money is there. */
export function applyDeposit(state: State, command: Apply, turn: Turn): Reply {
  const purse = purseOf(state, command.siteId, command.memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const refusal = refuseDepositor(purse, turn) ?? refuseDeposit(state, purse, command)
  if (refusal) return refusal
  const { walletType, point: won, depositor, houseSub, provider = 'bank', flags } = command
  const point = pointOf(state, command, turn)
  if (point === null) return refusalReply('TRY_AGAIN_LATER')
  const added = { currency: walletCurrency[walletType], amount: point }
  const beyond = refuseDepositLimit(state, purse.member, added, turn.wall)
  if (beyond) return beyond
  const { depositExpiryMs } = moneyConfigOf(state, command.siteId)
  const expiresAt = turn.wall + depositExpiryMs
  const currency = walletCurrency[walletType]
  const request = openRequest(
    state,
    purse,
    {
      type: 'D',
      walletType,
      currency,
      point,
      won,
      counterparty: depositor,
      houseAccount: provider === 'bank' ? 'BANK_KRW' : 'PROVIDER_CLEARING',
      houseSub: provider === 'bank' ? houseSub : provider,
      flags,
      cancelableUntil: expiresAt,
      expiresAt,
    },
    turn,
  )
  expireLater(state, purse, request)
  announce(request.row, provider, turn)
  return { status: 200, body: dnwWire(request.row) }
}

/** The reference under which a provider knows a deposit, and the idempotency key of its call. */
export const depositReference = (dnwId: number): string => `D${dnwId}`

/** Tells the provider what will come, or asks it to take the money from the member's account there. */
function announce(
  { siteId, id, memberId, point, currency, counterparty, expiresAt }: DnwRow,
  provider: string,
  turn: Turn,
): void {
  const reference = depositReference(id)
  const body = {
    reference,
    member: providerMember(siteId, memberId),
    payer: counterparty,
    amount: formatMinor(point, currency),
    currency,
    method: provider === 'bank' ? 'account' : 'charge',
    expiresAt,
  }
  const payload = { call: 'payment', body }
  turn.effects.add('outgoing', newCall({ siteId, id: reference, kind: 'provider-call', provider, payload }, turn.wall))
}

/** A member's name at providers. */
export const providerMember = (siteId: number, memberId: number): string => `m-${siteId}-${memberId}`

/** Why a member may bring no money at present; null: he may. */
export const refuseDepositor = ({ member }: Purse, { wall }: Now): Reply | null => refuseBreak(member, wall)

/** What a deposit brings: the KRW themselves, or USDT that are worth as much now; null: no price is known that is new enough. */
function pointOf(state: State, { siteId, walletType, point }: Apply, { at }: Turn): Minor | null {
  if (walletType === 'BINARY') return point
  const mid = midOf(state, { siteId, at }, 'KRW', 'USDT')
  return mid && worthAt(mid, 'KRW', 'USDT', point)
}

/** Banks pay in KRW only; other providers into the wallet of margin trading too. */
const fitsWallet = ({ walletType, provider = 'bank' }: Apply): boolean =>
  walletType === 'BINARY' || (walletType === 'FUTURES' && provider !== 'bank')

function refuseDeposit(state: State, purse: Purse, command: Apply): Reply | null {
  if (!fitsWallet(command)) return refusalReply('CURRENCY_UNSUPPORTED')
  const { depositMin, depositUnit } = moneyConfigOf(state, command.siteId)
  const currency = unitText('KRW')
  if (command.point <= 0n) return refusalReply('DEPOSIT_AMOUNT_REQUIRED')
  if (command.point < depositMin) return refusalReply('DEPOSIT_BELOW_MIN', { min: String(depositMin), currency })
  if (command.point % depositUnit !== 0n)
    return refusalReply('AMOUNT_UNIT_MISMATCH', { unit: String(depositUnit), currency })
  if (command.point > mostPoint) return refusalReply('INVALID_REQUEST', { key: 'point' })
  const { provider = 'bank' } = command
  const isPending = [...purse.open.values()].some(({ row }) => row.type === 'D' && providerOf(row) === provider)
  return isPending ? refusalReply('REQUEST_ALREADY_PENDING') : null
}

/** More than any transfer, and far from what a column holds. */
const mostPoint = 1_000_000_000_000n

/**
 * A deposit that nobody took up until its time is cancelled: money that comes later finds no request. The task knows its id alone: a closed
 * request is held by nothing.
 */
export function expireLater(state: State, purse: Purse, { row: { siteId, id, expiresAt } }: Request): void {
  if (expiresAt === null) return
  state.dueWall.push(expiresAt, (now, turn) => {
    const request = requestIn(now, siteId, id)
    if (request?.row.status !== 'REQUESTED') return
    // An outage may have moved it meanwhile.
    if (request.row.expiresAt! > turn.wall) expireLater(now, purse, request)
    else advance(now, purse, request, 'CANCELED', { reason: 'EXPIRED' }, turn)
  })
}

/**
 * The deposit is its member's, and may not leave yet: out of suspense where its money has arrived; else out of the house's account, which
 * expects it from then on.
 */
export function completeDeposit(state: State, purse: Purse, request: Request, turn: Turn): void {
  const { siteId, id, point, currency, walletType, houseAccount, houseSub } = request.row
  const wallet = walletOf(state, purse, walletType, turn)
  const arrived = suspendedFor(state, id)
  const from = arrived
    ? ({ siteId, account: 'DEPOSIT_SUSPENSE', currency, amount: -point } as const)
    : { siteId, account: houseAccount, sub: houseSub, currency, amount: -point }
  const txnId = state.ledger.move([from, { wallet, amount: point }], 'DEPOSIT', id, turn, turn.effects)
  const holdUntil = bindDeposit(state, purse, wallet, { dnwId: id, amount: point }, turn)
  if (arrived) closeSuspense(state, arrived, { state: 'ASSIGNED', dnwId: id, note: '' }, turn)
  else expectDeposit(state, request, turn)
  advance(state, purse, request, 'COMPLETED', { txnId, holdUntil }, turn)
  announceWallet(wallet, turn.effects)
}

/** Counts what a deposit brought and locks it, and after the first one all that its member has; returns until when, or null. Not `isTold`: until `endLocks`. */
export function bindDeposit(
  state: State,
  purse: Purse,
  wallet: Wallet,
  of: { readonly dnwId: number; readonly amount: bigint },
  turn: Turn,
  isTold = true,
): number | null {
  const { siteId, memberId, currency } = wallet.row
  countDeposit(state, memberId, { dnwId: of.dnwId, currency, at: turn.wall, amount: of.amount })
  noteDeposit(purse, turn)
  const { holdMs, firstHoldMs } = moneyConfigOf(state, siteId)
  let until = turn.wall + holdMs
  lock(state, purse, wallet, { ...of, until: isTold ? until : UNTIL_TOLD }, turn)
  if (purse.known.row.firstDepositAt === null) {
    change(turn.effects, 'memberMoney', purse.known, { firstDepositAt: turn.wall })
    hold(state, purse, 'FIRST_DEPOSIT', turn.wall + firstHoldMs, turn)
    until = Math.max(until, turn.wall + firstHoldMs)
  }
  return until > turn.wall ? until : null
}

/** A member's wallet, opened where he has none of the type yet. */
export function walletOf(state: State, { member }: Purse, type: WalletType, turn: Turn): Wallet {
  const { siteId, memberId } = member.row
  const currency = walletCurrency[type]
  return (
    state.ledger.wallet(memberId, type, currency) ??
    state.ledger.openWallet(siteId, memberId, type, currency, turn.effects)
  )
}
