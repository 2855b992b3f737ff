import type { Bonus } from '@maru/contract'
import { type BonusGrantRow, type CouponRow, formatMinor, tables, turnoverWire } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** How many deposits of a member were completed; what a demo gave him is none. */
export async function depositsOf(tx: Tx, siteId: number, memberId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from dnw where site_id = $1 and member_id = $2 and type in ('D', 'WB') and status = 'COMPLETED'`,
    [siteId, memberId],
  )
  return Number(row?.count)
}

/** A coupon by its code; null: the site has none. */
export async function couponByCode(tx: Tx, siteId: number, code: string): Promise<CouponRow | null> {
  const [row] = await select(tx, tables.coupons, 'where site_id = $1 and code = $2', [siteId, code])
  return row ?? null
}

export async function hasUsed(tx: Tx, siteId: number, couponId: number, memberId: number): Promise<boolean> {
  const where = 'where site_id = $1 and coupon_id = $2 and member_id = $3'
  return (await select(tx, tables.couponUses, where, [siteId, couponId, memberId])).length > 0
}

const mostBonuses = 50

/** A member's bonuses, the newest first, with what each is called. */
export async function bonusesOf(tx: Tx, siteId: number, memberId: number): Promise<Bonus[]> {
  const where = 'where site_id = $1 and member_id = $2 order by id desc limit $3'
  const grants = await select(tx, tables.bonusGrants, where, [siteId, memberId, mostBonuses])
  const titles = await tx.query<{ id: string; reason: string }>(
    'select id, reason from dnw where site_id = $1 and id = any ($2::bigint[])',
    [siteId, grants.map(({ id }) => id)],
  )
  const titleOf = new Map(titles.map(({ id, reason }) => [Number(id), reason]))
  return grants.map((grant) => bonusWire(grant, titleOf.get(grant.id) ?? ''))
}

/** The grants behind rows of the history, by their ids. */
export async function grantsBehind(
  tx: Tx,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BonusGrantRow>> {
  if (ids.length === 0) return new Map()
  const rows = await select(tx, tables.bonusGrants, 'where site_id = $1 and id = any ($2::bigint[])', [siteId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const bonusWire = (grant: BonusGrantRow, title: string): Bonus => ({
  id: grant.id,
  title,
  point: formatMinor(grant.point, 'KRW'),
  turnover: turnoverWire(grant),
  converted: formatMinor(grant.converted, 'KRW'),
  grantedAt: grant.grantedAt,
  expiresAt: grant.expiresAt,
  closedAt: grant.closedAt,
})
