import { mayAsk, mayRead, type Permission, type StaffRole } from '@maru/contract'
import { shippedSite } from '@maru/core'
import type { Database } from '../ports.ts'
import type { Access, Staff } from './access-token.ts'

/**
 * What a member of staff may do at this moment: a role that was lowered counts from the next call on, whatever his token says. Without an
 * authenticator app he may do nothing but enrol one.
 */
export const staffNow = (db: Database, siteId: number, memberId: number): Promise<Staff | null> =>
  standingNow(db, { siteId, memberId, sessionId: null }, 0)

/** Who somebody is now, and whether his session has proved itself. */
interface Standing extends Staff {
  /** The last proof of the session is young enough for money and settings; its sign-in is one, too. */
  readonly isProven: boolean
}

type InSession = Pick<Access, 'siteId' | 'memberId'> & { readonly sessionId: number | null }

/** The same of a session. All of it is one look, for every call of staff begins with it. `now`: wall clock. */
export async function standingNow(
  db: Database,
  { siteId, memberId, sessionId }: InSession,
  now: number,
): Promise<Standing | null> {
  const [row] = await db.alone(siteId).query<{
    role: StaffRole
    site_ids: string[]
    proven_at: string | null
    staff_proof_ms: number | null
  }>(
    `select s.role, s.site_ids, coalesce(l.proven_at, l.created_at) as proven_at, c.staff_proof_ms
       from staff s join member m on m.site_id = s.site_id and m.id = s.member_id
       left join login_session l on l.site_id = s.site_id and l.id = $3 and l.member_id = s.member_id
       left join site_config c on c.site_id = s.site_id
      where s.site_id = $1 and s.member_id = $2 and s.disabled_at is null and m.totp_sealed is not null`,
    [siteId, memberId, sessionId],
  )
  if (row === undefined) return null
  const { role, site_ids, proven_at, staff_proof_ms: proofMs } = row
  const isProven = proven_at !== null && now <= Number(proven_at) + (proofMs ?? shippedSite.staffProofMs)
  return { role, siteIds: site_ids.map(Number), isProven }
}

/** May this role make a call of this method? */
export const permits = (role: StaffRole, method: 'GET' | 'POST', permission: Permission): boolean =>
  method === 'GET' ? mayRead(role, permission) : mayAsk(role, permission)
