import type { PartnerStatus } from '@maru/contract'
import type { PartnerTerms } from '@maru/core'
import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'

/** A partner as his table has him, with his owner and whom his code brought. */
export interface Partner {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly memberId: number
  readonly status: PartnerStatus
  readonly createdAt: number
  readonly ownerName: string
  readonly memberCount: number
  /** Of those, who signed up since a time. */
  readonly joined: number
  /** In the order in which they were agreed. */
  readonly terms: readonly PartnerTerms[]
}

interface RawPartner {
  id: string
  code: string
  name: string
  member_id: string
  status: PartnerStatus
  created_at: string
  owner_name: string | null
  member_count: string
  joined: string
}

interface RawTerms {
  partner_id: string
  from_day: string
  parent_id: string | null
  fee_ppm: number
  roll_ppm: number
  loss_ppm: number
}

/** Every partner of a site, in the order in which they came; `since` (wall clock): from when members count as new. */
export async function allPartners(tx: Tx, siteId: number, since: number): Promise<Partner[]> {
  const rows = await tx.query<RawPartner>(
    `select p.id, p.code, p.name, p.member_id, p.status, p.created_at, o.name as owner_name,
            coalesce(m.count, 0) as member_count, coalesce(m.joined, 0) as joined
       from partner p
       left join member o on o.site_id = p.site_id and o.id = p.member_id
       left join (select partner_id, count(*) as count, count(*) filter (where created_at >= $2) as joined
                    from member where site_id = $1 and partner_id is not null group by partner_id) m on m.partner_id = p.id
      where p.site_id = $1 order by p.id`,
    [siteId, since],
  )
  const terms = await tx.query<RawTerms>(
    'select partner_id, from_day, parent_id, fee_ppm, roll_ppm, loss_ppm from partner_terms where site_id = $1 order by id',
    [siteId],
  )
  const byPartner = Map.groupBy(terms, ({ partner_id }) => partner_id)
  return rows.map((row) => ({
    id: Number(row.id),
    code: row.code,
    name: row.name,
    memberId: Number(row.member_id),
    status: row.status,
    createdAt: Number(row.created_at),
    ownerName: row.owner_name ?? '',
    memberCount: Number(row.member_count),
    joined: Number(row.joined),
    terms: (byPartner.get(row.id) ?? []).map((one) => ({
      fromDay: Number(one.from_day),
      parentId: one.parent_id === null ? null : Number(one.parent_id),
      feePpm: one.fee_ppm,
      rollPpm: one.roll_ppm,
      lossPpm: one.loss_ppm,
    })),
  }))
}

/** Who changes a tree waits for whoever else does: each is judged by what the other left. */
export async function lockTree(tx: Tx, siteId: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`partners ${siteId}`])
}

/** The partner that a member is, unless he was rejected; null: none. */
export async function partnerOfMember(
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<{ readonly id: number; readonly status: PartnerStatus } | null> {
  const [row] = await tx.query<{ id: string; status: PartnerStatus }>(
    `select id, status from partner where site_id = $1 and member_id = $2 and status <> 'REJECTED'`,
    [siteId, memberId],
  )
  return row === undefined ? null : { id: Number(row.id), status: row.status }
}

/** The partner with whose code a member signed up; null: with none. */
export async function broughtBy(
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<{ readonly code: string; readonly name: string } | null> {
  const [row] = await tx.query<{ code: string; name: string }>(
    `select p.code, p.name from member m join partner p on p.site_id = m.site_id and p.id = m.partner_id
      where m.site_id = $1 and m.id = $2`,
    [siteId, memberId],
  )
  return row ?? null
}

/** A member whom a partner is made of; null: there is none who may be one. */
export async function candidate(
  tx: Tx,
  siteId: number,
  username: string,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const [row] = await tx.query<{ id: string; name: string }>(
    `select id, name from member
      where site_id = $1 and username = $2 and kind <> 'STAFF' and status = 'ACTIVE' and left_at is null`,
    [siteId, username],
  )
  return row === undefined ? null : { id: Number(row.id), name: row.name }
}

/** Whether a member leads followers, or asked to. */
export async function isTrader(tx: Tx, siteId: number, memberId: number): Promise<boolean> {
  const rows = await tx.query(
    `select from copy_trader where site_id = $1 and member_id = $2 and state not in ('REJECTED', 'ENDED')`,
    [siteId, memberId],
  )
  return rows.length > 0
}

/** Words that would pass for the house's own. */
const reserved = /^(?:maru|admin|staff|house|official|support|event)\d*$/i

/** Gives a partner a code that nobody of the site ever had. */
export async function takeCode(tx: Tx, siteId: number, partnerId: number, code: string, now: number): Promise<void> {
  if (await isCodeTaken(tx, siteId, code)) throw new Refused('PARTNER_CODE_DUPLICATE')
  const rows = await tx.query(
    `insert into referral_code (site_id, code, partner_id, at) values ($1, lower($2), $3, $4)
     on conflict do nothing returning code`,
    [siteId, code, partnerId, now],
  )
  if (rows.length === 0) throw new Refused('PARTNER_CODE_DUPLICATE')
}

/** Whether a code is reserved, or anybody of the site ever had it. */
export async function isCodeTaken(tx: Tx, siteId: number, code: string): Promise<boolean> {
  if (reserved.test(code)) return true
  const rows = await tx.query('select from referral_code where site_id = $1 and code = lower($2)', [siteId, code])
  return rows.length > 0
}

export interface NewPartnerRow {
  readonly siteId: number
  readonly id: number
  readonly code: string
  readonly name: string
  readonly memberId: number
  readonly status: PartnerStatus
}

export async function insertPartner(tx: Tx, row: NewPartnerRow, now: number): Promise<void> {
  await takeCode(tx, row.siteId, row.id, row.code, now)
  await tx.query(
    `insert into partner (site_id, id, code, name, member_id, status, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.siteId, row.id, row.code, row.name, row.memberId, row.status, now],
  )
}

/** Agrees terms: they hold from their Monday on. `id` is newer than that of all terms before. */
export async function addTerms(
  tx: Tx,
  of: { readonly siteId: number; readonly id: number; readonly partnerId: number },
  terms: PartnerTerms,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into partner_terms (site_id, id, partner_id, from_day, parent_id, fee_ppm, roll_ppm, loss_ppm, agreed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [of.siteId, of.id, of.partnerId, terms.fromDay, terms.parentId, terms.feePpm, terms.rollPpm, terms.lossPpm, now],
  )
}

export async function setStatus(tx: Tx, siteId: number, id: number, status: PartnerStatus): Promise<void> {
  await tx.query('update partner set status = $3 where site_id = $1 and id = $2', [siteId, id, status])
}

export interface PartnerEvent {
  readonly siteId: number
  readonly id: number
  readonly partnerId: number
  readonly kind: 'APPLIED' | 'STARTED' | 'REJECTED' | 'SUSPENDED' | 'LIFTED' | 'TERMS' | 'CODE'
  readonly byId: number
  readonly reason: string
  /** Domain time and wall clock. */
  readonly at: number
  readonly wall: number
}

export async function addEvent(tx: Tx, event: PartnerEvent): Promise<void> {
  const { siteId, id, partnerId, kind, byId, reason, at, wall } = event
  await tx.query(
    `insert into partner_event (site_id, id, partner_id, kind, by_id, reason, at, wall)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [siteId, id, partnerId, kind, byId, reason, at, wall],
  )
}
