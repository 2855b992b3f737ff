import type { DeskMember, DeskSession, MemberNote } from '@maru/contract'
import { bankIdentity, banks } from '../money/banks.ts'
import { maskName, maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import { type Asked, type Found, found } from '../trading/index.ts'
import { maskedPhone } from './me.ts'
import { maskEmail, type Seal } from './seal.ts'
import type { MemberRow } from './store.ts'

/** A member as staff find him: what tells who he is is masked. */
export const deskMember = (seal: Seal, row: MemberRow): DeskMember => ({
  id: row.id,
  username: maskUsername(row.username),
  name: maskName(row.name),
  nick: row.nick,
  phone: maskedPhone(seal, row),
  email: maskEmail(row.email),
  status: row.status,
  kind: row.kind === 'PARTNER' ? 'PARTNER' : 'MEMBER',
  isMobileBlocked: row.blockDevice.includes('M'),
  createdAt: row.createdAt,
  version: row.version,
})

/**
 * Each way to name a member has an index of its own: together they read a few rows, however many members there are. Bounds stand for
 * `like`, which no index serves beneath the policy of the site.
 */
const searched = `id in (
    select id from member where site_id = $1 and username ~>=~ $2 and username ~<~ $8
    union all select id from member where site_id = $1 and nick ~>=~ $3 and nick ~<~ $9
    union all select id from member where site_id = $1 and name ~>=~ $3 and name ~<~ $9
    union all select id from member where site_id = $1 and id = $4
    union all select id from member where site_id = $1 and phone_hash = $5
    union all select member_id from payout_account where site_id = $1 and lookup_hash = any ($6::bytea[])
    union all select member_id from login_session where site_id = $1 and ip = $7)`

/** Nothing that begins with a text comes after the text with this behind it. */
const last = '\u{10ffff}'

/** Which members a text names; all where there is none. */
export function memberFilter(seal: Seal, siteId: number, q: string | undefined) {
  const ofSite = `site_id = $1 and kind <> 'STAFF'`
  if (!q) return { where: ofSite, values: [siteId] }
  const low = q.toLowerCase()
  const id = /^[1-9]\d{0,14}$/.test(q) ? Number(q) : null
  // Which bank keeps an account does not stand in its number: each is tried.
  const accounts = /^[\d -]{8,30}$/.test(q)
    ? banks.map(({ code }) => seal.accountHash(siteId, bankIdentity(code, q)))
    : []
  const values = [siteId, low, q, id, seal.phoneHash(siteId, q), accounts, q, `${low}${last}`, `${q}${last}`]
  return { where: `${ofSite} and ${searched}`, values }
}

interface SessionRaw {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly ended_at: string | null
  readonly end_reason: string | null
}

/** A member's sign-ins, the newest first; the open ones alone where that is asked. */
export function memberSessions(
  tx: Tx,
  { siteId, id }: MemberRow,
  { isOpen, now }: { readonly isOpen: boolean; readonly now: number },
  asked: Asked,
): Promise<Found<DeskSession>> {
  const which = isOpen ? 'and ended_at is null and expires_at > $3' : 'and $3::bigint > 0'
  const where = `site_id = $1 and member_id = $2 ${which}`
  return found(tx, 'login_session', where, 'id desc', [siteId, id, now], asked, (row: SessionRaw) => ({
    id: Number(row.id),
    device: row.device,
    ip: row.ip,
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    endReason: row.end_reason,
  }))
}

const mostNotes = 100

/** What staff wrote about a member, the newest first. */
export async function memberNotes(tx: Tx, { siteId, id }: MemberRow): Promise<MemberNote[]> {
  const rows = await tx.query<{ id: string; staff_id: string; text: string; created_at: string }>(
    `select id, staff_id, text, created_at from member_note where site_id = $1 and member_id = $2
      order by id desc limit ${mostNotes}`,
    [siteId, id],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    staffId: Number(row.staff_id),
    text: row.text,
    createdAt: Number(row.created_at),
  }))
}
