import { type ReplyKey, type StoredReplyRow, tables } from '@maru/core'
import pg from 'pg'
import { lifeline } from '../database/index.ts'
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
