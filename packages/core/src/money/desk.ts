import type { ErrorCode } from '@maru/contract'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { moneyConfigOf } from './config.ts'
import { completeDeposit, refuseDepositor } from './deposit.ts'
import { refuseStopped } from './exits.ts'
import { approvalsNeeded } from './needs.ts'
import { priceNow, refuseSale, saleUnderReview, sendSale } from './p2p/review.ts'
import { refuseBarred } from './payout-bars.ts'
import { payOut, settlePayout } from './payouts.ts'
import { advance, amend, type Request, requestIn } from './rows.ts'
import { isExit } from './sale.ts'
import { type Purse, purseOf } from './state.ts'
import { leaveInSuspense } from './suspense-rows.ts'
import type { DnwRow, GivenApproval } from './tables.ts'
import type { OfDesk } from './types.ts'
import { deskWire } from './wire.ts'
import { completeWithdrawal, returnWithdrawal } from './withdraw.ts'

type Take = Extract<Command, { kind: 'takeRequest' }>
type HandOver = Extract<Command, { kind: 'handOverRequest' }>
type Approve = Extract<Command, { kind: 'approveRequest' }>
type Complete = Extract<Command, { kind: 'completeRequest' }>

/** A request at the desk, for the one who works on it. */
interface Case<C> {
  readonly state: State
  readonly purse: Purse
  readonly request: Request
  readonly command: C
  readonly turn: Turn
}

/** A step of the desk: it looks at the newest version, and what is closed stays as it is. */
const step =
  <C extends OfDesk = OfDesk>(work: (one: Case<C>) => Reply) =>
  (state: State, command: C, turn: Turn): Reply => {
    const { siteId, requestId, closed, version } = command
    const request = requestIn(state, siteId, requestId)
    if (!request) return refusalReply(closed?.siteId === siteId ? 'STALE_VERSION' : 'HISTORY_NOT_FOUND')
    if (!isOfDesk(state, request)) return refusalReply('HISTORY_NOT_FOUND')
    if (request.row.rev !== version) return refusalReply('STALE_VERSION')
    const purse = purseOf(state, siteId, request.row.memberId)!
    return work({ state, purse, request, command, turn })
  }

/** Requests that the desk decides, of sales to merchants those that nobody was asked to pay yet; others have their own ways. */
const isOfDesk = (state: State, request: Request): boolean =>
  request.row.type === 'D' || isExit(request.row) || saleUnderReview(state, request) !== null

/** Begins to look at a request: from then on its member cannot take it back. */
export const takeRequest = step<Take>((one) => {
  const { request, command, turn } = one
  const { status, takenBy } = request.row
  // Whoever went home with a request would keep it for good: a colleague who names him takes it over. A first yes stands on.
  if (status === 'REVIEW' && takenBy !== null && takenBy !== command.actor.id && takenBy === command.from) {
    amend(request, { takenBy: command.actor.id }, turn)
    return shown(one)
  }
  return take(one) ?? shown(one)
})

/** Gives a request back to the desk; its member cannot take it back all the same. */
export const releaseRequest = step((one) => {
  const { request, command, turn } = one
  if (request.row.takenBy !== command.actor.id || request.row.status !== 'REVIEW') return refusalReply('STALE_VERSION')
  amend(request, { takenBy: null, approvals: [] }, turn)
  return shown(one)
})

/** Puts a request that one holds into the hands of a colleague; a first yes stands on. */
export const handOverRequest = step<HandOver>((one) => {
  const { request, command, turn } = one
  const { status, takenBy } = request.row
  if (command.to === command.actor.id) return refusalReply('INVALID_REQUEST', { key: 'to' })
  if (takenBy !== command.actor.id || status !== 'REVIEW') return refusalReply('STALE_VERSION')
  amend(request, { takenBy: command.to }, turn)
  return shown(one)
})

/** Agrees to a request; of a large or flagged one two persons have to. */
export const approveRequest = step<Approve>((one) => {
  const { state, purse, request, command, turn } = one
  const standing = standingApproval(one)
  if (command.asSecond && !standing) return refusalReply(missingFirst(one))
  if (standing?.staffId === command.actor.id) return refusalReply('APPROVAL_SELF')
  const refusal = refuseStill(one) ?? (standing ? refuseReview(request) : take(one))
  if (refusal) return refusal
  const approvals = approvalsOf(one, standing)
  if (approvals.length < approvalsNeeded(state, request)) {
    amend(request, { approvals }, turn)
    return { status: 202, body: { approvalId: request.row.id } }
  }
  const sale = saleUnderReview(state, request)
  const price = sale && priceNow(state, sale, turn)
  if (price !== null && typeof price !== 'number') return price
  advance(state, purse, request, 'APPROVED', { approvals, reason: '' }, turn)
  if (sale && price !== null) sendSale(state, sale, request, price, turn)
  else if (request.row.type === 'D') completeDeposit(state, purse, request, turn)
  else payOut(state, purse, request, command.payoutKey, turn)
  return shown(one)
})

