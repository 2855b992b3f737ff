import type { MemberStatus } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { nickKey } from './nicks.ts'

export type MemberKind = 'MEMBER' | 'PARTNER' | 'STAFF'

/** A row of `member`. */
export interface MemberRow {
  readonly siteId: number
  readonly id: number
  readonly username: string
  readonly nick: string
  readonly name: string
  readonly email: string
  readonly phoneSealed: Buffer | null
  readonly phoneHash: Buffer | null
  readonly phoneVerifiedAt: number | null
  readonly emailVerifiedAt: number | null
  readonly identityAt: number | null
  readonly passwordHash: string
  readonly kind: MemberKind
  readonly status: MemberStatus
  readonly totpSealed: Buffer | null
  readonly totpLastStep: number
  readonly totpChangedAt: number | null
  readonly passwordChangedAt: number | null
  readonly blockDevice: string
  readonly marketing: boolean | null
  readonly inflow: string | null
  readonly accountOpenAt: number | null
  readonly createdAt: number
  /** When he ended his membership. */
  readonly leftAt: number | null
  /** Counts what staff changed of him. */
  readonly version: number
}

interface Raw {
  site_id: string
  id: string
  username: string
  nick: string
  name: string
  email: string
  phone_sealed: Buffer | null
  phone_hash: Buffer | null
  phone_verified_at: string | null
  email_verified_at: string | null
  identity_at: string | null
  password_hash: string
  kind: MemberKind
  status: MemberStatus
  totp_sealed: Buffer | null
  totp_last_step: string
  totp_changed_at: string | null
  password_changed_at: string | null
  block_device: string
  marketing: boolean | null
  inflow: string | null
  account_open_at: string | null
  created_at: string
  left_at: string | null
  version: number
}

const columns = `site_id, id, username, nick, name, email, phone_sealed, phone_hash, phone_verified_at,
  email_verified_at, identity_at, password_hash, kind, status, totp_sealed,
  totp_last_step, totp_changed_at, password_changed_at, block_device, marketing, inflow, account_open_at, created_at, left_at, version`

const timeOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** A row as the database gives it. */
export const memberOf = (row: Raw): MemberRow => ({
  siteId: Number(row.site_id),
  id: Number(row.id),
  username: row.username,
  nick: row.nick,
  name: row.name,
  email: row.email,
  phoneSealed: row.phone_sealed,
  phoneHash: row.phone_hash,
  phoneVerifiedAt: timeOf(row.phone_verified_at),
  emailVerifiedAt: timeOf(row.email_verified_at),
  identityAt: timeOf(row.identity_at),
  passwordHash: row.password_hash,
  kind: row.kind,
  status: row.status,
  totpSealed: row.totp_sealed,
  totpLastStep: Number(row.totp_last_step),
  totpChangedAt: timeOf(row.totp_changed_at),
  passwordChangedAt: timeOf(row.password_changed_at),
  blockDevice: row.block_device,
  marketing: row.marketing,
  inflow: row.inflow,
  accountOpenAt: timeOf(row.account_open_at),
  createdAt: Number(row.created_at),
  leftAt: timeOf(row.left_at),
  version: row.version,
})

export async function memberById(tx: Tx, siteId: number, id: number): Promise<MemberRow | null> {
  const rows = await tx.query<Raw>(`select ${columns} from member where site_id = $1 and id = $2`, [siteId, id])
  return rows[0] ? memberOf(rows[0]) : null
}

/** As memberById; nobody else changes the row before the transaction ends. */
export async function lockedMember(tx: Tx, siteId: number, id: number): Promise<MemberRow | null> {
  const rows = await tx.query<Raw>(`select ${columns} from member where site_id = $1 and id = $2 for update`, [
    siteId,
    id,
  ])
  return rows[0] ? memberOf(rows[0]) : null
}

/** What staff change of a member: it counts as a newer version of him. */
export async function setByStaff(
  tx: Tx,
  { siteId, id }: MemberRow,
  { status, blockDevice }: Pick<MemberRow, 'status' | 'blockDevice'>,
): Promise<void> {
  await tx.query(
    'update member set status = $3, block_device = $4, version = version + 1 where site_id = $1 and id = $2',
    [siteId, id, status, blockDevice],
  )
}

export async function memberByUsername(tx: Tx, siteId: number, username: string): Promise<MemberRow | null> {
  const rows = await tx.query<Raw>(`select ${columns} from member where site_id = $1 and username = $2`, [
    siteId,
    username,
  ])
  return rows[0] ? memberOf(rows[0]) : null
}

