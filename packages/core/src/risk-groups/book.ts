import type { Book } from '../book.ts'
import { endLinked } from '../copies/linked.ts'
import { cell, storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { memberOf, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { exemptTrait, linkMembers, undoGroupEdit } from './edits.ts'
import { riskGroupQueries } from './queries.ts'
import { editsOf, groupsOf, keepEdit, keepTrait, seeTrait, traitsOf } from './state.ts'

/** Risk groups (rules D and F): who is one person, or uses one device or one bank account. */
export const riskGroups = {
  name: 'riskGroups',
  commands: {
    noteTrait: { actors: ['system'], key: 'none', run: noteTrait },
    exemptTrait: { actors: ['staff'], key: 'client', run: exemptTrait },
    linkMembers: { actors: ['staff'], key: 'client', run: linkMembers },
    undoGroupEdit: { actors: ['staff'], key: 'client', run: undoGroupEdit },
  },
  restore(state, snapshot) {
    for (const row of snapshot.riskGroupEdits) keepEdit(state, storedCell(row))
    for (const row of snapshot.memberTraits) keepTrait(state, storedCell(row))
  },
  rows: (state) => ({
    memberTraits: traitsOf(state),
    riskGroupEdits: [...editsOf(state).values()].map(({ row }) => row),
  }),
  digest: groupsOf,
  queries: riskGroupQueries,
} satisfies Book

const isHash = /^[0-9a-f]{32,128}$/

function noteTrait(state: State, command: Extract<Command, { kind: 'noteTrait' }>, turn: Turn): Reply {
  const { siteId, memberId, trait, hash } = command
  if (!memberOf(state, siteId, memberId)) return refusalReply('USER_NOT_FOUND')
  if (!isHash.test(hash)) return refusalReply('INVALID_REQUEST')
  seeTrait(state, cell({ siteId, memberId, kind: trait, hash, at: turn.wall }), turn)
  endLinked(state, memberId, turn)
  return { status: 200, body: {} }
}
