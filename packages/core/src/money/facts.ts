import { walletCurrency } from '@maru/contract'
import type { State, Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import type { Command, Reply } from '../types.ts'
import { hearOfCoins } from './coins.ts'
import { completeDeposit, refuseDepositor } from './deposit.ts'
import { meetExpected } from './expected.ts'
import { foreignReply, isForeign } from './fact-sources.ts'
import { bookFee } from './fees.ts'
import { changeFact, type Fact, factKeyOf, knownFact, noteFact } from './known-facts.ts'
import { isSameName } from './names.ts'
import { approvalsNeeded } from './needs.ts'
import { hearOfP2p } from './p2p/merchant-news.ts'
import { refuseBarred } from './payout-bars.ts'
import { hearOfFee, hearOfPayout } from './payouts.ts'
import { advance, noteArrived, type Request, requestIn } from './rows.ts'
import { moneyOf, type Purse, purseOf } from './state.ts'
import { ARRIVED, flagSuspended, mayFit, suspend, takeFromRequest } from './suspense-rows.ts'
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
    setAside(state, command, turn)
    return foreignReply
  }
  const barred = fact.kind === 'payout' ? refuseBarred(state, { siteId, provider: actor.id }) : null
  if (barred) return barred
  if (fact.kind === 'deposit') hearOfDeposit(state, command, fact, turn)
  else if (fact.kind === 'refusal') hearOfRefusal(state, siteId, fact, turn)
  else if (fact.kind === 'fee' && fact.payout) hearOfFee(state, fact.payout, fact.fee, turn)
  else if (fact.kind === 'fee') hearOfServices(state, command, fact, turn)
  else if (fact.kind === 'p2p') hearOfP2p(state, siteId, fact, turn)
  else if (fact.kind === 'coin') hearOfCoins(state, siteId, actor.id, fact, turn)
  else {
    const { payoutId, providerRef, detail, fee, closed } = fact
    hearOfPayout(state, { siteId, payoutId, state: payoutStates[fact.state], providerRef, detail, fee, closed }, turn)
  }
  return { status: 200, body: {} }
}

/**
 * Money arrived: it is booked at once, in suspense of the request that it fits, and completes that where nobody has to look. What was
 * reported before, in whatever form, changes nothing but by its difference; what the desk expected is booked already.
 */
function hearOfDeposit(state: State, { siteId, actor, known }: Told, told: Deposit, turn: Turn): void {
  if (told.amount <= 0n) return
  const provider = actor.id
  const key = factKeyOf(siteId, provider, told)!
  const before = knownFact(state, key, told.amount, known, turn)
  if (before) {
    hearAgain(state, before, told, turn)
    return
  }
  const { amount } = told
  const expectedBy = meetExpected(state, siteId, provider, told, turn)
  if (expectedBy !== null) {
    noteFact(state, key, { amount, bookedId: expectedBy }, turn)
    return
  }
  const request = requestOf(state, siteId, provider, told)
  const purse = request && purseOf(state, siteId, request.row.memberId)
  const cause = misfit(state, { request, purse, told }, turn)
  const { reference, providerRef, payer, currency, closed } = told
  const memberId = request?.row.memberId ?? (closed?.siteId === siteId ? closed.memberId : null)
  const place = placeOf(provider, told.houseSub || (cause === null && request?.row.houseSub) || provider)
  const come = { siteId, provider, providerRef, reference, payer, memberId, currency, amount, ...place }
  const requestId = cause === null || mayFit.has(cause) ? request!.row.id : null
  const { id } = suspend(state, { ...come, requestId, cause: cause ?? 'ARRIVED' }, turn)
  noteFact(state, key, { amount, bookedId: id }, turn)
  if (cause === null) takeUp(state, purse!, request!, providerRef, turn)
  else if (requestId !== null) flagSuspended(request!, turn)
}

/** The money of a request is there: two persons agree to it where they have to look; else it is done. */
function takeUp(state: State, purse: Purse, request: Request, providerRef: string, turn: Turn): void {
  if (request.row.status === 'REQUESTED') advance(state, purse, request, 'REVIEW', {}, turn)
  const isLookedAt = approvalsNeeded(state, request) > 1
  const { flags } = request.row
  noteArrived(request, isLookedAt ? [...flags, `${ARRIVED} ${providerRef}`] : flags, turn)
  if (isLookedAt) return
  advance(state, purse, request, 'APPROVED', {}, turn)
  completeDeposit(state, purse, request, turn)
}

/** Money that is known is reported as another amount: the difference is nobody's yet, and what a request waits with is not enough any more. */
function hearAgain(state: State, fact: Fact, told: Deposit, turn: Turn): void {
  const { siteId, provider, amount: before, bookedId } = fact.row
  const amount = told.amount - before
  if (amount === 0n) return
  const kept = moneyOf(state).suspenses.get(bookedId ?? 0)
  const booked = kept?.row
  if (kept && amount < 0n) takeFromRequest(state, kept, turn)
  const { reference, providerRef, payer, currency, closed } = told
  const memberId = booked?.memberId ?? (closed?.siteId === siteId ? closed.memberId : null)
  const place = booked ?? placeOf(provider, told.houseSub || provider)
  const where = { houseAccount: place.houseAccount, houseSub: place.houseSub }
  const come = {
    siteId,
    provider,
    providerRef,
    reference,
    payer,
    memberId,
    requestId: null,
    currency,
    amount,
    ...where,
  }
  suspend(state, { ...come, cause: 'AMOUNT' }, turn)
  changeFact(state, fact, { amount: told.amount }, turn)
}

