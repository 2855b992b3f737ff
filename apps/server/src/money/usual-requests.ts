import type { DnwRow } from '@maru/core'
import { fewestUsual, usualOf } from '../approvals/index.ts'
import type { Tx } from '../ports.ts'

type Kind = Pick<DnwRow, 'type' | 'currency'>

/** The median amount of the requests like each of these that a site completed lately, in minor units; null where there were too few. */
export async function usualRequests(
  tx: Tx,
  siteId: number,
  rows: readonly Kind[],
): Promise<(row: Kind) => bigint | null> {
  const kinds = new Map(rows.map((row) => [nameOf(row), row]))
  const found = new Map<string, bigint>()
  for (const [name, { type, currency }] of kinds) {
    const [row] = await tx.query<{ count: number; median: string | null }>(
      `select count(*)::int as count, percentile_disc(0.5) within group (order by point)::text as median from (
         select point from dnw
          where site_id = $1 and type = $2 and currency = $3 and status = 'COMPLETED' and type in ('D', 'W', 'WB', 'WS')
          order by id desc limit $4) newest`,
      [siteId, type, currency, usualOf],
    )
    if (row !== undefined && row.median !== null && row.count >= fewestUsual) found.set(name, BigInt(row.median))
  }
  return (row) => found.get(nameOf(row)) ?? null
}

const nameOf = ({ type, currency }: Kind): string => `${type} ${currency}`
