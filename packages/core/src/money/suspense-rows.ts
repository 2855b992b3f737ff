import { type Cell, cell } from '../effects.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Account } from '../tables/house.ts'
import { amend, type Request, requestIn } from './rows.ts'
import { moneyOf } from './state.ts'
import type { SuspenseCause, SuspenseRow } from './tables.ts'

type Come = Omit<SuspenseRow, 'id' | 'createdAt' | 'state' | 'closedAt' | 'dnwId' | 'note'>

/** Books money that came and is nobody's yet: it is owed, and its request is approved, or the desk finds out whose it is. `from`: where it lies now. */
export function suspend(state: State, come: Come, turn: Turn, from: Account = come.houseAccount): SuspenseRow {
  const { siteId, currency, amount, houseSub } = come
  const id = turn.nextId()
  const legs = [
    { siteId, account: from, sub: houseSub, currency, amount: -amount },
    { siteId, account: 'DEPOSIT_SUSPENSE', currency, amount },
  ] as const
  state.ledger.move(legs, 'SUSPENSE', id, turn, turn.effects)
  return awaitOwner(state, come, id, turn)
}

/** Money that lies in suspense waits there for its owner, under a number that its postings name. */
export function awaitOwner(state: State, come: Come, id: number, turn: Turn): SuspenseRow {
  const row = { ...come, id, createdAt: turn.wall, state: 'OPEN', closedAt: null, dnwId: null, note: '' } as const
  const kept = cell<SuspenseRow>(row)
  keepSuspense(state, kept)
  turn.effects.put('suspenses', kept)
  return row
}

/** Keeps open money in suspense: new, or of the database. */
export function keepSuspense(state: State, kept: Cell<SuspenseRow>): void {
  const { id, cause, requestId } = kept.row
  moneyOf(state).suspenses.set(id, kept)
  if (cause === 'ARRIVED') moneyOf(state).arrived.set(requestId!, kept)
}

/** Closes money in suspense; `dnwId`: the deposit that it became. */
export function closeSuspense(
  state: State,
  kept: Cell<SuspenseRow>,
  as: Pick<SuspenseRow, 'state' | 'dnwId' | 'note'>,
  turn: Turn,
): void {
  const { id, requestId } = kept.row
  change(turn.effects, 'suspenses', kept, { ...as, closedAt: turn.wall })
  moneyOf(state).suspenses.delete(id)
  if (requestId !== null && moneyOf(state).arrived.get(requestId) === kept) moneyOf(state).arrived.delete(requestId)
}

/** The request is refused: its money, if it arrived, stays in suspense, and the desk finds out whose it is. */
export function leaveInSuspense(state: State, { row }: Request, turn: Turn): void {
  const kept = moneyOf(state).arrived.get(row.id)
  if (kept) detach(state, kept, 'REJECTED', turn)
}

/** Less came than was reported: the money does not fit its request any more, which waits on without it. */
export function takeFromRequest(state: State, kept: Cell<SuspenseRow>, turn: Turn): void {
  const { siteId, cause, requestId } = kept.row
  if (requestId === null || !(cause === 'ARRIVED' || mayFit.has(cause))) return
  detach(state, kept, 'AMOUNT', turn)
  const request = requestIn(state, siteId, requestId)
  if (request && cause === 'ARRIVED')
    amend(request, { flags: request.row.flags.filter((flag) => !flag.startsWith(ARRIVED)) }, turn)
}

/** The flag of a request whose money waits for a second person; what its provider calls the money follows. */
export const ARRIVED = 'ARRIVED'

/** Why money of a request's amount waits in suspense until somebody looks: it is the request's if two persons agree to that. */
export const mayFit: ReadonlySet<SuspenseCause> = new Set(['PAYER', 'LIMIT'])

/** Two persons look at a request whose money lies in suspense. */
export function flagSuspended(request: Request, turn: Turn): void {
  const { flags } = request.row
  if (!flags.includes(IN_SUSPENSE)) amend(request, { flags: [...flags, IN_SUSPENSE] }, turn)
}

const IN_SUSPENSE = 'IN_SUSPENSE'

/** The money in suspense that an approval of a request takes: what waits for it, else the oldest that came for it; null: none came. */
export function suspendedFor(state: State, id: number): Cell<SuspenseRow> | null {
  const { arrived, suspenses } = moneyOf(state)
  const came = () => [...suspenses.values()].find(({ row }) => row.requestId === id && mayFit.has(row.cause))
  return arrived.get(id) ?? came() ?? null
}

function detach(state: State, kept: Cell<SuspenseRow>, cause: 'REJECTED' | 'AMOUNT', turn: Turn): void {
  moneyOf(state).arrived.delete(kept.row.requestId!)
  change(turn.effects, 'suspenses', kept, { cause })
}
