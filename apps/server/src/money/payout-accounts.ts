import type { Coin, PayoutAccount } from '@maru/contract'
import { type Seal, seeTrait } from '../members/index.ts'
import type { Tx } from '../ports.ts'
import { bankIdentity, bankName } from './banks.ts'
import { maskName } from './masks.ts'

/** A registered bank account or address, unsealed. */
export type PayoutTarget =
  | { readonly kind: 'BANK'; readonly bankCode: string; readonly number: string }
  | {
      readonly kind: 'ADDRESS'
      readonly coin: Coin
      readonly network: string
      readonly number: string
      readonly tag: string | null
    }

export interface NewPayoutAccount {
  readonly siteId: number
  readonly id: number
  readonly memberId: number
  readonly target: PayoutTarget
  readonly holder: string
  readonly isVerified: boolean
  readonly holdUntil: number
  readonly createdAt: number
}

/** A row as it is kept: the number stays sealed. */
export interface PayoutAccountRow {
  readonly id: number
  readonly kind: 'BANK' | 'ADDRESS'
  readonly bankCode: string | null
  readonly coin: Coin | null
  readonly network: string | null
  readonly sealed: Buffer
  readonly tagSealed: Buffer | null
  readonly tail: string
  readonly holder: string
  readonly isVerified: boolean
  readonly holdUntil: number | null
  readonly createdAt: number
}

interface Raw {
  id: string
  kind: 'BANK' | 'ADDRESS'
  bank_code: string | null
  coin: Coin | null
  network: string | null
  sealed: Buffer
  tag_sealed: Buffer | null
  tail: string
  holder: string
  is_verified: boolean
  hold_until: string | null
  created_at: string
}

const columns =
  'id, kind, bank_code, coin, network, sealed, tag_sealed, tail, holder, is_verified, hold_until, created_at'
const rowOf = (raw: Raw): PayoutAccountRow => ({
  id: Number(raw.id),
  kind: raw.kind,
  bankCode: raw.bank_code,
  coin: raw.coin,
  network: raw.network,
  sealed: raw.sealed,
  tagSealed: raw.tag_sealed,
  tail: raw.tail,
  holder: raw.holder,
  isVerified: raw.is_verified,
  holdUntil: raw.hold_until === null ? null : Number(raw.hold_until),
  createdAt: Number(raw.created_at),
})

const numberField = (siteId: number, id: number) => `payout_account.number:${siteId}:${id}`
const tagField = (siteId: number, id: number) => `payout_account.tag:${siteId}:${id}`

/** What makes two registrations the same: spelling does not. */
function identityOf(target: PayoutTarget): string {
  if (target.kind === 'BANK') return bankIdentity(target.bankCode, target.number)
  const address = target.network === 'ERC20' ? target.number.toLowerCase() : target.number
  return `ADDRESS:${target.coin}:${target.network}:${address}:${target.tag ?? ''}`
}

/** Writes an account, or finds the one that the member registered before; `isNew` tells which. */
export async function registerPayoutAccount(
  tx: Tx,
  seal: Seal,
  account: NewPayoutAccount,
): Promise<{ readonly row: PayoutAccountRow; readonly isNew: boolean }> {
  const { siteId, id, target } = account
  const hash = seal.accountHash(siteId, identityOf(target))
  const tag = target.kind === 'ADDRESS' ? target.tag : null
  const inserted = await tx.query<Raw>(
    `insert into payout_account (site_id, id, member_id, kind, bank_code, coin, network, sealed, tag_sealed, lookup_hash,
                                 tail, holder, is_verified, hold_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (site_id, member_id, lookup_hash) where deleted_at is null do nothing
     returning ${columns}`,
    [
      siteId,
      id,
      account.memberId,
      target.kind,
      target.kind === 'BANK' ? target.bankCode : null,
      target.kind === 'ADDRESS' ? target.coin : null,
      target.kind === 'ADDRESS' ? target.network : null,
      seal.close(target.number, numberField(siteId, id)),
      tag === null ? null : seal.close(tag, tagField(siteId, id)),
      hash,
      target.number.replace(/-/g, '').slice(-4),
      account.holder,
      account.isVerified,
      account.holdUntil,
      account.createdAt,
    ],
  )
  await seeTrait(tx, { siteId, memberId: account.memberId, kind: target.kind, hash }, account.createdAt)
  if (inserted[0]) return { row: rowOf(inserted[0]), isNew: true }
  const [there] = await tx.query<Raw>(
    `select ${columns} from payout_account where site_id = $1 and member_id = $2 and lookup_hash = $3 and deleted_at is null`,
    [siteId, account.memberId, hash],
  )
  if (there === undefined) throw new Error('an account that is taken cannot be read')
  return { row: rowOf(there), isNew: false }
}

