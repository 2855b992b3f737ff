import { walletCurrency } from '@maru/contract'
import type { State, Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import type { Command, Reply } from '../types.ts'
import { arrivalName, hearOfCoins } from './coins.ts'
import { completeDeposit, refuseDepositor } from './deposit.ts'
import { foreignReply, isForeign } from './fact-sources.ts'
import { bookFee } from './fees.ts'
import { approvalsNeeded } from './needs.ts'
import { hearOfP2p } from './p2p/merchant-news.ts'
import { refuseBarred } from './payout-bars.ts'
import { hearOfFee, hearOfPayout } from './payouts.ts'
import { advance, amend, type Request, requestIn } from './rows.ts'
import { moneyOf, type Purse, purseOf } from './state.ts'
import { suspend } from './suspense.ts'
import type { DnwRow, SuspenseCause } from './tables.ts'
import type { ToldFact } from './types.ts'

type Told = Extract<Command, { kind: 'providerFact' }>
type Deposit = Extract<ToldFact, { kind: 'deposit' }>

const payoutStates = { PENDING: 'SENT', DONE: 'CONFIRMED', FAILED: 'FAILED', RETURNED: 'RETURNED' } as const

/**
 * Takes over what a provider told. It is a fact: what fits nothing is booked where somebody looks for its owner, and so is money of which a
 * provider reports that has no say in it. Of payouts it is heard only once a provider that a restored backup barred was asked. `isForeign` in the answer asks for an alarm.
 */
export function providerFact(state: State, command: Told, turn: Turn): Reply {
  const { siteId, actor, fact } = command
  if (isForeign(state, siteId, actor.id, fact)) {
    setAside(state, siteId, actor.id, fact, turn)
    return foreignReply
  }
  const barred = fact.kind === 'payout' ? refuseBarred(state, { siteId, provider: actor.id }) : null
  if (barred) return barred
  if (fact.kind === 'deposit') hearOfDeposit(state, siteId, actor.id, fact, turn)
  else if (fact.kind === 'refusal') hearOfRefusal(state, siteId, fact, turn)
  else if (fact.kind === 'fee' && fact.payout) hearOfFee(state, fact.payout, fact.fee, turn)
  else if (fact.kind === 'fee') bookFee(state, { siteId, houseAccount: accountOfProvider(actor.id), ...fact }, turn)
  else if (fact.kind === 'p2p') hearOfP2p(state, siteId, fact, turn)
  else if (fact.kind === 'coin') hearOfCoins(state, siteId, actor.id, fact, turn)
  else {
    const { payoutId, providerRef, detail, fee, closed } = fact
    hearOfPayout(state, { siteId, payoutId, state: payoutStates[fact.state], providerRef, detail, fee, closed }, turn)
  }
  return { status: 200, body: {} }
}

/** Money arrived: it completes the request that it fits, or waits for two persons where they have to look. */
function hearOfDeposit(state: State, siteId: number, provider: string, told: Deposit, turn: Turn): void {
  if (told.amount <= 0n) return
  const request = requestOf(state, siteId, provider, told)
  const purse = request && purseOf(state, siteId, request.row.memberId)
  const cause = misfit(request, purse, told, turn)
  if (cause !== null || !request || !purse) {
    const { reference, providerRef, payer, currency, amount, closed } = told
    const memberId = request?.row.memberId ?? (closed?.siteId === siteId ? closed.memberId : null)
    const where = placeOf(provider, told.houseSub || provider)
    const come = { siteId, provider, providerRef, reference, payer, memberId, currency, amount, ...where }
    suspend(state, { ...come, cause: cause ?? 'REFERENCE' }, turn)
    return
  }
  if (request.row.status === 'REQUESTED') advance(state, purse, request, 'REVIEW', {}, turn)
  if (approvalsNeeded(state, request) > 1) {
    amend(request, { flags: [...request.row.flags, `${arrived} ${told.providerRef}`] }, turn)
    return
  }
  advance(state, purse, request, 'APPROVED', {}, turn)
  completeDeposit(state, purse, request, turn, placeOf(provider, told.houseSub || request.row.houseSub).houseSub)
}

/** Money of which a provider reports that has no say in it: it lies in suspense of that provider's account, and nobody is named as its owner. */
function setAside(state: State, siteId: number, provider: string, fact: ToldFact, turn: Turn): void {
  const come = { siteId, provider, cause: 'REFERENCE', memberId: null } as const
  const where = placeOf(provider, provider)
  if (fact.kind === 'deposit' && fact.amount > 0n) {
    const { reference, providerRef, payer, currency, amount } = fact
    suspend(state, { ...come, ...where, reference, providerRef, payer, currency, amount }, turn)
  }
  if (fact.kind !== 'coin' || fact.reorged || fact.amount <= 0n) return
  const reference = arrivalName({ ...fact, siteId })
  for (const { row } of moneyOf(state).suspenses.values())
    if (row.provider === provider && row.reference === reference) return
  const currency = walletCurrency[fact.coin]
  suspend(
    state,
    { ...come, ...where, reference, providerRef: fact.txid, payer: '', currency, amount: fact.amount },
    turn,
  )
}

/** A refused charge ends its request at once, unless its money is there all the same. */
function hearOfRefusal(
  state: State,
  siteId: number,
  { requestId, detail }: Extract<ToldFact, { kind: 'refusal' }>,
  turn: Turn,
): void {
  const request = requestIn(state, siteId, requestId)
  const purse = request && purseOf(state, siteId, request.row.memberId)
  if (!request || !purse || hasArrived(request)) return
  const { type, houseAccount } = request.row
  if (type !== 'D' || houseAccount !== 'PROVIDER_CLEARING') return
  advance(state, purse, request, 'REJECTED', { reason: detail }, turn)
}

const arrived = 'ARRIVED'
const hasArrived = ({ row }: Request): boolean => row.flags.some((flag) => flag.startsWith(arrived))

/** The request that the payer named; of the bank also the only one that his name and amount fit. */
function requestOf(state: State, siteId: number, provider: string, told: Deposit): Request | null {
  if (told.requestId !== null) return requestIn(state, siteId, told.requestId)
  if (provider !== 'bank' || told.closed) return null
  let found: Request | null = null
  for (const request of moneyOf(state).requests.values()) {
    const { row } = request
    if (row.siteId !== siteId || row.type !== 'D' || row.houseAccount !== 'BANK_KRW' || hasArrived(request)) continue
    if (row.point !== told.amount || row.counterparty !== told.payer || row.currency !== told.currency) continue
    if (found) return null
    found = request
  }
  return found
}

/** Why money does not fit the request; null: it does. */
function misfit(
  request: Request | null,
  purse: Purse | null,
  { currency, amount, payer, closed }: Deposit,
  turn: Turn,
): SuspenseCause | null {
  if (!request || !purse) return closed ? 'LATE' : 'REFERENCE'
  const { row } = request
  if (row.type !== 'D') return 'REFERENCE'
  if (row.status !== 'REQUESTED' && row.status !== 'REVIEW') return 'LATE'
  if (row.currency !== currency) return 'CURRENCY'
  if (row.point !== amount || hasArrived(request)) return 'AMOUNT'
  if (row.counterparty !== payer) return 'PAYER'
  return refuseDepositor(purse, turn) === null ? null : 'LIMIT'
}

/** Where money of a provider lies: a bank keeps several accounts of the house, other providers one each. */
function placeOf(provider: string, houseSub: string): Pick<DnwRow, 'houseAccount' | 'houseSub'> {
  const houseAccount = accountOfProvider(provider)
  return { houseAccount, houseSub: houseAccount === 'PROVIDER_CLEARING' ? provider : houseSub }
}

const accountOfProvider = (provider: string): Account =>
  provider === 'bank' ? 'BANK_KRW' : provider === 'coin' ? 'COIN_HOT' : 'PROVIDER_CLEARING'
