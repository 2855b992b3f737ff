import type { CapAct } from '@maru/contract'
import { Refused, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'

/** What a member of staff may do at once; an act without an entry has no cap. */
export type StaffCaps = ReadonlyMap<CapAct, bigint>

/** An act of staff that counts against a cap. */
export interface Counted {
  readonly act: CapAct
  readonly won: bigint
}

/** One row: of a role, or of a member of staff. */
export interface CapRow extends Counted {
  readonly scope: 'ROLE' | 'STAFF'
  readonly holder: string
}

/** The caps of a member of staff: his own stand above those of his role. */
export async function capsOf(
  tx: Tx,
  siteId: number,
  { memberId, staff: { role } }: Pick<StaffMember, 'memberId' | 'staff'>,
): Promise<StaffCaps> {
  const rows = await tx.query<{ act: CapAct; won: string }>(
    `select distinct on (act) act, won from staff_cap
      where site_id = $1 and ((scope = 'STAFF' and holder = $2) or (scope = 'ROLE' and holder = $3))
      order by act, scope desc`,
    [siteId, String(memberId), role],
  )
  return new Map(rows.map(({ act, won }) => [act, BigInt(won)]))
}

export const isAbove = (caps: StaffCaps, { act, won }: Counted): boolean => won > (caps.get(act) ?? won)

/** Refuses what is above a cap, with the cap. */
export function refuseAbove(caps: StaffCaps, counted: Counted): void {
  if (!isAbove(caps, counted)) return
  throw new Refused('STAFF_CAP', { max: String(caps.get(counted.act)).replace(/\B(?=(\d{3})+$)/g, ',') })
}

/** All caps of a site. */
export async function capRows(tx: Tx, siteId: number): Promise<CapRow[]> {
  const rows = await tx.query<Omit<CapRow, 'won'> & { won: string }>(
    'select scope, holder, act, won from staff_cap where site_id = $1 order by scope, holder, act',
    [siteId],
  )
  return rows.map((row) => ({ ...row, won: BigInt(row.won) }))
}

/** The cap of a holder; null: he has none. */
export async function capOf(tx: Tx, siteId: number, of: Omit<CapRow, 'won'>): Promise<bigint | null> {
  const [row] = await tx.query<{ won: string }>(
    'select won from staff_cap where site_id = $1 and scope = $2 and holder = $3 and act = $4',
    [siteId, of.scope, of.holder, of.act],
  )
  return row === undefined ? null : BigInt(row.won)
}

/** Sets the cap of a holder; null takes it away. */
export async function setCap(tx: Tx, siteId: number, of: Omit<CapRow, 'won'>, won: bigint | null): Promise<void> {
  const key = [siteId, of.scope, of.holder, of.act]
  if (won === null)
    await tx.query('delete from staff_cap where site_id = $1 and scope = $2 and holder = $3 and act = $4', key)
  else
    await tx.query(
      `insert into staff_cap (site_id, scope, holder, act, won) values ($1, $2, $3, $4, $5)
       on conflict (site_id, scope, holder, act) do update set won = excluded.won`,
      [...key, String(won)],
    )
}
