import { type ReplyKey, type StoredReplyRow, tables } from '@maru/core'
import pg from 'pg'
import { lifeline } from '../database/index.ts'
import { numberArray, textArray } from './array-literal.ts'
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
      const { rows } = await pool.query<DatabaseRow>({
        name: 'find_replies',
        text: `select r.*
               from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as wanted(site_id, actor_kind, actor_id, key)
               join stored_reply r using (site_id, actor_kind, actor_id, key)`,
        values: [
          numberArray(keys, (key) => key.siteId),
          textArray(keys, (key) => key.actorKind),
          textArray(keys, (key) => key.actorId),
          textArray(keys, (key) => key.key),
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
