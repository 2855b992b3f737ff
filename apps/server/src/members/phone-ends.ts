import type { Database } from '../ports.ts'
import { phoneField } from './me.ts'
import type { Seal } from './seal.ts'

const batchRows = 500

/** Fills in the ends of numbers that were kept before staff could search for them; returns how many. */
export async function fillPhoneEnds(db: Database, seal: Seal, signal: AbortSignal): Promise<number> {
  let sum = 0
  for (let count = batchRows; count === batchRows && !signal.aborted; ) {
    count = await db.system(async (tx) => {
      const rows = await tx.query<{ site_id: string; id: string; phone_sealed: Buffer }>(
        `select site_id, id, phone_sealed from member where phone_end is null and phone_sealed is not null
          order by site_id, id limit ${batchRows}`,
      )
      const ends = rows.map(({ site_id, id, phone_sealed }) =>
        seal.phoneEndHash(Number(site_id), seal.open(phone_sealed, phoneField(Number(site_id), Number(id)))),
      )
      await tx.query(
        // A number that changed meanwhile keeps the end that came with it.
        `update member m set phone_end = f.phone_end
           from unnest($1::bigint[], $2::bigint[], $3::bytea[]) f (site_id, id, phone_end)
          where m.site_id = f.site_id and m.id = f.id and m.phone_end is null`,
        [rows.map(({ site_id }) => site_id), rows.map(({ id }) => id), ends],
      )
      return rows.length
    })
    sum += count
  }
  return sum
}
