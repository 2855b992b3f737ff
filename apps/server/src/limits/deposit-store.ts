import type { Deposited } from '@maru/core'
import type { Tx } from '../ports.ts'

/** Rows of `dnw` that brought a member money, what other members gave him too: what he moved between his own wallets has no counterparty. */
export const bringsMoney = `(type in ('D', 'WB') or type = 'TI' and counterparty <> '')`

/** What was credited to a member after `since`, the oldest first. */
export async function depositsSince(tx: Tx, siteId: number, memberId: number, since: number): Promise<Deposited[]> {
  const rows = await tx.query<{ id: string; currency: string; processed_at: string; point: string }>(
    `select id, currency, processed_at, point from dnw
      where site_id = $1 and member_id = $2 and ${bringsMoney} and status = 'COMPLETED' and processed_at > $3
      order by processed_at, id`,
    [siteId, memberId, since],
  )
  return rows.map((row) => ({
    dnwId: Number(row.id),
    currency: row.currency,
    at: Number(row.processed_at),
    amount: BigInt(row.point),
  }))
}

/** What a member has announced and may still come, by currency. */
export async function announcedDeposits(
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ currency: string; sum: string }>(
    `select currency, sum(point)::text as sum from dnw
      where site_id = $1 and member_id = $2 and type in ('D', 'WB') and processed_at is null group by currency`,
    [siteId, memberId],
  )
  return new Map(rows.map((row) => [row.currency, BigInt(row.sum)]))
}
