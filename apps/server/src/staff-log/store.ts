import { columnName, type StaffActRow, tables } from '@maru/core'
import { readerOf } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

const table = tables.staffActs
const fields = Object.keys(table.columns) as (keyof StaffActRow)[]
const columns = fields.map(columnName)
const insert = `insert into staff_act (${columns.join(', ')}) values (${columns.map((_, nth) => `$${nth + 1}`).join(', ')})`
const documents: readonly string[] = ['said', 'changes'] satisfies (keyof StaffActRow)[]

/** What an act of the API says; its other columns are empty. */
export type ApiAct = Pick<StaffActRow, 'siteId' | 'id' | 'staffId' | 'action' | 'said' | 'request' | 'at'> &
  Partial<StaffActRow>

/** Writes an act in the transaction of what was done. */
export async function addStaffAct(tx: Tx, act: ApiAct): Promise<void> {
  const row: StaffActRow = { subjectId: null, reason: '', approvedBy: null, refusal: null, changes: [], ...act }
  const values = fields.map((field) => (documents.includes(field) ? JSON.stringify(row[field]) : row[field]))
  await tx.query(insert, values)
}

export interface SealedAct {
  readonly act: StaffActRow
  readonly seq: number
  readonly hash: string
}

/** What the chain holds after `seq`, in its order. */
export async function sealedAfter(tx: Tx, seq: number, limit: number): Promise<SealedAct[]> {
  const rows = await tx.query<{ seal_seq: string; seal_hash: string }>(
    `select a.*, s.seq as seal_seq, s.hash as seal_hash from staff_act_seal s join staff_act a using (site_id, id)
      where s.seq > $1 order by s.seq limit $2`,
    [seq, limit],
  )
  const read = readerOf(table)
  return rows.map((row) => ({ act: read({ ...row }), seq: Number(row.seal_seq), hash: row.seal_hash }))
}

/** Acts that wait for their place in the chain. */
export async function unsealed(tx: Tx, limit: number): Promise<StaffActRow[]> {
  const rows = await tx.query(
    'select a.* from staff_act a join staff_act_unsealed u using (site_id, id) order by a.at, a.id limit $1',
    [limit],
  )
  return rows.map(readerOf(table))
}

/** The end of the chain; null: it holds nothing. */
export async function lastSeal(tx: Tx): Promise<{ readonly seq: number; readonly hash: string } | null> {
  const [row] = await tx.query<{ seq: string; hash: string }>(
    'select seq, hash from staff_act_seal order by seq desc limit 1',
  )
  return row === undefined ? null : { seq: Number(row.seq), hash: row.hash }
}
