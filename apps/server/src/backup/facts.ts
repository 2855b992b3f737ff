import type pg from 'pg'
import type { Manifest } from './manifest.ts'

export type Facts = Pick<Manifest, 'postgres' | 'migration' | 'newestBatch' | 'walPosition'>

/** What a manifest says of a database, as the client's transaction sees it. */
export async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<{ version: string; wal: string; migration: number | null }>(
    `select current_setting('server_version') as version, pg_current_wal_lsn()::text as wal,
            (select max(version)::int from schemaversion) as migration`,
  )
  const batches = await client.query<{ epoch: string; seq: string; at: string }>(
    'select epoch, seq, at from journal_batch order by at desc, epoch desc, seq desc limit 1',
  )
  const [row, newest] = [rows[0], batches.rows[0]]
  if (row === undefined) throw new Error('PostgreSQL did not say its version')
  return {
    postgres: { version: row.version, platform: `${process.platform}-${process.arch}` },
    migration: row.migration ?? 0,
    walPosition: row.wal,
    newestBatch:
      newest === undefined ? null : { epoch: Number(newest.epoch), seq: Number(newest.seq), at: Number(newest.at) },
  }
}

export const majorOf = (version: string): number => Number.parseInt(version, 10)
