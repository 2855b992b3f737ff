import { type P2pOrderRow, type P2pStatementRow, tables } from '@maru/core'
import { select } from '../../journal/index.ts'
import type { Tx } from '../../ports.ts'

/** An order of a site, of one member where he is named. */
export async function p2pOrderById(
  tx: Tx,
  siteId: number,
  id: number,
  memberId: number | null = null,
): Promise<P2pOrderRow | null> {
  const where = 'where site_id = $1 and id = $2 and ($3::bigint is null or member_id = $3)'
  const [row] = await select(tx, tables.p2pOrders, where, [siteId, id, memberId])
  return row ?? null
}

/** What was said in a dispute, in its order. */
export const statementsOf = (tx: Tx, siteId: number, orderId: number): Promise<P2pStatementRow[]> =>
  select(tx, tables.p2pStatements, 'where site_id = $1 and order_id = $2 order by id', [siteId, orderId])

export interface MerchantRecord {
  readonly doneShare: string | null
  readonly doneCount: number
  readonly averageSec: number | null
}

interface Raw {
  merchant_id: string
  done: string
  all_closed: string
  average: string | null
}

/** How orders of merchants ended since `from`: those that their members did not pay or took back, and those that he was never asked about, do not count. */
export async function merchantRecords(tx: Tx, siteId: number, from: number): Promise<Map<number, MerchantRecord>> {
  const rows = await tx.query<Raw>(
    `select merchant_id, count(*) filter (where state = 'RELEASED') as done, count(*) as all_closed,
            round(avg((closed_at - created_at) / 1000) filter (where state = 'RELEASED')) as average
       from p2p_order
      where site_id = $1 and created_at >= $2 and closed_at is not null and reason not in ('MEMBER', 'UNPAID', 'UNAPPROVED', 'REJECTED')
      group by merchant_id`,
    [siteId, from],
  )
  return new Map(
    rows.map(({ merchant_id, done, all_closed, average }) => [
      Number(merchant_id),
      {
        doneShare: (Math.floor((Number(done) * 1_000) / Number(all_closed)) / 10).toFixed(1),
        doneCount: Number(done),
        averageSec: average === null ? null : Number(average),
      },
    ]),
  )
}
