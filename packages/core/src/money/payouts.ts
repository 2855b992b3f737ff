import { type Cell, cell, storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { invariant } from '../invariant.ts'
import { formatMinor } from '../money.ts'
import { newCall } from '../outgoing/outgoing.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Minor, Reply } from '../types.ts'
import { debit } from './debit.ts'
import { refuseStopped } from './exits.ts'
import { foreignReply, isOfAnother, providerOf } from './fact-sources.ts'
import { bookFee } from './fees.ts'
import { refuseBarred } from './payout-bars.ts'
import { type Request, requestIn } from './rows.ts'
import { KNOWN_AFTER_MS, moneyOf, type Purse, purseOf } from './state.ts'
import { suspend } from './suspense-rows.ts'
import type { PayoutRow, PayoutState } from './tables.ts'
import { completeWithdrawal, returnWithdrawal } from './withdraw.ts'

type Payout = Cell<PayoutRow>
type Sending = Extract<Command, { kind: 'payoutSending' }>
type End = Extract<Command, { kind: 'endPayout' }>
type Outcome = Extract<Command, { kind: 'payoutOutcome' }>

/** What somebody says of a payout. */
export interface PayoutNews {
  readonly siteId: number
  readonly payoutId: number
  readonly state: 'SENT' | 'CONFIRMED' | 'FAILED' | 'UNKNOWN' | 'RETURNED'
  readonly providerRef: string
  readonly detail: string
  readonly fee: Minor
  readonly closed: PayoutRow | null
}

/**
 * Asks a provider to pay an approved withdrawal: the call is written with the state that asks for it. `key` is what the provider knows it by,
 * however often it is asked: a random value, for an id comes again in a house that begins anew from a backup.
 */
export function payOut(state: State, purse: Purse, { row }: Request, key: string, turn: Turn): void {
  invariant(key !== '', `the payout of ${row.id} has no key`)
  const { siteId, memberId, walletType, currency, houseAccount, houseSub, point, fee, accountId } = row
  const id = turn.nextId()
  const provider = providerOf(row)
  const amount = point - fee
  const payout: Payout = cell({
    siteId,
    id,
    key,
    dnwId: row.id,
    memberId,
    walletType,
    provider,
    houseAccount,
    houseSub,
    currency,
    amount,
    fee,
    state: 'QUEUED',
    providerRef: '',
    detail: '',
    late: '',
    providerFee: 0n,
    createdAt: turn.wall,
    closedAt: null,
  })
  keepPayout(state, purse, payout)
  turn.effects.put('payouts', payout)
  const payload = { payoutId: id, dnwId: row.id, memberId, accountId, amount: formatMinor(amount, currency), currency }
  turn.effects.add('outgoing', newCall({ siteId, id: key, kind: 'payout', provider, payload }, turn.wall))
}

export function keepPayout(state: State, purse: Purse, payout: Payout): void {
  moneyOf(state).payouts.set(payout.row.id, payout)
  purse.payout = payout
}

/** The statement shows that a withdrawal was paid, whatever its provider said so far. */
export function settlePayout(state: State, purse: Purse, detail: string, turn: Turn): void {
  const { payout } = purse
  if (!payout) return
  change(turn.effects, 'payouts', payout, { state: 'CONFIRMED', detail, closedAt: turn.wall })
  forget(state, purse, turn)
}

/** A closed payout is kept for a while: whoever tells of it may have read the database before it was closed there. */
function forget(state: State, purse: Purse, turn: Turn): void {
  const { payout } = purse
  purse.payout = null
  if (payout) forgetLater(state, payout.row.id, turn)
}

function forgetLater(state: State, payoutId: number, turn: Turn): void {
  state.dueWall.push(turn.wall + KNOWN_AFTER_MS, () => void moneyOf(state).payouts.delete(payoutId))
}

/**
 * Before the call leaves. One that was sent, or is closed, must not be sent again; what nobody knows of may be, under the same key. What has
 * not left yet stays while its member is frozen or its site paused.
 */
export function payoutSending(state: State, { siteId, payoutId }: Sending, turn: Turn): Reply {
  const payout = payoutIn(state, siteId, payoutId)
  if (!payout) return refusalReply('HISTORY_NOT_FOUND')
  if (!before.SENDING.has(payout.row.state)) return refusalReply('STALE_VERSION')
  const barred = refuseBarred(state, payout.row)
  if (barred) return barred
  const purse = purseOf(state, siteId, payout.row.memberId)
  const stopped = payout.row.state === 'QUEUED' && purse ? refuseStopped(state, purse) : null
  if (stopped) return stopped
  if (payout.row.state !== 'SENDING') change(turn.effects, 'payouts', payout, { state: 'SENDING' })
  return { status: 200, body: {} }
}

/** For so long a provider keeps a key, wall clock; later only its statement, or two persons, say what became of a payout. */
export const PAYOUT_RETENTION_MS = 72 * 3_600_000

/** Ends a payout that left and of which its provider says nothing any more; two persons have seen what became of it. */
export function endPayout(state: State, command: End, turn: Turn): Reply {
  const { siteId, payoutId, outcome, evidence } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const payout = payoutIn(state, siteId, payoutId)
  if (!payout) return refusalReply('HISTORY_NOT_FOUND')
  const { state: now, closedAt, createdAt } = payout.row
  if (closedAt !== null) return refusalReply('STALE_VERSION')
  if (now === 'QUEUED' || turn.wall < createdAt + PAYOUT_RETENTION_MS) return refusalReply('PAYOUT_STILL_ASKED')
  const barred = refuseBarred(state, payout.row)
  if (barred) return barred
  const news = { siteId, payoutId, state: outcome, providerRef: '', detail: evidence, fee: 0n, closed: null } as const
  hearOfPayout(state, news, turn)
  return { status: 200, body: {} }
}

export function payoutOutcome(state: State, command: Outcome, turn: Turn): Reply {
  const { siteId, actor, payoutId, outcome, providerRef, detail, fee, closed } = command
  if (isOfAnother(state, siteId, actor.id, { kind: 'payout', payoutId, closed })) return foreignReply
  hearOfPayout(state, { siteId, payoutId, state: outcome, providerRef, detail, fee, closed }, turn)
  return { status: 200, body: {} }
}

/** From which states a payout comes to another: it only ever advances. */
const before: Readonly<Record<Exclude<PayoutState, 'QUEUED'>, ReadonlySet<PayoutState>>> = {
  SENDING: new Set(['QUEUED', 'SENDING', 'UNKNOWN']),
  SENT: new Set(['QUEUED', 'SENDING', 'UNKNOWN']),
  UNKNOWN: new Set(['SENDING']),
  CONFIRMED: new Set(['QUEUED', 'SENDING', 'SENT', 'UNKNOWN']),
  FAILED: new Set(['QUEUED', 'SENDING', 'SENT', 'UNKNOWN']),
}

/** Takes over what became of a payout, in whatever order it is heard; what is old changes nothing. */
export function hearOfPayout(state: State, news: PayoutNews, turn: Turn): void {
  const payout = payoutIn(state, news.siteId, news.payoutId)
  const closed = payout === null ? storedClosed(news) : payout.row.closedAt === null ? null : payout
  if (closed) hearOfClosed(state, closed, news, turn)
  if (!payout || closed) return
  // What came back was paid before: the one news says both.
  const told = news.state === 'RETURNED' ? 'CONFIRMED' : news.state
  if (!before[told].has(payout.row.state)) return
  const { providerRef, detail } = news
  const isClosed = told === 'CONFIRMED' || told === 'FAILED'
  change(turn.effects, 'payouts', payout, {
    state: told,
    providerRef: providerRef || payout.row.providerRef,
    detail,
    closedAt: isClosed ? turn.wall : null,
  })
  if (!isClosed) return
  const { siteId, memberId, dnwId } = payout.row
  const request = requestIn(state, siteId, dnwId)
  const purse = purseOf(state, siteId, memberId)
  invariant(request !== null && purse !== null, `payout ${payout.row.id} pays no open request`)
  forget(state, purse, turn)
  if (told === 'FAILED') returnWithdrawal(state, purse, request, 'REJECTED', detail, turn)
  else {
    completeWithdrawal(state, purse, request, '', turn)
    bookProviderFee(state, payout, news.fee, turn)
  }
  if (news.state === 'RETURNED') {
    change(turn.effects, 'payouts', payout, { late: 'RETURNED' })
    comeBack(state, payout.row, news, turn)
  }
}

/**
 * News of a payout that is over: it came back after it was paid, or it was paid after its money was returned. Each counts once, in whatever
 * order they are heard, and what its provider took for it is booked once. What came back was paid, whatever was said before.
 */
function hearOfClosed(state: State, closed: Payout, news: PayoutNews, turn: Turn): void {
  if (news.state !== 'CONFIRMED' && news.state !== 'RETURNED') return
  const { id, late, state: end } = closed.row
  const isPaid = end === 'CONFIRMED' || late !== ''
  const isBack = news.state === 'RETURNED' && late !== 'RETURNED'
  if (isPaid && !isBack && news.fee <= closed.row.providerFee) return
  if (!isPaid) takeBackLate(state, closed.row, turn)
  bookProviderFee(state, closed, news.fee, turn)
  if (isBack) comeBack(state, closed.row, news, turn)
  if (isBack || !isPaid) change(turn.effects, 'payouts', closed, { late: news.state })
  // More news may have been read from the database before this was written there.
  moneyOf(state).payouts.set(id, closed)
  forgetLater(state, id, turn)
}

/** The statement shows all that a provider took for a payout: what is not booked of it is the house's expense. */
export function hearOfFee(state: State, row: PayoutRow, fee: Minor, turn: Turn): void {
  const payout = payoutIn(state, row.siteId, row.id) ?? storedCell(row)
  bookProviderFee(state, payout, fee, turn)
  if (payout.row.closedAt === null) return
  moneyOf(state).payouts.set(row.id, payout)
  forgetLater(state, row.id, turn)
}

/** Books what the provider took, `fee` in all, as far as it is not booked yet. */
function bookProviderFee(state: State, payout: Payout, fee: Minor, turn: Turn): void {
  const { siteId, houseAccount, houseSub, currency, dnwId, providerFee } = payout.row
  if (fee <= providerFee) return
  bookFee(state, { siteId, houseAccount, houseSub, currency, fee: fee - providerFee, refId: dnwId }, turn)
  change(turn.effects, 'payouts', payout, { providerFee: fee })
}

/** A payout that had failed was paid after all: its money was returned to the member, who owes it, and the withdrawal's fee with it. */
function takeBackLate(state: State, payout: PayoutRow, turn: Turn): void {
  const purse = purseOf(state, payout.siteId, payout.memberId)
  invariant(purse !== null, `member ${payout.memberId} of a payout has no account`)
  const { walletType, amount, fee, houseAccount, houseSub, dnwId: pairId } = payout
  const owed = { walletType, point: amount + fee, fee, houseAccount, houseSub, pairId, code: 'PAYOUT_LATE' } as const
  debit(state, purse, owed, turn)
}

function comeBack(state: State, payout: PayoutRow, { providerRef }: PayoutNews, turn: Turn): void {
  const { siteId, provider, key: reference, currency, amount, memberId, houseAccount, houseSub } = payout
  suspend(
    state,
    {
      siteId,
      cause: 'RETURNED',
      provider,
      providerRef,
      reference,
      payer: '',
      memberId,
      requestId: null,
      currency,
      amount,
      houseAccount,
      houseSub,
    },
    turn,
  )
}

/** The closed payout that the database has. */
const storedClosed = ({ siteId, closed }: PayoutNews): Payout | null =>
  closed && closed.siteId === siteId && closed.closedAt !== null ? storedCell(closed) : null

function payoutIn(state: State, siteId: number, id: number): Payout | null {
  const payout = moneyOf(state).payouts.get(id)
  return payout?.row.siteId === siteId ? payout : null
}
