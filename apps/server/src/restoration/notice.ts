import { payingProviders } from '@maru/core'
import type { Logger } from 'pino'
import { readMark, removeMark } from '../backup/index.ts'
import { newestWallTime } from '../clock-back.ts'
import { ConfigError } from '../config.ts'
import type { Database, Tx } from '../ports.ts'

/** Further than any id that the lost house can have given since its backup. 8,191 restores fit into what a number holds exactly. */
const idsMoveBy = 2n ** 40n

/** How a restore was noticed: `npm run restore` marked it, the database is another one, or `npm run restored` said so. */
type How = 'MARK' | 'DATABASE' | 'COMMAND'

interface Setup {
  readonly db: Database
  readonly dataDir: string
  /** Epoch ms of the wall clock. */
  readonly wall: number
  readonly log: Logger
}

/**
 * Looks whether the house begins anew from a backup. Then its ids go on far beyond those of the house that was lost, and each provider's
 * payouts are barred until it was asked what happened since. Called before ids are handed out and rows are read; returns whether it did.
 * Throws ConfigError where no ids are left.
 */
export async function noticeRestore({ db, dataDir, wall, log }: Setup): Promise<boolean> {
  const mark = readMark(dataDir)
  const noticed = await db.system(async (tx) => {
    const how = await howRestored(tx, mark)
    return how === null ? null : { how, ...(await begin(tx, how, wall)) }
  })
  if (mark !== null) removeMark(dataDir)
  if (noticed === null) return false
  log.error(
    noticed,
    'the house begins anew from a backup: payouts are barred until each provider was asked what was paid since',
  )
  return true
}

/** The next start takes the house for one that was restored: its folder was copied, which nothing else shows. */
export const tellRestored = (db: Database): Promise<unknown> =>
  db.system((tx) =>
    tx.query(
      `insert into database_identity (system_id, timeline, database_oid) values ('', 0, 0)
       on conflict (one) do update set timeline = 0`,
    ),
  )

/** Notes which database this is; null: the one of the last start, or the first that is noted. */
async function howRestored(tx: Tx, mark: string | null): Promise<How | null> {
  const [known] = await tx.query<{ system_id: string; timeline: number; database_oid: string; mark: string | null }>(
    'select system_id, timeline, database_oid, mark from database_identity for update',
  )
  const [now] = await tx.query<{ system_id: string; timeline: number; database_oid: string }>(
    `select (select system_identifier::text from pg_control_system()) as system_id,
            ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
            (select oid::bigint from pg_database where datname = current_database()) as database_oid`,
  )
  if (now === undefined) throw new Error('PostgreSQL did not say which database it is')
  await tx.query(
    `insert into database_identity (system_id, timeline, database_oid, mark) values ($1, $2, $3, $4)
     on conflict (one) do update set system_id = excluded.system_id, timeline = excluded.timeline,
       database_oid = excluded.database_oid, mark = coalesce(excluded.mark, database_identity.mark)`,
    [now.system_id, now.timeline, now.database_oid, mark],
  )
  if (mark !== null && mark !== known?.mark) return 'MARK'
  if (known === undefined) return null
  if (known.timeline === 0) return 'COMMAND'
  const isSame =
    known.system_id === now.system_id && known.timeline === now.timeline && known.database_oid === now.database_oid
  return isSame ? null : 'DATABASE'
}

/** Moves the ids, and bars the payouts of every site, of whoever pays: the lost house may have had a provider that a site has not. One that was barred before stays so since the older backup. */
async function begin(tx: Tx, how: How, wall: number) {
  const since = (await newestWallTime(tx)) ?? wall
  const [ids] = await tx.query<{ last: string; max: string }>(
    `select last_value as last, (select max_value from pg_sequences where schemaname = 'public' and sequencename = 'maru_id') as max from maru_id`,
  )
  if (ids === undefined) throw new Error('there is no sequence of ids')
  const firstId = BigInt(ids.last) + idsMoveBy
  if (firstId >= BigInt(ids.max)) throw new ConfigError('no ids are left: the house was restored too often')
  await tx.query(`select setval('maru_id', $1::bigint)`, [String(firstId)])
  await tx.query(
    `insert into payout_bar (site_id, provider, since, barred_at)
       select id, provider, $1, $2 from site, unnest($3::text[]) provider
     on conflict (site_id, provider) do update
       set since = case when payout_bar.lifted_at is null then least(payout_bar.since, excluded.since) else excluded.since end,
           barred_at = greatest(excluded.barred_at, payout_bar.barred_at + 1), lifted_at = null`,
    [since, wall, payingProviders],
  )
  const [{ at = wall } = {}] = await tx.query<{ at: number }>(
    `insert into restoration (noticed_at, since, how, first_id)
     select greatest($1::bigint, coalesce(max(noticed_at), 0) + 1), $2, $3, $4 from restoration returning noticed_at as at`,
    [wall, since, how, String(firstId)],
  )
  return { noticedAt: Number(at), since, firstId: String(firstId) }
}
