import type { Tx } from '../ports.ts'

/**
 * Deletes the refresh tokens of sessions that expired before `before`, at most `limit`; returns how many. Until then all of a session's
 * tokens stay: one that comes back betrays a theft.
 */
export async function forgetTokens(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from refresh_token where (site_id, token_hash) in (
         select t.site_id, t.token_hash from login_session s
         join refresh_token t on t.site_id = s.site_id and t.session_id = s.id
         where s.expires_at < $1 limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}

/** Deletes sessions that expired before `before`, with what is left of their tokens, at most `limit`; returns how many. */
export async function forgetSessions(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from login_session where (site_id, id) in (
         select site_id, id from login_session where expires_at < $1 limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}

/** Deletes counts of failed sign-ins whose newest is older than `before` and that lock nothing at `now`, at most `limit`; returns how many. */
export async function forgetAttempts(tx: Tx, before: number, now: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from login_attempt where (site_id, username, ip) in (
         select site_id, username, ip from login_attempt where failed_at < $1 and locked_until < $2 limit $3)
       returning 1)
     select count(*) from gone`,
    [before, now, limit],
  )
  return Number(rows[0]?.count)
}
