import type { Database, Tx } from '../ports.ts'
import type { BatchId } from './journal.ts'

/** Another process has the lease: this one must not go on. */
export class Deposed extends Error {
  override readonly name = 'Deposed'
}

/** Who takes a lease. */
export interface Holder {
  /** Names a process among all that may run the core of this database. */
  readonly name: string
  /** Of the connection that its journal writes by; it is ended when another one takes the lease. */
  readonly backend: number | null
  /** Where it answers `/healthz`; null: not known yet. */
  readonly url: string | null
}

/** The newest batch of a group, and who holds its lease; `holder` null: nobody since its last holder ended in order. */
export interface Lease extends BatchId {
  readonly holder: string | null
  readonly url: string | null
}

/** The lease of a site group; null before its first holder. */
export async function readLease(db: Database, siteGroup: string): Promise<Lease | null> {
  const [row] = await db.system((tx) =>
    tx.query<{ epoch: string; seq: string; holder: string | null; url: string | null }>(
      'select epoch, seq, holder, url from core_lease where site_group = $1',
      [siteGroup],
    ),
  )
  return row === undefined ? null : { ...row, epoch: Number(row.epoch), seq: Number(row.seq) }
}

/**
 * Takes the lease of a site group as it was seen and returns its epoch: only batches of that epoch are accepted from now on, and what is
 * read afterwards is final. Returns null where it is no longer as it was seen.
 */
export async function takeLease(
  db: Database,
  siteGroup: string,
  seen: BatchId | null,
  { name, backend, url }: Holder,
): Promise<number | null> {
  const [row] = await db.system((tx) =>
    tx.query<{ epoch: string | null }>('select maru_take_lease($1, $2, $3, $4, $5, $6) as epoch', [
      siteGroup,
      seen?.epoch ?? null,
      seen?.seq ?? null,
      name,
      backend,
      url,
    ]),
  )
  return row?.epoch == null ? null : Number(row.epoch)
}

/** Tells where the holder of an epoch answers. */
export async function tellAddress(db: Database, siteGroup: string, epoch: number, url: string): Promise<void> {
  await db.system((tx) =>
    tx.query('update core_lease set url = $3 where site_group = $1 and epoch = $2', [siteGroup, epoch, url]),
  )
}

/** Gives the lease of an epoch back: whoever comes next takes it at once. */
export async function releaseLease(db: Database, siteGroup: string, epoch: number): Promise<void> {
  await db.system((tx) =>
    tx.query('update core_lease set holder = null, backend = null, url = null where site_group = $1 and epoch = $2', [
      siteGroup,
      epoch,
    ]),
  )
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
