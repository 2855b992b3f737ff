import { agreedBy } from '../content/index.ts'
import type { Tx } from '../ports.ts'
import { nickKey } from './nicks.ts'

const dayMs = 86_400_000
/**
 * How long it stays known who a member was: five years where money was real (the Electronic Financial Transactions Act asks for the
 * records of transactions), a month where it was not, for questions.
 */
const keptMs = { LICENSED: 5 * 366 * dayMs, DEMO: 30 * dayMs } as const

export const forgetAfterMs = (moneyMode: keyof typeof keptMs): number => keptMs[moneyMode]

/** Ends a membership; returns when the member is forgotten. A repeat changes nothing. */
export async function setLeft(tx: Tx, siteId: number, id: number, now: number, keptMs: number): Promise<number> {
  const [row] = await tx.query<{ forget_at: string }>(
    `update member set status = 'DENY', left_at = coalesce(left_at, $3), forget_at = coalesce(forget_at, $3 + $4::bigint),
       version = version + case when left_at is null then 1 else 0 end
     where site_id = $1 and id = $2 returning forget_at`,
    [siteId, id, now, keptMs],
  )
  return Number(row?.forget_at)
}

/** Writes down that a member agreed to advertisements, or took it back. */
export async function setMarketing(tx: Tx, siteId: number, id: number, agreed: boolean, now: number): Promise<void> {
  await tx.query(
    `insert into marketing_consent (site_id, member_id, at, agreed)
     select $1, $2, greatest($3, coalesce(max(at), 0) + 1), $4 from marketing_consent where site_id = $1 and member_id = $2`,
    [siteId, id, now, agreed],
  )
  await tx.query('update member set marketing = $3 where site_id = $1 and id = $2', [siteId, id, agreed])
}

/** What a member agreed to and read, and when, the newest first. */
export async function consentsOf(tx: Tx, siteId: number, id: number) {
  const of = [siteId, id]
  const marketing = await tx.query<{ at: string; agreed: boolean }>(
    'select at, agreed from marketing_consent where site_id = $1 and member_id = $2 order by at desc',
    of,
  )
  const acknowledgements = await tx.query<{ at: string }>(
    'select at from risk_acknowledgement where site_id = $1 and member_id = $2 order by at desc',
    of,
  )
  return {
    marketing: marketing.map(({ at, agreed }) => ({ at: Number(at), agreed })),
    terms: await agreedBy(tx, siteId, id),
    acknowledgements: acknowledgements.map(({ at }) => Number(at)),
  }
}

/** What only the member and the house know of him, sealed. */
export async function sealedOf(tx: Tx, siteId: number, id: number) {
  const [row] = await tx.query<{ birth_sealed: Buffer | null; address_sealed: Buffer | null }>(
    'select birth_sealed, address_sealed from member where site_id = $1 and id = $2',
    [siteId, id],
  )
  return { birth: row?.birth_sealed ?? null, address: row?.address_sealed ?? null }
}

/** Deletes who the members were whose time to be remembered is over, at most `limit`; returns how many. What they traded stays, nobody's. */
export async function forgetMembers(tx: Tx, now: number, limit: number): Promise<number> {
  const due = await tx.query<{ site_id: string; id: string }>(
    'select site_id, id from member where forget_at <= $1 order by forget_at limit $2 for update',
    [now, limit],
  )
  for (const { site_id: siteId, id } of due) {
    // Longer than any name that a member can choose.
    const name = `left-member-${id.padStart(12, '0')}`
    await tx.query(
      `update member set username = $3, nick = $3, nick_key = $4, name = '', email = '', phone_sealed = null, phone_hash = null, phone_end = null,
         bank_sealed = null, address_sealed = null, password_hash = '!', totp_sealed = null, totp_pending_sealed = null,
         person_hash = null, birth_sealed = null, inflow = null, marketing = null, block_device = '', forget_at = null
       where site_id = $1 and id = $2`,
      [siteId, id, name, nickKey(name)],
    )
    await tx.query(
      `update payout_account set sealed = '', tag_sealed = null, lookup_hash = '', tail = '', holder = '',
         deleted_at = coalesce(deleted_at, $3) where site_id = $1 and member_id = $2`,
      [siteId, id, now],
    )
    await tx.query(`update dnw set account = '', counterparty = '' where site_id = $1 and member_id = $2`, [siteId, id])
    await tx.query(`update p2p_order set payer = '', account = '' where site_id = $1 and member_id = $2`, [siteId, id])
    for (const table of [
      'chat_line',
      'chat',
      'inquiry_line',
      'inquiry_note',
      'inquiry',
      'member_file',
      'member_note',
      'trait_seen',
      'identity_check',
      'verification',
      'recovery_code',
      'message',
      'price_alert',
      'alert_setting',
      'push_subscription',
      'alert_told',
    ])
      await tx.query(`delete from ${table} where site_id = $1 and member_id = $2`, [siteId, id])
    await tx.query(`update login_session set device = '', ip = '' where site_id = $1 and member_id = $2`, [siteId, id])
  }
  return due.length
}
