import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultMoney, type RowOf, tables } from '@maru/core'
import { mintAccessToken } from '../../../apps/server/src/http/index.ts'
import { addMissing } from '../../../apps/server/src/journal/index.ts'
import { setPerson } from '../../../apps/server/src/members/identity-store.ts'
import { totpField } from '../../../apps/server/src/members/me.ts'
import { Seal } from '../../../apps/server/src/members/seal.ts'
import { insertMember } from '../../../apps/server/src/members/store.ts'
import { registerPayoutAccount } from '../../../apps/server/src/money/payout-accounts.ts'
import type { Database } from '../../../apps/server/src/ports.ts'
import { derivedKey } from '../../../apps/server/src/secrets.ts'
import { siteId } from '../support/house.ts'

/** What all members' authenticator apps know. */
export const totpSecret = 'JBSWY3DPEHPK3PXP'
/** A coupon that each member may use once. */
export const couponCode = 'CRASH'
export const nameOf = (memberId: number): string => `m${memberId}`

/** Two of FINANCE of the demo, so that large and odd requests find their second person. */
export const deskPersons = [1_102, 1_108]

export const secretOf = (dataDir: string): string => readFileSync(join(dataDir, 'token-secret'), 'utf8').trim()

/** Members who may bring and take money: persons, an app, a bank account each. Nothing holds their money. */
export async function seedPeople(db: Database, dataDir: string, members: readonly number[]): Promise<void> {
  const seal = new Seal(secretOf(dataDir))
  const now = Date.now()
  const nothing = {
    email: '',
    phoneSealed: null,
    phoneHash: null,
    phoneEnd: null,
    phoneVerifiedAt: null,
    emailVerifiedAt: null,
  }
  const plain = { bankSealed: null, addressSealed: null, marketing: null, inflow: null, partnerId: null }
  await db.system(async (tx) => {
    const quick = { cancelWindowMs: 0, firstHoldMs: 0, holdMs: 0, changeHoldMs: 0, transferDayMax: 1_000_000_000n }
    const site = {
      siteId,
      ...defaultMoney,
      ...quick,
      convertDayMax: 1_000_000_000_000n,
      withdrawDayMax: 1_000_000_000n,
    }
    await tx.query('delete from money_config where site_id = $1', [siteId])
    await addMissing(tx, tables.moneyConfigs, [site])
    await addMissing(tx, tables.coupons, [couponAt(now)])
    // Whoever works at the desk has proved himself for as long as a run may take.
    await tx.query(
      `insert into login_session (site_id, id, member_id, device, ip, created_at, last_seen_at, expires_at, token_hash, rotated_at, proven_at)
       select $1, id, id, 'desk', '127.0.0.1', $3::bigint, $3::bigint, $3::bigint, decode(lpad(id::text, 64, '0'), 'hex'), $3::bigint, $3::bigint
         from unnest($2::bigint[]) id`,
      [siteId, deskPersons, now + 86_400_000],
    )
    for (const id of members) {
      const name = `회원${id}`
      const sealed = seal.close(totpSecret, totpField(siteId, id))
      const known = {
        siteId,
        id,
        username: nameOf(id),
        nick: nameOf(id),
        name,
        kind: 'MEMBER',
        status: 'ACTIVE',
      } as const
      await insertMember(tx, { ...nothing, ...plain, ...known, passwordHash: '', totpSealed: sealed, createdAt: now })
      const person = {
        name,
        personHash: Buffer.from(String(id).padStart(32, '0')),
        birthSealed: seal.close('1990-01-01', `birth ${id}`),
      }
      await setPerson(tx, siteId, id, person, now)
      const target = { kind: 'BANK', bankCode: '088', number: `110-${id}` } as const
      const account = { siteId, id, memberId: id, target, holder: name, isVerified: true, holdUntil: 0, createdAt: now }
      await registerPayoutAccount(tx, seal, account)
    }
  })
}

const couponAt = (now: number): RowOf<typeof tables.coupons> => ({
  siteId,
  id: 1,
  code: couponCode,
  title: couponCode,
  point: 1_000n,
  multiple: 30,
  cap: 5_000n,
  lifeMs: 86_400_000,
  startsAt: 0,
  endsAt: now + 86_400_000,
  maxUses: 10_000,
  uses: 0,
  isFirstDeposit: false,
  audience: [],
  createdBy: 1,
  approvedBy: 2,
  createdAt: now,
  closedAt: null,
  isRevoked: false,
})

/** A token of one of the desk, for the session that has his number; it is good for some minutes. */
export function deskToken(dataDir: string, memberId: number): Promise<string> {
  const now = Date.now()
  const staff = { role: 'FINANCE', siteIds: [siteId] } as const
  const access = {
    siteId,
    memberId,
    sessionId: memberId,
    username: `staff${memberId}`,
    sessionStart: now,
    noMobile: false,
  }
  return mintAccessToken(derivedKey(secretOf(dataDir), 'access-token'), { ...access, staff }, now)
}