/** A member's accounts and addresses, the newest first. */
export async function payoutAccountsOf(tx: Tx, siteId: number, memberId: number): Promise<PayoutAccountRow[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from payout_account where site_id = $1 and member_id = $2 and deleted_at is null order by id desc`,
    [siteId, memberId],
  )
  return rows.map(rowOf)
}

/** Whether a member has, or ever had, a bank account. */
export async function everHadBankAccount(tx: Tx, siteId: number, memberId: number): Promise<boolean> {
  const query = `select from payout_account where site_id = $1 and member_id = $2 and kind = 'BANK' limit 1`
  return (await tx.query(query, [siteId, memberId])).length > 0
}

/** Where a payout goes, as providers are told; a registration that was deleted since still counts. Null where there is none. */
export async function payoutTargetOf(tx: Tx, seal: Seal, siteId: number, memberId: number, id: number) {
  const [raw] = await tx.query<Raw>(
    `select ${columns} from payout_account where site_id = $1 and member_id = $2 and id = $3`,
    [siteId, memberId, id],
  )
  if (raw === undefined) return null
  const row = rowOf(raw)
  const number = seal.open(row.sealed, numberField(siteId, id))
  if (row.kind === 'BANK') return { to: { bank: { bank: row.bankCode ?? '', number, holder: row.holder } } }
  const tag = row.tagSealed === null ? {} : { tag: seal.open(row.tagSealed, tagField(siteId, id)) }
  return { to: { coin: { coin: row.coin ?? '', network: row.network ?? '', address: number, ...tag } } }
}

/** False where the member has no such account. */
export async function deletePayoutAccount(tx: Tx, siteId: number, memberId: number, id: number, now: number) {
  const rows = await tx.query(
    `update payout_account set deleted_at = $4 where site_id = $1 and member_id = $2 and id = $3 and deleted_at is null returning id`,
    [siteId, memberId, id, now],
  )
  return rows.length > 0
}

/** The account with its number masked. */
export const payoutAccountWire = (row: PayoutAccountRow): PayoutAccount => ({
  id: row.id,
  kind: row.kind,
  bankCode: row.bankCode,
  coin: row.coin,
  network: row.network,
  label: payoutLabel(row),
  holder: maskName(row.holder),
  isVerified: row.isVerified,
  holdUntil: row.holdUntil,
  createdAt: row.createdAt,
})

/** 신한은행 ****4821, or USDT(TRC20) ****ak5m. */
export const payoutLabel = ({ kind, bankCode, coin, network, tail }: PayoutAccountRow): string =>
  `${kind === 'BANK' ? (bankName(bankCode ?? '') ?? bankCode) : `${coin}(${network})`} ****${tail}`

/** Whether a withdrawal to an account is under way. */
export async function isPaidTo(tx: Tx, siteId: number, memberId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from dnw where site_id = $1 and member_id = $2 and account_id = $3 and processed_at is null limit 1`,
    [siteId, memberId, id],
  )
  return rows.length > 0
}
