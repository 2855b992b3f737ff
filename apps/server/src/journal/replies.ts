import { type ReplyKey, type StoredReplyRow, tables } from '@maru/core'
import pg from 'pg'
import { lifeline } from '../database/index.ts'
import type { Database } from '../ports.ts'
import { ArraySpace, int8Array, textArray } from './binary-array.ts'
import { type DatabaseRow, readerOf } from './read.ts'

const storedReply = readerOf(tables.replies)

export interface ReplyLookup {
  /** The stored replies of those keys that have one, in one query without a transaction around it: a bet waits for it. */
  find(keys: readonly ReplyKey[]): Promise<StoredReplyRow[]>
  close(): Promise<void>
}

/** Opens two connections for lookups, so that one query may be under way while the next is made. */
export function openReplyLookup(connection: pg.ClientConfig, onError: (error: Error) => void): ReplyLookup {
  const pool = new pg.Pool({ ...connection, ...lifeline, max: 2, application_name: 'maru replies' })
  let closing = false
  pool.on('error', (error) => (closing ? undefined : onError(error)))
  return {
    async find(keys) {
      const space = new ArraySpace()
      const { rows } = await pool.query<DatabaseRow>({
        name: 'find_replies',
        // Each key is looked up by itself, whatever the planner thinks of the size of the table: a plan outlives the time when it was small.
        text: `select r.*
               from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as wanted(site_id, actor_kind, actor_id, key)
               cross join lateral (
                 select * from stored_reply s
                 where (s.site_id, s.actor_kind, s.actor_id, s.key) = (wanted.site_id, wanted.actor_kind, wanted.actor_id, wanted.key)
                 limit 1) r`,
        values: [
          int8Array(space, keys, (key) => key.siteId),
          textArray(space, keys, (key) => key.actorKind),
          textArray(space, keys, (key) => key.actorId),
          textArray(space, keys, (key) => key.key),
        ],
      })
      return rows.map(storedReply)
    },
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** So many blocks of the table are read at once: a few thousand keys. */
const blocks = 128

/**
 * Reads the first eight bytes of the SHA-256 of each stored key's name (`replyName`), piece by piece. One transaction holds the table, so that
 * no row moves meanwhile; rows that are added while it reads may be left out.
 */
export function readKeyHashes(db: Database, onHashes: (hashes: Buffer) => void): Promise<void> {
  return db.system(async (tx) => {
    // The lock comes with the first row that is looked for.
    await tx.query('select from stored_reply limit 1')
    const [table] = await tx.query<{ blocks: string }>(
      `select pg_relation_size('stored_reply') / current_setting('block_size')::int as blocks`,
    )
    for (let block = 0; block < Number(table?.blocks); block += blocks) {
      const [piece] = await tx.query<{ hashes: Buffer | null }>(
        `select string_agg(substr(sha256(convert_to(concat_ws(':', site_id, actor_kind, actor_id, key), 'UTF8')), 1, 8), '') as hashes
         from stored_reply where ctid >= $1::tid and ctid < $2::tid`,
        [`(${block},0)`, `(${block + blocks},0)`],
      )
      if (piece?.hashes) onHashes(piece.hashes)
    }
  }, 'long')
}
