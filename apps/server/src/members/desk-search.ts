import type { DeskMember, DeskSession, MemberNote, MemberStatus } from '@maru/contract'
import { mostRows } from '../http/filters.ts'
import { bankIdentity, banks } from '../money/banks.ts'
import { maskName, maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
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
    union all select id from member where site_id = $1 and phone_end = $10
    union all select member_id from payout_account where site_id = $1 and lookup_hash = any ($6::bytea[])
    union all select member_id from trait_seen where site_id = $1 and kind in ('DEVICE', 'BANK', 'ADDRESS', 'IDENTITY')
                and hash >= $11 and hash <= $12
    union all select member_id from login_session where site_id = $1 and ip = $7)`

/** Nothing that begins with a text comes after the text with this behind it. */
const last = '\u{10ffff}'
/** A trait is named by so many hexadecimal digits of its hash at least: as pages show it. */
const traitPrefix = /^[0-9a-f]{10,64}$/i
const hashBytes = 32

/** Which members a text names, or all; those of one state where it is told. */
export function memberFilter(
  seal: Seal,
  siteId: number,
  { q, status }: { readonly q?: string | undefined; readonly status?: MemberStatus | undefined },
) {
  // Said aloud: no plan for any state uses the index of those that wait.
  const inState = { PENDING: ` and status = 'PENDING'`, ACTIVE: ` and status = 'ACTIVE'`, DENY: ` and status = 'DENY'` }
  const ofSite = `site_id = $1 and kind <> 'STAFF'${status === undefined ? '' : inState[status]}`
  if (!q) return { where: ofSite, values: [siteId] }
  const low = q.toLowerCase()
  const id = /^[1-9]\d{0,14}$/.test(q) ? Number(q) : null
  // Which bank keeps an account does not stand in its number: each is tried.
  const accounts = /^[\d -]{8,30}$/.test(q)
    ? banks.map(({ code }) => seal.accountHash(siteId, bankIdentity(code, q)))
    : []
  const end = /^\d{4}$/.test(q) ? seal.phoneEndHash(siteId, q) : null
  const hash = traitPrefix.test(q) ? low.slice(0, low.length - (low.length % 2)) : null
  const [from, to] = hash === null ? [null, null] : [hash, hash.padEnd(2 * hashBytes, 'f')]
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'))
  const bounds = [`${low}${last}`, `${q}${last}`, end, bytes(from), bytes(to)]
  return {
    where: `${ofSite} and ${searched}`,
    values: [siteId, low, q, id, seal.phoneHash(siteId, q), accounts, q, ...bounds],
  }
}

/** A row of `login_session` as the database gives it. */
export interface SessionRaw {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly ended_at: string | null
  readonly end_reason: string | null
}

/** A sign-in as staff see it. */
export const sessionOf = (row: SessionRaw): DeskSession => ({
  id: Number(row.id),
  device: row.device,
  ip: row.ip,
  createdAt: Number(row.created_at),
  lastSeenAt: Number(row.last_seen_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  endReason: row.end_reason,
})

/** A member's open sessions, the newest use first. */
export async function openSessions(tx: Tx, { siteId, id }: MemberRow, now: number): Promise<DeskSession[]> {
  const rows = await tx.query<SessionRaw>(
    `select * from login_session where site_id = $1 and member_id = $2 and ended_at is null and expires_at > $3
      order by last_seen_at desc, id desc limit ${mostRows}`,
    [siteId, id, now],
  )
  return rows.map(sessionOf)
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
