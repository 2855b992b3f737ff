import { bySystem } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Tx } from '../ports.ts'
import type { Sessions } from './sessions.ts'
import { staffToSignOut } from './staff-store.ts'

const everyMs = 2_000

/**
 * Makes a change of the members' table take effect within seconds, whoever wrote it: sessions and sockets of a denied member end, the core
 * takes no stakes of him; one who is let in again may stake again; a blocked device loses its access. Sessions end at their time.
 */
export function watchDenials(app: FastifyInstance, deps: Deps, sessions: Sessions): void {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isClosing = false
  const run = () => {
    running = Promise.all([
      enforceStatuses(deps, sessions),
      enforceBlocks(app, deps),
      signStaffOut(deps, sessions),
      sessions.endExpired(),
    ])
      // The core or the database may be away: the next turn tries again.
      .catch((error) => deps.log.error({ err: error }, 'statuses of members were not enforced'))
      .then(() => undefined)
      .finally(() => {
        if (!isClosing) timer = setTimeout(run, everyMs)
      })
  }
  app.addHook('onReady', (done) => {
    run()
    done()
  })
  app.addHook('onClose', async () => {
    isClosing = true
    if (timer !== null) clearTimeout(timer)
    await running
  })
}

/** One turn: what the members' table says is made so for sessions and core. */
async function enforceStatuses(deps: Pick<Deps, 'db' | 'core' | 'log'>, sessions: Sessions): Promise<void> {
  for (const { siteId, memberId, status } of await deps.db.system(statusesToEnforce)) {
    if (!deps.core.serves(siteId)) continue
    deps.log.info({ site: siteId, member: memberId, status }, 'status enforced')
    if (status === 'DENY') await sessions.endAll(siteId, memberId, 'DENY')
    await deps.core.submit({ kind: 'setMemberStatus', ...bySystem(siteId), memberId, status })
  }
}

/** Sessions of staff who were disabled, or who have to enrol an app anew. */
async function signStaffOut({ db }: Pick<Deps, 'db'>, sessions: Sessions): Promise<void> {
  for (const { siteId, memberId } of await db.system(staffToSignOut))
    await sessions.endAll(siteId, memberId, 'STAFF_CHANGED')
}

/** Tokens and sockets of a device that was blocked meanwhile end, those issued before too. */
async function enforceBlocks(app: FastifyInstance, deps: Pick<Deps, 'db' | 'bus'>): Promise<void> {
  const rows = await deps.db.system((tx) =>
    tx.query<{ site_id: string; id: string }>(
      "select site_id, id from member where block_device <> '' and block_device like '%M%'",
    ),
  )
  const blocked = rows.map((row) => ({ siteId: Number(row.site_id), memberId: Number(row.id) }))
  for (const member of app.blockedDevices.replace(blocked)) {
    deps.bus.publish('control', { kind: 'blockMobile', ...member })
  }
}

interface StatusToEnforce {
  readonly siteId: number
  readonly memberId: number
  readonly status: 'ACTIVE' | 'DENY'
}

/** Few members are denied: both halves start from an index of those. */
async function statusesToEnforce(tx: Tx): Promise<StatusToEnforce[]> {
  const rows = await tx.query<{ site_id: string; id: string; status: 'ACTIVE' | 'DENY' }>(
    `select m.site_id, m.id, m.status from member m
       left join member_state s on s.site_id = m.site_id and s.member_id = m.id
      where m.status = 'DENY'
        and (s.status = 'ACTIVE' or exists (
          select 1 from login_session l where l.site_id = m.site_id and l.member_id = m.id and l.ended_at is null))
     union all
     select m.site_id, m.id, m.status from member_state s
       join member m on m.site_id = s.site_id and m.id = s.member_id
      where s.status = 'DENY' and m.status = 'ACTIVE'`,
  )
  return rows.map((row) => ({ siteId: Number(row.site_id), memberId: Number(row.id), status: row.status }))
}
