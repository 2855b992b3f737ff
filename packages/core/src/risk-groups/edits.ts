import { endAllLinked } from '../copies/linked.ts'
import { type Cell, cell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { change, memberOf, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { editsOf, holdsTrait, keepEdit, undoEdit } from './state.ts'
import type { RiskGroupEditRow } from './tables.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

/** A trait joins nobody and flags nobody any more: a device of an internet café, say. Two persons have agreed. */
export function exemptTrait(state: State, command: Of<'exemptTrait'>, turn: Turn): Reply {
  const { siteId, memberId, trait, hash } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  // Who is one person stays one.
  if (trait === 'IDENTITY') return refusalReply('SETTING_INVALID')
  if (!memberOf(state, siteId, memberId)) return refusalReply('USER_NOT_FOUND')
  if (!holdsTrait(state, { siteId, memberId, kind: trait, hash })) return refusalReply('HISTORY_NOT_FOUND')
  return keep(state, command, { kind: 'EXEMPT', trait, hash, oneId: null, otherId: null }, turn)
}

/** Two members belong together, or what joins the two directly counts no more. Two persons have agreed. */
export function linkMembers(state: State, command: Of<'linkMembers'>, turn: Turn): Reply {
  const { siteId, memberId, otherId, as } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  if (memberId === otherId || (as !== 'JOIN' && as !== 'SPLIT')) return refusalReply('INVALID_REQUEST')
  if (!memberOf(state, siteId, memberId) || !memberOf(state, siteId, otherId)) return refusalReply('USER_NOT_FOUND')
  const [less, more] = memberId < otherId ? [memberId, otherId] : [otherId, memberId]
  return keep(state, command, { kind: as, trait: null, hash: null, oneId: less, otherId: more }, turn)
}

/** What staff declared holds no longer. Two persons have agreed. */
export function undoGroupEdit(state: State, command: Of<'undoGroupEdit'>, turn: Turn): Reply {
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const edit = editsOf(state).get(command.editId)
  if (edit?.row.siteId !== command.siteId) return refusalReply('STALE_VERSION')
  change(turn.effects, 'riskGroupEdits', edit, { undoneAt: turn.wall, undoneBy: command.actor.id })
  undoEdit(state, edit)
  endAllLinked(state, turn)
  return { status: 200, body: { id: edit.row.id } }
}

type Declared = Pick<RiskGroupEditRow, 'kind' | 'trait' | 'hash' | 'oneId' | 'otherId'>

/** Keeps an edit, unless one about the same stands. */
function keep(
  state: State,
  { siteId, actor, reason, approval }: Of<'exemptTrait' | 'linkMembers'>,
  declared: Declared,
  turn: Turn,
): Reply {
  const by = { staffId: actor.id, approvedBy: approval!.staffId, reason: reason.trim() }
  const open = { createdAt: turn.wall, undoneAt: null, undoneBy: null }
  const edit: Cell<RiskGroupEditRow> = cell({ siteId, id: turn.nextId(), ...declared, ...by, ...open })
  if (!keepEdit(state, edit)) return refusalReply('STALE_VERSION')
  turn.effects.put('riskGroupEdits', edit)
  endAllLinked(state, turn)
  return { status: 200, body: { id: edit.row.id } }
}