/** Refuses a request: what a withdrawal took is the member's again, and money that arrived for a deposit is somebody's to find out. */
export const rejectRequest = step((one) => {
  const { state, purse, request, command, turn } = one
  const standing = standingApproval(one)
  const refusal = standing ? refuseReview(request) : take(one)
  if (refusal) return refusal
  const reason = command.reason.trim()
  const sale = saleUnderReview(state, request)
  if (sale) refuseSale(state, sale, reason, turn)
  else if (request.row.type !== 'D') returnWithdrawal(state, purse, request, 'REJECTED', reason, turn)
  else {
    advance(state, purse, request, 'REJECTED', { reason }, turn)
    leaveInSuspense(state, request, turn)
  }
  return shown(one)
})

/** Closes an approved withdrawal by the line of a statement that shows that it was paid. */
export const completeRequest = step<Complete>((one) => {
  const { state, purse, request, command, turn } = one
  if (request.row.type === 'D' || request.row.status !== 'APPROVED') return refusalReply('STALE_VERSION')
  const barred = purse.payout && refuseBarred(state, purse.payout.row)
  if (barred) return barred
  settlePayout(state, purse, command.statementLine, turn)
  completeWithdrawal(state, purse, request, command.statementLine, turn)
  return shown(one)
})

/** Takes a request that nobody else has; why that cannot be, or null. */
function take({ state, purse, request, command, turn }: Case<OfDesk>): Reply | null {
  const { type, status, takenBy, cancelableUntil } = request.row
  const staffId = command.actor.id
  if (status === 'REVIEW') {
    if (takenBy !== null && takenBy !== staffId && !isAbsent(command, takenBy)) return refusalReply('STALE_VERSION')
    if (takenBy !== staffId) amend(request, { takenBy: staffId }, turn)
    return null
  }
  if (status !== 'REQUESTED') return refusalReply('STALE_VERSION')
  if (type !== 'D' && cancelableUntil !== null && turn.wall < cancelableUntil) return refusalReply('REQUEST_CANCELABLE')
  advance(state, purse, request, 'REVIEW', { takenBy: staffId }, turn)
  return null
}

const refuseReview = ({ row }: Request): Reply | null =>
  row.status === 'REVIEW' ? null : refusalReply('STALE_VERSION')

/** Nobody agrees to a withdrawal while its member is frozen or the site has them paused, nor to a deposit of who may bring no money by now. */
function refuseStill({ state, purse, request: { row }, turn }: Case<OfDesk>): Reply | null {
  if (!undecided.has(row.status)) return null
  return row.type === 'D' ? refuseDepositor(purse, turn) : refuseStopped(state, purse)
}

const undecided: ReadonlySet<DnwRow['status']> = new Set(['REQUESTED', 'REVIEW'])

/** Why there is no first approval that a second could follow. */
function missingFirst({ request, command }: Case<OfDesk>): ErrorCode {
  const first = request.row.approvals[0]
  if (!first) return 'APPROVAL_NOT_FOUND'
  return isAbsent(command, first.staffId) ? 'APPROVAL_REQUESTER_GONE' : 'APPROVAL_EXPIRED'
}

const isAbsent = ({ absent = [] }: OfDesk, staffId: number): boolean => absent.includes(staffId)

/** The first of two approvals, while it stands. */
function standingApproval({ state, request, command, turn }: Case<OfDesk>): GivenApproval | null {
  const first = request.row.approvals[0]
  return first &&
    !isAbsent(command, first.staffId) &&
    turn.wall < first.at + moneyConfigOf(state, request.row.siteId).approvalMs
    ? first
    : null
}

/** Who has agreed, with the one who agrees now and whoever agreed to the command itself. */
function approvalsOf({ command, turn }: Case<OfDesk>, standing: GivenApproval | null): GivenApproval[] {
  const given = [standing?.staffId, command.approval?.staffId, command.actor.id].filter((id) => id !== undefined)
  return [...new Set(given)].map((staffId) => (staffId === standing?.staffId ? standing : { staffId, at: turn.wall }))
}

const shown = ({ state, request }: Case<OfDesk>): Reply => ({
  status: 200,
  body: deskWire(request.row, approvalsNeeded(state, request)),
})
