import type { DnwStatus } from '@maru/contract'
import { type Cell, cell } from '../effects.ts'
import type { State, Turn } from '../state.ts'
import { moneyOf, type Purse } from './state.ts'
import type { DnwRow } from './tables.ts'
import { dnwWire } from './wire.ts'

/** A request, or a leg of a movement. */
export type Request = Cell<DnwRow>

type Named = 'type' | 'walletType' | 'currency' | 'point'
type Kept = 'siteId' | 'memberId' | 'status' | 'createdAt' | 'processedAt' | 'steps' | 'rev'
/** What a row says at its beginning; what is not named is nothing. */
export type NewRow = Pick<DnwRow, Named> & Partial<Omit<DnwRow, Named | Kept>>
/** What a change of a row may say. */
type Parts = Partial<
  Pick<
    DnwRow,
    | 'fee'
    | 'rate'
    | 'reason'
    | 'flags'
    | 'holdUntil'
    | 'txnId'
    | 'pairId'
    | 'takenBy'
    | 'approvals'
    | 'expiresAt'
    | 'cancelableUntil'
  >
>

const closing: ReadonlySet<DnwStatus> = new Set(['COMPLETED', 'REJECTED', 'CANCELED'])

/** Opens a request: REQUESTED, and told. */
export function openRequest(state: State, purse: Purse, parts: NewRow, turn: Turn): Request {
  const request = cell(newRow(purse, 'REQUESTED', parts, turn))
  keep(state, purse, request)
  tell(request, turn)
  return request
}

/** Adds a row that is done as it begins: a leg of a movement, or a reversal. */
export function addLeg(purse: Purse, parts: NewRow, turn: Turn): DnwRow {
  const leg = cell(newRow(purse, 'COMPLETED', parts, turn))
  tell(leg, turn)
  return leg.row
}

/** Brings a request to its next state. A closed one is kept no longer. */
export function advance(
  state: State,
  purse: Purse,
  request: Request,
  status: DnwStatus,
  parts: Parts,
  turn: Turn,
): void {
  const { steps, rev, id } = request.row
  const isClosed = closing.has(status)
  request.row = {
    ...request.row,
    ...parts,
    status,
    steps: [...steps, { state: status, at: turn.wall }],
    processedAt: isClosed ? turn.wall : null,
    rev: rev + 1,
  }
  if (isClosed) {
    purse.open.delete(id)
    moneyOf(state).requests.delete(id)
  }
  tell(request, turn)
}

/** The money of a request is in the ledger; its state stays. */
export function noteArrived(request: Request, flags: readonly string[], turn: Turn): void {
  const { steps, rev } = request.row
  request.row = { ...request.row, flags, steps: [...steps, { state: 'ARRIVED', at: turn.wall }], rev: rev + 1 }
  tell(request, turn)
}

/** Changes what a request says, and not its state. */
export function amend(request: Request, parts: Parts, turn: Turn): void {
  request.row = { ...request.row, ...parts, rev: request.row.rev + 1 }
  tell(request, turn)
}

/** Finds an open request of the site. */
export function requestIn(state: State, siteId: number, id: number): Request | null {
  const request = moneyOf(state).requests.get(id)
  return request?.row.siteId === siteId ? request : null
}

/** Keeps an open request: a new one, or one of the database. */
export function keep(state: State, purse: Purse, request: Request): void {
  moneyOf(state).requests.set(request.row.id, request)
  purse.open.set(request.row.id, request)
}

function newRow({ member }: Purse, status: DnwStatus, parts: NewRow, turn: Turn): DnwRow {
  const { siteId, memberId } = member.row
  return {
    siteId,
    id: turn.nextId(),
    memberId,
    status,
    fee: 0n,
    rate: null,
    won: 0n,
    accountId: null,
    account: '',
    counterparty: '',
    houseAccount: 'PROVIDER_CLEARING',
    houseSub: '',
    reason: '',
    flags: [],
    createdAt: turn.wall,
    processedAt: closing.has(status) ? turn.wall : null,
    steps: [{ state: status, at: turn.wall }],
    cancelableUntil: null,
    expiresAt: null,
    holdUntil: null,
    txnId: null,
    pairId: null,
    takenBy: null,
    approvals: [],
    rev: 1,
    ...parts,
  }
}

/** Writes the row and tells its member. */
function tell(request: Request, { effects }: Turn): void {
  effects.put('dnw', request)
  const { siteId, memberId } = request.row
  effects.event({ to: 'member', siteId, memberId, queue: 'point', event: 'DNW_UPDATE', data: dnwWire(request.row) })
}
