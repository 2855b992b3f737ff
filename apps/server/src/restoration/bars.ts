import type { Tx } from '../ports.ts'

/** A provider that pays nothing since a backup was restored. Times are of the wall clock. */
export interface Bar {
  readonly siteId: number
  readonly provider: string
  /** The newest that the backup knew. */
  readonly since: number
  readonly barredAt: number
}

/** Providers that were not asked yet what was paid since the backup. */
export async function openBars(tx: Tx): Promise<Bar[]> {
  const rows = await tx.query<{ site_id: string; provider: string; since: string; barred_at: string }>(
    `select site_id, provider, since, barred_at from payout_bar where lifted_at is null order by site_id, provider`,
  )
  return rows.map(({ site_id, provider, since, barred_at }) => ({
    siteId: Number(site_id),
    provider,
    since: Number(since),
    barredAt: Number(barred_at),
  }))
}