/** Money of which a provider reports that has no say in it: it lies in suspense of that provider's account, once, and nobody is named as its owner. */
function setAside(state: State, { siteId, actor, known, fact }: Told, turn: Turn): void {
  const provider = actor.id
  const isMoney = fact.kind === 'deposit' || (fact.kind === 'coin' && !fact.reorged)
  if (!isMoney || fact.amount <= 0n) return
  const key = factKeyOf(siteId, provider, fact)!
  const before = knownFact(state, key, fact.amount, known, turn)
  const amount = fact.amount - (before?.row.amount ?? 0n)
  if (amount === 0n) return
  const { reference, providerRef, payer, currency } =
    fact.kind === 'deposit'
      ? fact
      : { reference: key.reference, providerRef: fact.txid, payer: '', currency: walletCurrency[fact.coin] }
  const come = { siteId, provider, memberId: null, requestId: null, ...placeOf(provider, provider) }
  const cause = before ? 'AMOUNT' : 'REFERENCE'
  const { id } = suspend(state, { ...come, reference, providerRef, payer, currency, amount, cause }, turn)
  if (before) changeFact(state, before, { amount: fact.amount }, turn)
  else noteFact(state, key, { amount: fact.amount, bookedId: id }, turn)
}

/** What a provider took for its services, once; of another amount than before only what is more. */
function hearOfServices(
  state: State,
  { siteId, actor, known }: Told,
  fact: Extract<ToldFact, { kind: 'fee' }>,
  turn: Turn,
): void {
  const key = factKeyOf(siteId, actor.id, fact)
  const before = key && knownFact(state, key, fact.fee, known, turn)
  const fee = fact.fee - (before?.row.amount ?? 0n)
  if (fee <= 0n) return
  bookFee(state, { siteId, houseAccount: accountOfProvider(actor.id), ...fact, fee }, turn)
  if (before) changeFact(state, before, { amount: fact.fee }, turn)
  else if (key) noteFact(state, key, { amount: fact.fee, bookedId: null }, turn)
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
  if (!request || !purse || hasArrived(state, request)) return
  const { type, houseAccount } = request.row
  if (type !== 'D' || houseAccount !== 'PROVIDER_CLEARING') return
  advance(state, purse, request, 'REJECTED', { reason: detail }, turn)
}

const hasArrived = (state: State, { row }: Request): boolean => moneyOf(state).arrived.has(row.id)

/** The request that the payer named; of the bank also the only one that his name and amount fit. */
function requestOf(state: State, siteId: number, provider: string, told: Deposit): Request | null {
  if (told.requestId !== null) return requestIn(state, siteId, told.requestId)
  if (provider !== 'bank' || told.closed) return null
  let found: Request | null = null
  for (const request of moneyOf(state).requests.values()) {
    const { row } = request
    if (row.siteId !== siteId || row.type !== 'D' || row.houseAccount !== 'BANK_KRW' || hasArrived(state, request))
      continue
    if (row.point !== told.amount || row.currency !== told.currency || !isSameName(row.counterparty, told.payer))
      continue
    if (found) return null
    found = request
  }
  return found
}

/** Why money does not fit the request; null: it does. */
function misfit(
  state: State,
  {
    request,
    purse,
    told: { currency, amount, payer, closed },
  }: { readonly request: Request | null; readonly purse: Purse | null; readonly told: Deposit },
  turn: Turn,
): SuspenseCause | null {
  if (!request || !purse) return closed ? 'LATE' : 'REFERENCE'
  const { row } = request
  if (row.type !== 'D') return 'REFERENCE'
  if (row.status !== 'REQUESTED' && row.status !== 'REVIEW') return 'LATE'
  if (row.currency !== currency) return 'CURRENCY'
  if (row.point !== amount || hasArrived(state, request)) return 'AMOUNT'
  if (!isSameName(row.counterparty, payer)) return 'PAYER'
  return refuseDepositor(purse, turn) === null ? null : 'LIMIT'
}

/** Where money of a provider lies: a bank keeps several accounts of the house, other providers one each. */
function placeOf(provider: string, houseSub: string): Pick<DnwRow, 'houseAccount' | 'houseSub'> {
  const houseAccount = accountOfProvider(provider)
  return { houseAccount, houseSub: houseAccount === 'PROVIDER_CLEARING' ? provider : houseSub }
}

const accountOfProvider = (provider: string): Account =>
  provider === 'bank' ? 'BANK_KRW' : provider === 'coin' ? 'COIN_HOT' : 'PROVIDER_CLEARING'
