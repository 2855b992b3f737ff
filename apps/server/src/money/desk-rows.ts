import { type DeskListRow, DnwStatus, DnwType, flagWords, type MemberMarks } from '@maru/contract'
import { type DnwRow, dnwWire, type MoneyConfig, tables } from '@maru/core'
import { listOf } from '../http/filters.ts'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import { marksOf, withMember } from '../members/marks.ts'
import type { Tx } from '../ports.ts'
import { type Asked, found } from '../trading/index.ts'
import { maskName, maskUsername } from './masks.ts'
import { soughtOf, txidsOf } from './sought.ts'

/** A request with the names of its member. */
export type NamedRow = DnwRow & { readonly username: string; readonly name: string; readonly marks: MemberMarks }

/** Which rows of a site, and in which order. */
export interface DeskFilter {
  readonly where: string
  readonly values: readonly unknown[]
  readonly order: string
}

const open: readonly string[] = ['REQUESTED', 'REVIEW', 'APPROVED'] satisfies DnwStatus[]

/** What a query of the desk's list asks for. */
export function deskFilter(
  siteId: number,
  query: {
    readonly typeStrs?: string | undefined
    readonly statusStrs?: string | undefined
    readonly order?: 'NEWEST' | 'OLDEST' | undefined
    readonly q?: string | undefined
  },
): DeskFilter {
  const statuses = listOf(DnwStatus, query.statusStrs)
  const values: unknown[] = [siteId, listOf(DnwType, query.typeStrs), statuses]
  const parts = [
    'site_id = $1',
    '($2::text[] is null or type = any ($2))',
    '($3::text[] is null or status = any ($3))',
    // Said aloud, so that the index of open requests serves.
    ...(statuses?.every((status) => open.includes(status)) ? ['processed_at is null', forDesk] : []),
  ]
  if (query.q) {
    values.push(...soughtOf(query.q), txidsOf(query.q))
    parts.push(searched)
  }
  return { where: parts.join(' and '), values, order: query.order === 'OLDEST' ? 'id' : 'id desc' }
}

/** Of what is open the desk decides no sale to a merchant, but those that two persons have to approve before he is asked. */
const forDesk = `(type <> 'WS' or house_sub not like 'p2p-%' or exists (
  select from p2p_order o where o.site_id = requests.site_id and o.dnw_id = requests.id and o.review_by is not null))`

/** By number, by amount, by what a provider calls the payout, by the transaction of a coin, or by a part of what stands in the row. */
const searched = `(id = $6 or txn_id = $6 or (currency, point) in (select key, value::bigint from jsonb_each_text($7))
  or account ilike $4 or counterparty ilike $4 or of_username ilike $4
  or id in (select dnw_id from coin_arrival where site_id = $1 and txid = any ($8))
  or exists (select from payout where payout.site_id = requests.site_id and dnw_id = requests.id and provider_ref = $5))`

/** Requests with their members. */
export const namedRequests = withMember('dnw', 'requests')
const readDnw = readerOf(tables.dnw)

/** A row of these. */
export function namedRow(row: DatabaseRow): NamedRow {
  const { of_username: username, of_name: name } = row
  return { ...readDnw(row), username: String(username), name: String(name), marks: marksOf(row) }
}

export const deskRows = (tx: Tx, { where, values, order }: DeskFilter, asked: Asked) =>
  found(tx, namedRequests, where, order, values, asked, namedRow)

/** Who pays or is paid; that of a transfer is masked already. */
export function maskedName(name: string): string | null {
  if (name === '') return null
  return name.includes('*') ? name : maskName(name)
}

/** A row as staff see it. */
export const deskRow = (
  row: NamedRow,
  { fourEyesFrom }: MoneyConfig,
  names: ReadonlyMap<number, string> = new Map(),
  note: DeskListRow['note'] = null,
): DeskListRow => ({
  ...dnwWire(row),
  counterparty: maskedName(row.counterparty),
  memberId: row.memberId,
  version: row.rev,
  takenBy: row.takenBy,
  takenByName: row.takenBy === null ? null : (names.get(row.takenBy) ?? null),
  approvalsNeeded: row.flags.length > 0 || row.won >= fourEyesFrom ? 2 : 1,
  approvals: [...row.approvals],
  flags: [...row.flags],
  flagWords: flagWords(row.flags),
  username: maskUsername(row.username),
  name: maskName(row.name),
  marks: row.marks,
  note,
})
