import { consoleStaffEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { endByStaff } from './session-ends.ts'
import type { Sessions } from './sessions.ts'
import { staffRows } from './staff-store.ts'

/** Where staff are signed in, and how a sign-in of theirs is ended. */
export function registerStaffSessions(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  route(app, deps, consoleStaffEndpoints.staffSessions, async ({ params, site, member }) => {
    const [row] = await deps.db.tenant(site.id, (tx) => staffRows(tx, site.id, params.id))
    if (row === undefined) throw new Refused('USER_NOT_FOUND')
    return sessions.list(site.id, row.id, member.sessionId, 'STAFF')
  })

  route(app, deps, consoleStaffEndpoints.staffEndSessions, async (call) => {
    const { siteId, id } = await endByStaff(deps, sessions, call, 'STAFF')
    return sessions.list(siteId, id, call.member.sessionId, 'STAFF')
  })
}
