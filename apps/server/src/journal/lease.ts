import type { Database, Tx } from '../ports.ts'
import type { BatchId } from './journal.ts'
import { leaseName } from './journal.ts'

/** Another process has taken the lease: this one must not go on. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

/**
 * Takes the lease: from here on only batches of the epoch that it returns are accepted. Waits for a batch that another holder is
 * committing in this moment, so that what is read afterwards is final. `again`: only if this holder had it last; throws Deposed otherwise.
 */
export async function takeLease(db: Database, holder: string, again = false): Promise<number> {
  return db.system(async (tx) => {
    const [row] = await tx.query<{ epoch: string }>(
      `insert into core_lease (name, epoch, holder) values ($1, 1, $2)
       on conflict (name) do update set epoch = core_lease.epoch + 1, seq = 0, holder = excluded.holder, taken_at = now()
       where not $3 or core_lease.holder = excluded.holder
       returning epoch`,
      [leaseName, holder, again],
    )
    if (row === undefined) throw new Deposed('another process runs the core of this database')
    return Number(row.epoch)
  })
}

/** Whether a batch whose COMMIT was not answered is in the database. Final once a newer lease is taken. */
export async function isCommitted(db: Database, { epoch, seq }: BatchId): Promise<boolean> {
  const rows = await db.system((tx) =>
    tx.query('select 1 from journal_batch where epoch = $1 and seq = $2', [epoch, seq]),
  )
  return rows.length > 0
}

/** Domain time of the newest batch, or null in a new database. */
export async function newestBatchAt(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ at: string }>('select at from journal_batch order by epoch desc, seq desc limit 1')
  return row === undefined ? null : Number(row.at)
}
