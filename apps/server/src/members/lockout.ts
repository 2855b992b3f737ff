import { connectionOf, Refused } from '../http/index.ts'
import type { Database } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'

/** Throws ACCOUNT_LOCKED while the username is locked for this address, of IPv6 for its /64. Unknown names are treated alike. */
export async function refuseLocked(db: Database, siteId: number, username: string, ip: string, now: number) {
  const rows = await db.tenant(siteId, (tx) =>
    tx.query<{ locked_until: string }>(
      'select locked_until from login_attempt where site_id = $1 and username = $2 and ip = $3',
      [siteId, username, connectionOf(ip)],
    ),
  )
  throwIfLocked(Number(rows[0]?.locked_until ?? 0), now)
}

/**
 * Counts an attempt as failed before its password is looked at, so that many at once get no more tries than one after
 * the other; a good one clears the count. The last that the site
 * allows locks: until then, or until the lock ends, the count stays.
 */
export async function countAttempt(db: Database, siteId: number, username: string, ip: string, now: number) {
  const { rows, signInTries } = await db.tenant(siteId, async (tx) => {
    const { signInTries, signInLockMs } = await numbersOf(tx, siteId)
    const rows = await tx.query<{ failures: number; locked_until: string }>(
      `insert into login_attempt as a (site_id, username, ip, failures, failed_at) values ($1, $2, $3, 1, $4)
       on conflict (site_id, username, ip) do update
         set failures = case
               when a.locked_until > $4 then a.failures + 1
               when a.locked_until > 0 or a.failed_at < $4 - $5::bigint then 1
               else a.failures + 1 end,
             locked_until = case
               when a.locked_until > $4 then a.locked_until
               when a.locked_until = 0 and a.failed_at >= $4 - $5::bigint and a.failures + 1 >= $6 then $4 + $5::bigint
               else 0 end,
             failed_at = $4
       returning failures, locked_until`,
      [siteId, username, connectionOf(ip), now, signInLockMs, signInTries],
    )
    return { rows, signInTries }
  })
  // The attempt that fills the count is still tried; those behind it are not.
  const row = rows[0]
  if (row && row.failures > signInTries) throwIfLocked(Number(row.locked_until), now)
}

export async function clearAttempts(db: Database, siteId: number, username: string, ip: string): Promise<void> {
  await db.tenant(siteId, (tx) =>
    tx.query(
      `update login_attempt set failures = 0, locked_until = 0, failed_at = 0
        where site_id = $1 and username = $2 and ip = $3`,
      [siteId, username, connectionOf(ip)],
    ),
  )
}

function throwIfLocked(lockedUntil: number, now: number): void {
  if (lockedUntil > now) {
    throw new Refused(
      'ACCOUNT_LOCKED',
      { minutes: Math.ceil((lockedUntil - now) / 60_000) },
      (lockedUntil - now) / 1000,
    )
  }
}
