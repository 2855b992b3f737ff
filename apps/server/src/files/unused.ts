import type { Tx } from '../ports.ts'

/** So long after it was made, or last sent along, a file that nothing refers to is kept. */
export const unusedKeptMs = 7 * 86_400_000

/**
 * Notes that a member sends files of his along, in the transaction of what refers to them or before it; false: not all are his, or one is
 * gone. From now on they are kept for as long as a file that was just made.
 */
export async function useFiles(
  tx: Tx,
  { siteId, memberId }: { readonly siteId: number; readonly memberId: number },
  ids: readonly number[],
  now: number,
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await tx.query(
    'update member_file set used_at = $4 where site_id = $1 and member_id = $2 and id = any ($3) returning id',
    [siteId, memberId, ids, now],
  )
  return rows.length === new Set(ids).size
}

/**
 * Deletes files of before `before` (wall clock) that no inquiry, chat or dispute refers to, at most `limit`; returns how many. One that is
 * being attached is waited for: its row then says that it was used, and it stays.
 */
export async function forgetUnusedFiles(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from member_file where coalesce(used_at, created_at) < $1 and (site_id, id) in (
       select f.site_id, f.id from member_file f
        where coalesce(f.used_at, f.created_at) < $1
          and not exists (select from inquiry_line l
                           where l.site_id = f.site_id and l.file_ids <> '{}' and l.file_ids @> array[f.id])
          and not exists (select from chat_line c where c.site_id = f.site_id and c.file_id = f.id)
          and not exists (select from p2p_statement s
                           where s.site_id = f.site_id and s.file_ids <> '[]' and s.file_ids @> to_jsonb(f.id))
        limit $2)
      returning id`,
    [before, limit],
  )
  return rows.length
}
