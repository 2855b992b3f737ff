import type { DnwRow } from '@maru/core'
import { medianOf } from '../approvals/index.ts'
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
    const newest = `select point as amount from dnw
      where site_id = $1 and type = $2 and currency = $3 and status = 'COMPLETED' and type in ('D', 'W', 'WB', 'WS')`
    const median = await medianOf(tx, newest, [siteId, type, currency])
    if (median !== null) found.set(name, median)
  }
  return (row) => found.get(nameOf(row)) ?? null
}

const nameOf = ({ type, currency }: Kind): string => `${type} ${currency}`
