import { DnwStatus, DnwType, WalletType } from '@maru/contract'
import { type DnwRow, tables } from '@maru/core'
import { listOf, membersOf, type Period } from '../http/filters.ts'
import { readerOf, select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { type Asked, type Found, found } from '../trading/index.ts'

/** Which rows of a history; null: of all. */
export interface DnwFilter {
  readonly types: readonly string[] | null
  readonly statuses: readonly string[] | null
  readonly wallets: readonly string[] | null
  readonly period: Period
}

/** The filter that a query names: `type` and `typeStrs` together. */
export const filterOf = (
  query: {
    readonly type?: string | undefined
    readonly typeStrs?: string | undefined
    readonly statusStrs?: string | undefined
    readonly walletType?: string | undefined
  },
  period: Period,
): DnwFilter => ({
  types: listOf(DnwType, [...(membersOf(query.type) ?? []), ...(membersOf(query.typeStrs) ?? [])].join(',')),
  statuses: listOf(DnwStatus, query.statusStrs),
  wallets: listOf(WalletType, query.walletType),
  period,
})

/** A member's requests and movements, and with them the demo money that his wallets were opened with. */
const rowsOfMember = `(
  select * from dnw where site_id = $1 and member_id = $2
  union all
  select (jsonb_populate_record(null::dnw, jsonb_build_object(
    'site_id', site_id, 'id', id, 'member_id', member_id, 'type', 'D', 'status', 'COMPLETED', 'wallet_type', wallet_type,
    'currency', currency, 'point', amount, 'fee', 0, 'won', 0, 'account', '', 'counterparty', '', 'house_account', 'PROVIDER_CLEARING',
    'house_sub', reason, 'reason', reason, 'flags', '[]'::jsonb, 'created_at', coalesce(wall, at), 'processed_at', coalesce(wall, at),
    'steps', jsonb_build_array(jsonb_build_object('state', 'COMPLETED', 'at', coalesce(wall, at))), 'txn_id', txn_id,
    'approvals', '[]'::jsonb, 'rev', 1))).*
  from posting where site_id = $1 and member_id = $2 and account = 'MEMBER' and reason = 'DEMO_GRANT'
) own`
const isNamed = `($3::text[] is null or type = any ($3))
  and ($4::text[] is null or status = any ($4)) and ($5::text[] is null or wallet_type = any ($5))
  and created_at >= $6 and created_at < $7`
const valuesOf = (siteId: number, memberId: number, { types, statuses, wallets, period }: DnwFilter) => [
  siteId,
  memberId,
  types,
  statuses,
  wallets,
  period.from,
  period.to,
]

/** A member's rows, the newest first. */
export const listDnw = (
  tx: Tx,
  siteId: number,
  memberId: number,
  filter: DnwFilter,
  asked: Asked,
): Promise<Found<DnwRow>> =>
  found(tx, rowsOfMember, isNamed, 'id desc', valuesOf(siteId, memberId, filter), asked, readerOf(tables.dnw))

interface Sums {
  readonly currency: string
  readonly count: string
  readonly in: string
  readonly out: string
  readonly fee: string
}

/** What came, went and cost, by currency. A return is neither: what it returns did not leave. */
export const sumDnw = (tx: Tx, siteId: number, memberId: number, filter: DnwFilter): Promise<Sums[]> =>
  tx.query<Sums>(
    `select currency, count(*) as count,
            coalesce(sum(point) filter (where status = 'COMPLETED' and type in ('D', 'B', 'WB', 'TI', 'CI', 'C', 'PB')), 0) as in,
            coalesce(sum(point) filter (where status = 'COMPLETED' and type in ('W', 'WS', 'TO', 'CO', 'PM')), 0) as out,
            coalesce(sum(fee) filter (where status = 'COMPLETED'), 0) as fee
       from ${rowsOfMember} where ${isNamed} group by currency order by currency`,
    valuesOf(siteId, memberId, filter),
  )

/** A row of a site, of one member where he is named. */
export async function dnwById(
  tx: Tx,
  siteId: number,
  id: number,
  memberId: number | null = null,
): Promise<DnwRow | null> {
  const where = 'where site_id = $1 and id = $2 and ($3::bigint is null or member_id = $3)'
  const [row] = await select(tx, tables.dnw, where, [siteId, id, memberId])
  return row ?? null
}
