import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { SiteNumbers } from '../sites/index.ts'
import type { Channel } from './verification-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostASiteAMinute = 300
const mostSmsADay = 10

interface SentCode {
  readonly siteId: number
  readonly channel: Channel
  /** Keyed hash of the number or address. */
  readonly target: Buffer
  readonly id: string
  readonly at: number
}

/**
 * Notes that a code goes to a number or address; throws RATE_LIMITED where one went there too short a time ago, or too many within an hour,
 * by SMS also within a day, or where the site sends too many. Who asks, and whether anybody has the number, makes no difference.
 */
export async function noteCode(
  tx: Tx,
  { codeResendMs, codesAnHour }: Pick<SiteNumbers, 'codeResendMs' | 'codesAnHour'>,
  { siteId, channel, target, id, at: now }: SentCode,
): Promise<void> {
  // Requests about one number go one after another, so that many at once send no more than one.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `maru.code:${siteId}:${target.toString('hex')}`,
  ])
  const [counted] = await tx.query<{
    newest: string | null
    oldest: string | null
    count: number
    oldest_of_day: string | null
    count_of_day: number
    site: number
  }>(
    `select max(at) as newest, min(at) filter (where at > $3) as oldest, (count(*) filter (where at > $3))::int as count,
            min(at) as oldest_of_day, count(*)::int as count_of_day,
            (select count(*)::int from code_sent where site_id = $1 and at > $4) as site
       from code_sent where site_id = $1 and target_hash = $2 and at > $5`,
    [siteId, target, now - hourMs, now - 60_000, now - dayMs],
  )
  if (counted === undefined) throw new Error('a sum has no row')
  const { newest, oldest, count, oldest_of_day: oldestOfDay, count_of_day: countOfDay, site } = counted
  const waits = [
    newest === null ? 0 : Number(newest) + codeResendMs - now,
    count < codesAnHour ? 0 : Number(oldest) + hourMs - now,
    channel !== 'phone' || countOfDay < mostSmsADay ? 0 : Number(oldestOfDay) + dayMs - now,
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