export async function memberByPhone(tx: Tx, siteId: number, phoneHash: Buffer): Promise<MemberRow | null> {
  const rows = await tx.query<Raw>(`select ${columns} from member where site_id = $1 and phone_hash = $2`, [
    siteId,
    phoneHash,
  ])
  return rows[0] ? memberOf(rows[0]) : null
}

export interface NewMember {
  readonly siteId: number
  readonly id: number
  readonly username: string
  readonly nick: string
  readonly name: string
  readonly email: string
  readonly phoneSealed: Buffer | null
  readonly phoneHash: Buffer | null
  readonly phoneEnd: Buffer | null
  readonly phoneVerifiedAt: number | null
  readonly emailVerifiedAt: number | null
  readonly bankSealed: Buffer | null
  readonly addressSealed: Buffer | null
  readonly passwordHash: string
  readonly kind: MemberKind
  readonly status: MemberStatus
  readonly totpSealed: Buffer | null
  readonly marketing: boolean | null
  readonly inflow: string | null
  readonly partnerId: number | null
  readonly createdAt: number
}

/** Throws PostgreSQL's unique violation where the name, nick or phone is taken. */
export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx.query(
    `insert into member (site_id, id, username, nick, nick_key, name, email, phone_sealed, phone_hash, bank_sealed, address_sealed,
                         password_hash, kind, status, totp_sealed, marketing, inflow, partner_id, created_at,
                         phone_verified_at, email_verified_at, phone_end)
     values ($1, $2, $3, $4, $19, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $20, $21, $22)`,
    [
      member.siteId,
      member.id,
      member.username,
      member.nick,
      member.name,
      member.email,
      member.phoneSealed,
      member.phoneHash,
      member.bankSealed,
      member.addressSealed,
      member.passwordHash,
      member.kind,
      member.status,
      member.totpSealed,
      member.marketing,
      member.inflow,
      member.partnerId,
      member.createdAt,
      nickKey(member.nick),
      member.phoneVerifiedAt,
      member.emailVerifiedAt,
      member.phoneEnd,
    ],
  )
}

/** A verified number; throws PostgreSQL's unique violation where another member of the site has it. */
export async function setPhone(
  tx: Tx,
  siteId: number,
  id: number,
  phone: { readonly sealed: Buffer; readonly hash: Buffer; readonly end: Buffer },
  now: number,
): Promise<void> {
  await tx.query(
    `update member set phone_sealed = $3, phone_hash = $4, phone_end = $6, phone_verified_at = $5
      where site_id = $1 and id = $2`,
    [siteId, id, phone.sealed, phone.hash, now, phone.end],
  )
}

/** A verified address. */
export async function setEmail(tx: Tx, siteId: number, id: number, email: string, now: number): Promise<void> {
  await tx.query('update member set email = $3, email_verified_at = $4 where site_id = $1 and id = $2', [
    siteId,
    id,
    email,
    now,
  ])
}

export async function setPasswordHash(tx: Tx, siteId: number, id: number, hash: string, now: number): Promise<void> {
  await tx.query('update member set password_hash = $3, password_changed_at = $4 where site_id = $1 and id = $2', [
    siteId,
    id,
    hash,
    now,
  ])
}

export async function setNick(tx: Tx, siteId: number, id: number, nick: string): Promise<void> {
  await tx.query('update member set nick = $3, nick_key = $4 where site_id = $1 and id = $2', [
    siteId,
    id,
    nick,
    nickKey(nick),
  ])
}

/** False when another sign-in took this step (or a later one) first. */
export async function useTotpStep(tx: Tx, siteId: number, id: number, step: number): Promise<boolean> {
  const rows = await tx.query(
    'update member set totp_last_step = $3 where site_id = $1 and id = $2 and totp_last_step < $3 returning id',
    [siteId, id, step],
  )
  return rows.length > 0
}

export async function setAccountOpen(tx: Tx, siteId: number, id: number, at: number): Promise<void> {
  await tx.query('update member set account_open_at = $3 where site_id = $1 and id = $2 and account_open_at is null', [
    siteId,
    id,
    at,
  ])
}

export async function membersWithoutAccount(tx: Tx): Promise<MemberRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from member where account_open_at is null and status <> 'PENDING' order by id`,
  )
  return rows.map(memberOf)
}

/** The partner behind a referral code, whom nobody suspends before this transaction ends; letters count alike in either case. */
export async function partnerByCode(
  tx: Tx,
  siteId: number,
  code: string,
): Promise<{ id: number; code: string; name: string } | null> {
  const rows = await tx.query<{ id: string; code: string; name: string }>(
    `select id, code, name from partner where site_id = $1 and lower(code) = lower($2) and status = 'ACTIVE' for share`,
    [siteId, code],
  )
  return rows[0] ? { id: Number(rows[0].id), code: rows[0].code, name: rows[0].name } : null
}
