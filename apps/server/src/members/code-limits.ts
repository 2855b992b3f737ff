import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { SiteNumbers } from '../sites/index.ts'

const hourMs = 3_600_000
const mostASiteAMinute = 300

/**
 * Notes that a code goes to a number or address; throws RATE_LIMITED where one went there too short a time ago, or too many within an hour,
 * or where the site sends too many. Who asks, and whether anybody has the number, makes no difference.
 */
export async function noteCode(
  tx: Tx,
  { codeResendMs, codesAnHour }: Pick<SiteNumbers, 'codeResendMs' | 'codesAnHour'>,
  siteId: number,
  target: Buffer,
  id: string,
  now: number,
): Promise<void> {
  // Requests about one number go one after another, so that many at once send no more than one.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `maru.code:${siteId}:${target.toString('hex')}`,
  ])
  const [counted] = await tx.query<{ newest: string | null; oldest: string | null; count: number; site: number }>(
    `select max(at) as newest, min(at) as oldest, count(*)::int as count,
            (select count(*)::int from code_sent where site_id = $1 and at > $4) as site
       from code_sent where site_id = $1 and target_hash = $2 and at > $3`,
    [siteId, target, now - hourMs, now - 60_000],
  )
  const { newest = null, oldest = null, count = 0, site = 0 } = counted ?? {}
  const waits = [
    newest === null ? 0 : Number(newest) + codeResendMs - now,
    count < codesAnHour ? 0 : Number(oldest) + hourMs - now,
    site < mostASiteAMinute ? 0 : 60_000,
  ]
  const wait = Math.max(...waits)
  if (wait > 0) throw new Refused('RATE_LIMITED', {}, Math.ceil(wait / 1_000))
  await tx.query('insert into code_sent (site_id, target_hash, at, id) values ($1, $2, $3, $4)', [
    siteId,
    target,
    now,
    id,
  ])
}
