import type { Tx } from '../ports.ts'
import { seeTrait } from './traits.ts'

export interface IdentityCheck {
  readonly siteId: number
  readonly key: string
  readonly reference: string
  /** 0: a guest. */
  readonly memberId: number
  readonly state: 'WAITING' | 'VERIFIED' | 'REFUSED'
  readonly url: string | null
  /** A code of the catalogue. */
  readonly refusal: string | null
  readonly personHash: Buffer | null
  readonly verifiedSealed: Buffer | null
  readonly expiresAt: number
  readonly used: boolean
}

interface Raw {
  site_id: string
  key: string
  reference: string
  member_id: string
  state: IdentityCheck['state']
  url: string | null
  refusal: string | null
  person_hash: Buffer | null
  verified_sealed: Buffer | null
  expires_at: string
  used_at: string | null
}

const checkOf = (row: Raw): IdentityCheck => ({
  siteId: Number(row.site_id),
  key: row.key,
  reference: row.reference,
  memberId: Number(row.member_id),
  state: row.state,
  url: row.url,
  refusal: row.refusal,
  personHash: row.person_hash,
  verifiedSealed: row.verified_sealed,
  expiresAt: Number(row.expires_at),
  used: row.used_at !== null,
})

type NewCheck = Pick<IdentityCheck, 'siteId' | 'key' | 'reference' | 'memberId' | 'expiresAt'>

export async function insertCheck(tx: Tx, check: NewCheck, now: number): Promise<void> {
  await tx.query(
    `insert into identity_check (site_id, key, reference, member_id, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [check.siteId, check.key, check.reference, check.memberId, now, check.expiresAt],
  )
}

export async function checkByKey(tx: Tx, siteId: number, key: string): Promise<IdentityCheck | null> {
  const rows = await tx.query<Raw>('select * from identity_check where site_id = $1 and key = $2', [siteId, key])
  return rows[0] ? checkOf(rows[0]) : null
}

/** Locked until the transaction ends: a fact told twice at once is taken over once. */
export async function checkByReference(tx: Tx, siteId: number, reference: string): Promise<IdentityCheck | null> {
  const rows = await tx.query<Raw>('select * from identity_check where site_id = $1 and reference = $2 for update', [
    siteId,
    reference,
  ])
  return rows[0] ? checkOf(rows[0]) : null
}

export async function setCheckUrl(tx: Tx, siteId: number, reference: string, url: string): Promise<void> {
  await tx.query('update identity_check set url = $3 where site_id = $1 and reference = $2', [siteId, reference, url])
}

/** The outcome of a check that waits. */
export async function closeCheck(
  tx: Tx,
  { siteId, reference }: Pick<IdentityCheck, 'siteId' | 'reference'>,
  outcome: Pick<IdentityCheck, 'state' | 'refusal' | 'personHash' | 'verifiedSealed'>,
): Promise<void> {
  await tx.query(
    `update identity_check set state = $3, refusal = $4, person_hash = $5, verified_sealed = $6
      where site_id = $1 and reference = $2 and state = 'WAITING'`,
    [siteId, reference, outcome.state, outcome.refusal, outcome.personHash, outcome.verifiedSealed],
  )
}

/** Uses a guest's good check up for his sign-up; null: there is none under this key, or it is used or too old. */
export async function useCheck(tx: Tx, siteId: number, key: string, now: number): Promise<IdentityCheck | null> {
  const rows = await tx.query<Raw>(
    `update identity_check set used_at = $3
      where site_id = $1 and key = $2 and member_id = 0 and state = 'VERIFIED' and used_at is null and expires_at > $3
      returning *`,
    [siteId, key, now],
  )
  return rows[0] ? checkOf(rows[0]) : null
}

export interface Person {
  readonly name: string
  readonly personHash: Buffer
  readonly birthSealed: Buffer
}

/** Throws PostgreSQL's unique violation where another account of the site is this person's. */
export async function setPerson(tx: Tx, siteId: number, id: number, person: Person, now: number): Promise<void> {
  await tx.query(
    `update member set name = $3, person_hash = $4, birth_sealed = $5, identity_at = $6 where site_id = $1 and id = $2`,
    [siteId, id, person.name, person.personHash, person.birthSealed, now],
  )
  await seeTrait(tx, { siteId, memberId: id, kind: 'IDENTITY', hash: person.personHash }, now)
}

/** Until when a person excluded himself, on any site; null: he did not. Domain clock. */
export async function excludedUntil(tx: Tx, personHash: Buffer): Promise<number | null> {
  const rows = await tx.query<{ excluded_until: string }>(
    'select excluded_until from identities where person_hash = $1',
    [personHash],
  )
  return rows[0] ? Number(rows[0].excluded_until) : null
}

/** Notes which persons are excluded beyond `now`, from the accounts that are verified as theirs. */
export async function noteExclusions(tx: Tx, now: number): Promise<void> {
  await tx.query(
    `insert into identities (person_hash, excluded_until)
     select m.person_hash, max(s.excluded_until)
       from member_state s join member m on m.site_id = s.site_id and m.id = s.member_id
      where s.excluded_until > $1 and m.person_hash is not null group by 1
     on conflict (person_hash) do update set excluded_until = greatest(identities.excluded_until, excluded.excluded_until)`,
    [now],
  )
}

/** Open accounts of persons who are excluded beyond `now`, that are not: a day's difference is none. */
export async function unexcluded(
  tx: Tx,
  now: number,
): Promise<{ readonly siteId: number; readonly memberId: number; readonly until: number }[]> {
  const rows = await tx.query<{ site_id: string; id: string; excluded_until: string }>(
    `select m.site_id, m.id, i.excluded_until
       from identities i join member m on m.person_hash = i.person_hash
       join member_state s on s.site_id = m.site_id and s.member_id = m.id
      where i.excluded_until > $1 and coalesce(s.excluded_until, 0) < i.excluded_until - 86400000`,
    [now],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.id),
    until: Number(row.excluded_until),
  }))
}

/** Deletes checks that ended before `before`, at most `limit`; returns how many. */
export async function forgetChecks(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from identity_check where (site_id, key) in (
         select site_id, key from identity_check where expires_at < $1 limit $2) returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
