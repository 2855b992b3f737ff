import type { Database, Tx } from '../ports.ts'
import type { BatchId } from './journal.ts'

/** Another process has taken the lease: this one must not go on. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

/**
 * Takes the lease of a site group and returns its epoch: only batches of that epoch are accepted from now on. Waits for a batch that
 * another holder is committing, so that what is read afterwards is final. `again`: throws Deposed unless this holder had the lease last.
 */
export async function takeLease(db: Database, siteGroup: string, holder: string, again = false): Promise<number> {
  return db.system(async (tx) => {
    const [row] = await tx.query<{ epoch: string }>(
      `insert into core_lease (site_group, epoch, holder) values ($1, 1, $2)
       on conflict (site_group) do update set epoch = core_lease.epoch + 1, seq = 0, holder = excluded.holder, taken_at = now()
       where not $3 or core_lease.holder = excluded.holder
       returning epoch`,
      [siteGroup, holder, again],
    )
    if (row === undefined) throw new Deposed(`another process runs the core of the site group ${siteGroup}`)
    return Number(row.epoch)
  })
}

/** Whether a batch whose COMMIT was not answered is in the database. Final once a newer lease is taken. */
export async function isCommitted(db: Database, siteGroup: string, { epoch, seq }: BatchId): Promise<boolean> {
  const rows = await db.system((tx) =>
    tx.query('select 1 from journal_batch where site_group = $1 and epoch = $2 and seq = $3', [siteGroup, epoch, seq]),
  )
  return rows.length > 0
}

/** Domain time of the newest batch of a group, or null before its first. */
export async function newestBatchAt(tx: Tx, siteGroup: string): Promise<number | null> {
  const [row] = await tx.query<{ at: string }>(
    'select at from journal_batch where site_group = $1 order by epoch desc, seq desc limit 1',
    [siteGroup],
  )
  return row === undefined ? null : Number(row.at)
}

/** Domain time of the newest batch of all groups, or null in a new database. */
export async function newestTime(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ at: string | null }>('select nullif(maru_domain_time(), 0) as at')
  return row?.at == null ? null : Number(row.at)
}
