import { createHmac, randomInt } from 'node:crypto'
import type { Tx } from '../ports.ts'

const count = 10
const length = 10
/** Digits and letters without those that look alike: 32 of them, so a code has 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a member signs in with when his phone is lost: codes that are shown once, used once and stored as keyed hashes. */
export class RecoveryCodes {
  private readonly key: Uint8Array

  constructor(key: Uint8Array) {
    this.key = key
  }

  /** Makes ten new codes, in two groups of five; the ones before them end. */
  async renew(tx: Tx, siteId: number, memberId: number): Promise<string[]> {
    const codes = Array.from({ length: count }, newCode)
    await this.clear(tx, siteId, memberId)
    await tx.query('insert into recovery_code (site_id, member_id, code_hash) select $1, $2, unnest($3::bytea[])', [
      siteId,
      memberId,
      codes.map((code) => this.hash(siteId, memberId, code)),
    ])
    return codes.map((code) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`)
  }

  /** Whether the code (without its dash) was one of the member's and not used before; it is used from now on. */
  async use(tx: Tx, siteId: number, memberId: number, code: string, now: number): Promise<boolean> {
    const rows = await tx.query(
      `update recovery_code set used_at = $4
        where site_id = $1 and member_id = $2 and code_hash = $3 and used_at is null returning used_at`,
      [siteId, memberId, this.hash(siteId, memberId, code), now],
    )
    return rows.length > 0
  }

  /** How many are not used yet. */
  async left(tx: Tx, siteId: number, memberId: number): Promise<number> {
    const rows = await tx.query<{ left: number }>(
      'select count(*)::int as left from recovery_code where site_id = $1 and member_id = $2 and used_at is null',
      [siteId, memberId],
    )
    return rows[0]?.left ?? 0
  }

  async clear(tx: Tx, siteId: number, memberId: number): Promise<void> {
    await tx.query('delete from recovery_code where site_id = $1 and member_id = $2', [siteId, memberId])
  }

  private hash(siteId: number, memberId: number, code: string): Buffer {
    return createHmac('sha256', this.key).update(`${siteId}:${memberId}:${code}`).digest()
  }
}

const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
