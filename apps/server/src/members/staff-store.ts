import type { ListedStaff, StaffRole, StaffRow } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { clearTotp } from './totp-store.ts'

interface Raw {
  id: string
  username: string
  name: string
  role: StaffRole
  site_ids: string[]
  is_totp_on: boolean
  created_at: string
  disabled_at: string | null
  last_seen_at: string | null
}

const timeOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** The staff of a site, or the one of an id, by username. */
export async function staffRows(tx: Tx, siteId: number, id: number | null = null): Promise<StaffRow[]> {
  const rows = await tx.query<Raw>(
    `select m.id, m.username, m.name, s.role, s.site_ids, m.totp_sealed is not null as is_totp_on, s.created_at, s.disabled_at,
            (select max(l.last_seen_at) from login_session l where l.site_id = s.site_id and l.member_id = s.member_id) as last_seen_at
       from staff s join member m on m.site_id = s.site_id and m.id = s.member_id
      where s.site_id = $1 and ($2::bigint is null or s.member_id = $2) order by m.username`,
    [siteId, id],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    username: row.username,
    name: row.name,
    role: row.role,
    siteIds: row.site_ids.map(Number),
    isTotpOn: row.is_totp_on,
    createdAt: Number(row.created_at),
    disabledAt: timeOf(row.disabled_at),
    lastSeenAt: timeOf(row.last_seen_at),
  }))
}

/** The staff of a site, each with how many sessions of theirs are open. */
export async function listedStaff(tx: Tx, siteId: number, now: number): Promise<ListedStaff[]> {
  const { staffIdleMs } = await numbersOf(tx, siteId)
  const rows = await tx.query<{ member_id: string; count: string }>(
    `select l.member_id, count(*) from login_session l join staff s on s.site_id = l.site_id and s.member_id = l.member_id
      where l.site_id = $1 and l.ended_at is null and l.expires_at > $2 and l.rotated_at > $2 - $3::bigint group by l.member_id`,
    [siteId, now, staffIdleMs],
  )
  const open = new Map(rows.map(({ member_id, count }) => [Number(member_id), Number(count)]))
  return (await staffRows(tx, siteId)).map((row) => ({ ...row, sessions: open.get(row.id) ?? 0 }))
}

/** One member of staff, whose row nobody else changes meanwhile; null: there is none who still works here. */
export async function lockStaff(tx: Tx, siteId: number, id: number): Promise<StaffRow | null> {
  // All of a site: who counts its SUPERs must find them as they stay.
  await tx.query('select member_id from staff where site_id = $1 order by member_id for update', [siteId])
  const [row] = await staffRows(tx, siteId, id)
  return row === undefined || row.disabledAt !== null ? null : row
}

export async function setStaff(tx: Tx, siteId: number, id: number, role: StaffRole, siteIds: readonly number[]) {
  await tx.query('update staff set role = $3, site_ids = $4 where site_id = $1 and member_id = $2', [
    siteId,
    id,
    role,
    siteIds,
  ])
}

export async function disableStaff(tx: Tx, siteId: number, id: number, now: number): Promise<void> {
  await tx.query('update staff set disabled_at = $3 where site_id = $1 and member_id = $2', [siteId, id, now])
}

/** Ends the app of a member of staff and his recovery codes. */
export async function endTotp(tx: Tx, siteId: number, id: number, now: number): Promise<void> {
  await clearTotp(tx, siteId, id, now)
  await tx.query('delete from recovery_code where site_id = $1 and member_id = $2', [siteId, id])
}

/** How many SUPERs work here. */
export async function countSupers(tx: Tx, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) from staff where site_id = $1 and role = 'SUPER' and disabled_at is null`,
    [siteId],
  )
  return Number(row?.count)
}

/** Staff with open sessions who were disabled, or whose app was reset since they signed in. */
export async function staffToSignOut(tx: Tx): Promise<{ readonly siteId: number; readonly memberId: number }[]> {
  const rows = await tx.query<{ site_id: string; member_id: string }>(
    `select distinct s.site_id, s.member_id from staff s
       join member m on m.site_id = s.site_id and m.id = s.member_id
       join login_session l on l.site_id = s.site_id and l.member_id = s.member_id and l.ended_at is null
      where s.disabled_at is not null or (m.totp_sealed is null and l.created_at < m.totp_changed_at)`,
  )
  return rows.map((row) => ({ siteId: Number(row.site_id), memberId: Number(row.member_id) }))
}

export async function keepActivation(tx: Tx, siteId: number, memberId: number, hash: Buffer, expiresAt: number) {
  await tx.query('insert into staff_activation (site_id, member_id, code_hash, expires_at) values ($1, $2, $3, $4)', [
    siteId,
    memberId,
    hash,
    expiresAt,
  ])
}

/** Uses a code up; false for one that is unknown, used or over. */
export async function useActivation(tx: Tx, siteId: number, memberId: number, hash: Buffer, now: number) {
  const rows = await tx.query(
    `update staff_activation set used_at = $4
      where site_id = $1 and member_id = $2 and code_hash = $3 and used_at is null and expires_at > $4 returning member_id`,
    [siteId, memberId, hash, now],
  )
  return rows.length > 0
}
