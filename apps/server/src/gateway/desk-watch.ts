import { mayRead, type Permission, type StaffRole } from '@maru/contract'
import { shippedSite } from '@maru/core'
import type { Access } from '../http/access-token.ts'
import type { Database } from '../ports.ts'
import type { Connection } from './connection.ts'

/** A socket on which a member of staff hears of a site. */
interface Seat {
  readonly connection: Connection
  readonly access: Access
  readonly siteId: number
  /** What he has to be allowed to read. */
  readonly permission: Permission
}

interface Standing {
  readonly session: string
  readonly role: StaffRole
  readonly site_ids: readonly string[]
}

/** Looks again and again whether those who hear of a site's desk still may: roles, sites and sessions change while a socket is open. */
export class DeskWatch {
  readonly #db: Database
  readonly #lost: (connection: Connection) => void
  readonly #seats = new Set<Seat>()

  constructor(db: Database, lost: (connection: Connection) => void) {
    this.#db = db
    this.#lost = lost
  }

  /** Watches a subscription; the returned function ends that. */
  join(connection: Connection, access: Access, siteId: number, permission: Permission): () => void {
    const seat: Seat = { connection, access, siteId, permission }
    this.#seats.add(seat)
    return () => void this.#seats.delete(seat)
  }

  /** The sites of which somebody hears. */
  sites(): ReadonlySet<number> {
    return new Set([...this.#seats].map(({ siteId }) => siteId))
  }

  /** One look at all of them. `now` is wall time. */
  async look(now: number): Promise<void> {
    const seats = [...this.#seats]
    if (seats.length === 0) return
    const standings = await this.#standings([...new Set(seats.map(({ access }) => access.sessionId))], now)
    for (const { connection, access, siteId, permission } of seats) {
      const standing = standings.get(access.sessionId)
      const may = standing?.site_ids.map(Number).includes(siteId) === true && mayRead(standing.role, permission)
      if (!may) this.#lost(connection)
    }
  }

  /** Roles and sites of those whose session runs: not ended, not over, not idle. */
  async #standings(sessions: readonly number[], now: number): Promise<ReadonlyMap<number, Standing>> {
    const rows = await this.#db.system((tx) =>
      tx.query<Standing>(
        `select l.id as session, s.role, s.site_ids
           from login_session l
           join staff s on s.site_id = l.site_id and s.member_id = l.member_id
           join member m on m.site_id = l.site_id and m.id = l.member_id
           left join site_config c on c.site_id = l.site_id
          where l.id = any($1) and l.ended_at is null and l.expires_at > $2
            and l.rotated_at > $2 - coalesce(c.staff_idle_ms, $3)::bigint
            and s.disabled_at is null and m.totp_sealed is not null`,
        [sessions, now, shippedSite.staffIdleMs],
      ),
    )
    return new Map(rows.map((row) => [Number(row.session), row]))
  }
}
