import { consoleMemberEndpoints, type PersonalData } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { type AboutMember, actOnMember } from './desk-acts.ts'
import { deskMember, memberNotes } from './desk-search.ts'
import { tryOpenMember } from './open-members.ts'
import type { Seal } from './seal.ts'
import { endByStaff } from './session-ends.ts'
import type { Sessions } from './sessions.ts'
import { type MemberRow, setByStaff } from './store.ts'

interface Parts {
  readonly sessions: Sessions
  readonly seal: Seal
  readonly personal: (row: MemberRow) => PersonalData
}

/** What staff do with a member: each once under its key, with a reason, in the log with before → after. */
export function registerMemberActs(app: FastifyInstance, deps: Deps, { sessions, seal, personal }: Parts): void {
  route(app, deps, consoleMemberEndpoints.deskMemberPersonal, async (call) => {
    const { row } = await actOnMember(deps, call, async () => ({}))
    return personal(row)
  })

  route(app, deps, consoleMemberEndpoints.deskMemberStatus, async (call) => {
    const { status } = call.body
    const { row, isNew } = await change(call, { status })
    // The watch of statuses tells the core, and ends what a crash left open here.
    if (isNew && row.status === 'DENY') await sessions.endAll(row.siteId, row.id, 'DENY')
    if (isNew && row.status === 'ACTIVE') await tryOpenMember(deps, row, call.site.moneyMode)
    return deskMember(seal, row)
  })

  route(app, deps, consoleMemberEndpoints.deskMemberDevice, async (call) => {
    const { row } = await change(call, { blockDevice: call.body.isMobileBlocked ? 'M' : '' })
    return deskMember(seal, row)
  })

  route(app, deps, consoleMemberEndpoints.deskMemberEndSessions, async (call) =>
    deskMember(seal, await endByStaff(deps, sessions, call, 'MEMBER')),
  )

  route(app, deps, consoleMemberEndpoints.deskMemberNote, async (call) => {
    const { text } = call.body
    const staffId = call.member.memberId
    const { row, actId } = await actOnMember(deps, call, async (tx, { siteId, id }, act) => {
      await tx.query(
        'insert into member_note (site_id, id, member_id, staff_id, text, created_at) values ($1, $2, $3, $4, $5, $6)',
        [siteId, act.id, id, staffId, text, act.now],
      )
      return { said: { noteId: act.id } }
    })
    const notes = await deps.db.tenant(row.siteId, (tx) => memberNotes(tx, row))
    const note = notes.find(({ id }) => id === actId)
    if (note === undefined) throw new Refused('HISTORY_NOT_FOUND')
    return note
  })

  /** Changes a member's row; what it says already is no change, and nothing is refused for it. */
  function change(call: AboutMember, parts: Partial<Pick<MemberRow, 'status' | 'blockDevice'>>) {
    return actOnMember(deps, call, async (tx, row) => {
      if (row.leftAt !== null) throw new Refused('MEMBER_LEFT')
      const before = Object.fromEntries(Object.keys(parts).map((field) => [field, row[field as keyof typeof parts]]))
      await setByStaff(tx, row, { status: row.status, blockDevice: row.blockDevice, ...parts })
      return { changes: [{ table: 'member', row: `${row.siteId}:${row.id}`, before, after: { ...parts } }] }
    })
  }
}
