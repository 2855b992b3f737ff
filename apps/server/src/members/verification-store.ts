import type { Tx } from '../ports.ts'

export type Channel = 'phone' | 'email'
export type Purpose = 'VERIFY' | 'CHANGE' | 'MONEY_OUT' | 'FIND_PW'

/** Names a request for a code; member 0: a guest. */
export interface CodeName {
  readonly siteId: number
  readonly memberId: number
  readonly key: string
}

export interface NewCode extends CodeName {
  readonly purpose: Purpose
  readonly channel: Channel
  readonly targetHash: Buffer
  readonly targetSealed: Buffer
  /** null: nothing was sent, and no code is right. */
  readonly codeHash: Buffer | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** Keeps a code; one under the same key takes the place of the one before, unless that was for something else or is proved already. */
export async function keepCode(tx: Tx, code: NewCode): Promise<boolean> {
  const rows = await tx.query(
    `insert into verification as v
       (site_id, member_id, key, purpose, channel, target_hash, target_sealed, code_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (site_id, member_id, key) do update
       set code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at,
           target_sealed = excluded.target_sealed
       where v.purpose = excluded.purpose and v.channel = excluded.channel and v.target_hash = excluded.target_hash
         and v.verified_at is null
     returning key`,
    [
      code.siteId,
      code.memberId,
      code.key,
      code.purpose,
      code.channel,
      code.targetHash,
      code.targetSealed,
      code.codeHash,
      code.createdAt,
      code.expiresAt,
    ],
  )
  return rows.length > 0
}

export interface TriedCode {
  readonly codeHash: Buffer | null
  readonly tries: number
  readonly expiresAt: number
  readonly targetHash: Buffer
  readonly targetSealed: Buffer
  readonly purpose: Purpose
  readonly used: boolean
}

/** Counts a try before its code is looked at, so that many at once get no more than `most`; null: there is no such request. */
export async function countTry(
  tx: Tx,
  { siteId, memberId, key }: CodeName,
  channel: Channel,
  purposes: readonly Purpose[],
  most: number,
): Promise<TriedCode | null> {
  const [row] = await tx.query<{
    code_hash: Buffer | null
    tries: number
    expires_at: string
    target_hash: Buffer
    target_sealed: Buffer
    purpose: Purpose
    used_at: string | null
  }>(
    `update verification set tries = least(tries + 1, $6)
      where site_id = $1 and member_id = $2 and key = $3 and channel = $4 and purpose = any($5) returning *`,
    [siteId, memberId, key, channel, purposes, most + 1],
  )
  if (row === undefined) return null
  return {
    codeHash: row.code_hash,
    tries: row.tries,
    expiresAt: Number(row.expires_at),
    targetHash: row.target_hash,
    targetSealed: row.target_sealed,
    purpose: row.purpose,
    used: row.used_at !== null,
  }
}

/** The code was right: its try does not count. */
export async function noteRight(tx: Tx, { siteId, memberId, key }: CodeName, now: number): Promise<void> {
  await tx.query(
    `update verification set tries = greatest(tries - 1, 0), verified_at = coalesce(verified_at, $4)
      where site_id = $1 and member_id = $2 and key = $3`,
    [siteId, memberId, key, now],
  )
}

/** A right code can be used for what it was sent for once; false: it was. `proof`: what may be shown for it once. */
export async function useCode(
  tx: Tx,
  { siteId, memberId, key }: CodeName,
  proof: Buffer | null,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update verification set used_at = $4, proof_hash = $5
      where site_id = $1 and member_id = $2 and key = $3 and verified_at is not null and used_at is null returning key`,
    [siteId, memberId, key, now, proof],
  )
  return rows.length > 0
}

/** Uses a proof of a number or address up; false: it is none, is older than `since`, or was shown before. */
export async function useProof(
  tx: Tx,
  siteId: number,
  channel: Channel,
  targetHash: Buffer,
  proof: Buffer,
  since: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update verification set proof_hash = null
      where site_id = $1 and channel = $2 and target_hash = $3 and proof_hash = $4 and used_at >= $5 returning key`,
    [siteId, channel, targetHash, proof, since],
  )
  return rows.length > 0
}

/** Deletes codes that ended before `before`, and notes of when codes were sent, at most `limit` of each; returns how many. */
export async function forgetCodes(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with codes as (
       delete from verification where (site_id, member_id, key) in (
         select site_id, member_id, key from verification where expires_at < $1 limit $2) returning 1),
     sent as (
       delete from code_sent where (site_id, target_hash, at, id) in (
         select site_id, target_hash, at, id from code_sent where at < $1 limit $2) returning 1)
     select greatest((select count(*) from codes), (select count(*) from sent)) as count`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
