import { DueQueue } from '../due.ts'
import { type Cell, cell, storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { newPart } from '../part.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, CoreSnapshot, EpochMs, Refusal, Reply } from '../types.ts'
import { LATER } from './later.ts'
import { scopes } from './scopes.ts'
import type { ConfigChangeRow } from './tables.ts'

type Change = Cell<ConfigChangeRow>
type Configure = Extract<Command, { kind: 'configure' }>
type Withdraw = Extract<Command, { kind: 'withdrawChange' }>

/** Changes that wait for their time. */
interface Waiting {
  readonly byId: Map<number, Change>
  readonly due: DueQueue<Change>
}

const waiting = newPart<Waiting>(() => ({ byId: new Map(), due: new DueQueue() }))

export const changesOf = (state: State): Waiting => state.parts.of(waiting)

/** What staff publish with a change: what fits on one line of a page. */
const MAX_REASON = 200

/**
 * Changes keys of a site or an option, at once or from a time of the domain clock on. What does not hold with what is configured
 * and open now is refused at once. Where too many accounts are to be judged for a turn, work judges them while the row is WAITING.
 * What does not hold any more when its time has come, or when it is judged, changes nothing, and its row says so.
 */
export function configure(state: State, command: Configure, turn: Turn): Reply {
  const effectiveFrom = command.effectiveFrom ?? turn.at
  const { siteId, scope, optionId, changes } = command
  const reason = command.reason.trim()
  const key = faultOf(command, reason, effectiveFrom, turn)
  if (key !== null) return refusalReply('INVALID_REQUEST', { key })
  const refusal = scopes[scope].refuse(state, command, turn)
  if (refusal) return refusal
  const asked: Change = cell({
    siteId,
    id: turn.nextId(),
    scope,
    optionId,
    changes,
    before: beforeOf(state, command),
    reason,
    givenBy: command.actor.id,
    approvedBy: command.approval?.staffId ?? null,
    effectiveFrom,
    givenAt: turn.at,
    state: 'WAITING',
    refusal: null,
    decidedAt: null,
  })
  if (effectiveFrom === turn.at) {
    const reply = apply(state, asked, turn)
    if (reply.status >= 400) return reply
    if (reply === LATER) keep(state, asked, turn)
    else decide(asked, { state: 'APPLIED', refusal: null }, turn)
  } else {
    keep(state, asked, turn)
    changesOf(state).due.push(effectiveFrom, asked)
  }
  return { status: 200, body: { id: asked.row.id, state: asked.row.state, effectiveFrom } }
}

/** Takes back a change whose time has not come. */
export function withdrawChange(state: State, { siteId, id }: Withdraw, turn: Turn): Reply {
  const asked = changesOf(state).byId.get(id)
  if (asked?.row.siteId !== siteId || asked.row.effectiveFrom <= turn.at) return refusalReply('HISTORY_NOT_FOUND')
  changesOf(state).byId.delete(id)
  decide(asked, { state: 'WITHDRAWN', refusal: null }, turn)
  return { status: 200, body: {} }
}

/**
 * Applies the changes whose time has come, before anything else of the turn: what opens or is taken at that time knows them already,
 * also after a restart. What is judged over several turns applies when it is judged.
 */
export function applyDue(state: State, turn: Turn): void {
  const { due } = changesOf(state)
  for (let asked = due.popDue(turn.at); asked; asked = due.popDue(turn.at)) {
    if (asked.row.decidedAt !== null) continue
    const reply = apply(state, asked, turn)
    if (reply !== LATER) settle(state, asked, reply, turn)
  }
}

/** When the next change is due, or null. */
export const nextChangeAt = (state: State): EpochMs | null => changesOf(state).due.nextAt()

/** Has the changes of the database wait again. */
export function restoreChanges(state: State, { configChanges }: CoreSnapshot): void {
  const open = configChanges.filter(({ decidedAt }) => decidedAt === null)
  const { byId, due } = changesOf(state)
  for (const row of open.sort((a, b) => a.effectiveFrom - b.effectiveFrom || a.id - b.id)) {
    const asked = storedCell(row)
    byId.set(row.id, asked)
    due.push(row.effectiveFrom, asked)
  }
}

/** Keeps a change whose outcome is not known yet. */
function keep(state: State, asked: Change, turn: Turn): void {
  turn.effects.put('configChanges', asked)
  changesOf(state).byId.set(asked.row.id, asked)
}

const apply = (state: State, asked: Change, turn: Turn): Reply =>
  scopes[asked.row.scope].apply(state, asked.row, turn, (reply, now) => settle(state, asked, reply, now))

/** Ends a change that was kept. */
function settle(state: State, asked: Change, { status, body }: Reply, turn: Turn): void {
  const refusal = status < 400 ? null : wordOf(body as Refusal)
  changesOf(state).byId.delete(asked.row.id)
  decide(asked, { state: refusal === null ? 'APPLIED' : 'REFUSED', refusal }, turn)
}

/** What holds for the keys of a change. */
function beforeOf(state: State, command: Configure): ConfigChangeRow['before'] {
  const values = scopes[command.scope].values(state, command) ?? {}
  return Object.fromEntries(Object.keys(command.changes).map((key) => [key, values[key]]))
}

const wordOf = ({ code, params }: Refusal): string => ('key' in params ? `${code} ${params['key']}` : code)

function decide(asked: Change, as: Pick<ConfigChangeRow, 'state' | 'refusal'>, turn: Turn): void {
  change(turn.effects, 'configChanges', asked, { ...as, decidedAt: turn.at })
}

/** What of a command is nothing that a change could be; null: all is. */
function faultOf({ scope, changes }: Configure, reason: string, effectiveFrom: EpochMs, turn: Turn): string | null {
  if (!Object.hasOwn(scopes, scope)) return 'scope'
  if (Object.keys(changes).length === 0) return 'changes'
  if (reason === '' || reason.length > MAX_REASON) return 'reason'
  return Number.isSafeInteger(effectiveFrom) && effectiveFrom >= turn.at ? null : 'effectiveFrom'
}
