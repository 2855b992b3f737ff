import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import { type AboutMember, actOnMember } from './desk-acts.ts'
import type { Sessions } from './sessions.ts'
import type { MemberRow } from './store.ts'

type Ending = AboutMember & { readonly body: { readonly sessionId?: number | undefined } }

/** Staff end one session of a member, or of one of them, or all: once under its key, in the log with its reason. */
export async function endByStaff(
  deps: Pick<Deps, 'db' | 'ids' | 'clocks'>,
  sessions: Sessions,
  call: Ending,
  kind: 'MEMBER' | 'STAFF',
): Promise<MemberRow> {
  const { sessionId } = call.body
  const { row, isNew } = await actOnMember(
    deps,
    call,
    async (tx, { siteId, id }) => {
      if (sessionId === undefined) return {}
      const [open] = await tx.query(
        'select id from login_session where site_id = $1 and member_id = $2 and id = $3 and ended_at is null',
        [siteId, id, sessionId],
      )
      if (open === undefined) throw new Refused('HISTORY_NOT_FOUND')
      return { said: { sessionId } }
    },
    kind,
  )
  if (isNew && sessionId === undefined) await sessions.endAll(row.siteId, row.id, 'STAFF')
  if (sessionId !== undefined) await sessions.end(row.siteId, row.id, sessionId, 'STAFF')
  return row
}
