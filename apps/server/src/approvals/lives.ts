import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import type { StoredKind } from './store.ts'

/** How long approvals of a kind wait on a site: its own time of the kind, else its time of all kinds. */
export async function lifeOf(tx: Tx, siteId: number, kind: StoredKind): Promise<number> {
  return (await lives(tx, siteId)).get(kind) ?? (await numbersOf(tx, siteId)).deskApprovalMs
}

/** The kinds of approvals that wait for a time of their own on a site, and for how long. */
export async function lives(tx: Tx, siteId: number): Promise<ReadonlyMap<StoredKind, number>> {
  const rows = await tx.query<{ kind: StoredKind; life_ms: string }>(
    'select kind, life_ms from approval_life where site_id = $1 order by kind',
    [siteId],
  )
  return new Map(rows.map(({ kind, life_ms }) => [kind, Number(life_ms)]))
}

/** Sets the time of a kind; null: it waits as all kinds do. */
export async function setLife(tx: Tx, siteId: number, kind: StoredKind, lifeMs: number | null): Promise<void> {
  if (lifeMs === null) await tx.query('delete from approval_life where site_id = $1 and kind = $2', [siteId, kind])
  else
    await tx.query(
      `insert into approval_life (site_id, kind, life_ms) values ($1, $2, $3)
       on conflict (site_id, kind) do update set life_ms = excluded.life_ms`,
      [siteId, kind, lifeMs],
    )
}
