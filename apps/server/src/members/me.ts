import type { Me, MoneyHold, Wallet } from '@maru/contract'
import { type AnswerOf, formatMinor, type WalletRow } from '@maru/core'
import type { Deps } from '../deps.ts'
import { maskPhone, type Seal } from './seal.ts'
import type { MemberRow } from './store.ts'

/** The member as he sees himself. The phone number is masked: a page that is read over a shoulder shows no identity. */
export async function meOf({ reads }: Pick<Deps, 'reads'>, seal: Seal, member: MemberRow): Promise<Me> {
  const of = { siteId: member.siteId, memberId: member.id }
  const [{ value: held }, { value: oversea }] = await Promise.all([
    reads.ask('members.wallets', of),
    reads.ask('oversea.cross', of),
  ])
  return {
    id: member.id,
    username: member.username,
    name: member.name,
    nick: member.nick,
    phone: maskedPhone(seal, member),
    email: member.email,
    money: spendable(held, oversea?.lastPnl ?? 0n),
    status: member.status,
    etcJson: {
      ...(member.blockDevice === '' ? {} : { blockDevice: member.blockDevice }),
      ...(member.marketing === null ? {} : { marketing: member.marketing }),
      ...(member.inflow === null ? {} : { inflow: member.inflow }),
    },
    wallet: Object.fromEntries(held.map((row) => [row.type, walletWire(row)])),
    createdAt: member.createdAt,
  }
}

/** His number with its middle hidden; '' where he gave none. */
export const maskedPhone = (seal: Seal, { siteId, id, phoneSealed }: MemberRow): string =>
  phoneSealed === null ? '' : maskPhone(seal.open(phoneSealed, phoneField(siteId, id)))

export const walletWire = (row: WalletRow): Wallet => ({
  type: row.type,
  currency: row.currency as Wallet['currency'],
  point: formatMinor(row.posted - row.reserved, row.currency),
  gameWaitPoint: formatMinor(row.reserved, row.currency),
})

/** Why money of a wallet cannot leave yet: what waits in orders and stakes, and what holds it or all wallets. */
export function heldOf(row: WalletRow, holds: AnswerOf<'money.holds'>): MoneyHold[] {
  const mine = holds.filter(({ walletType }) => walletType === null || walletType === row.type)
  const held: MoneyHold[] = mine.map(({ walletType: _, ...hold }) => hold)
  const waiting = {
    cause: 'ORDERS',
    amount: formatMinor(row.reserved, row.currency),
    until: null,
    dnwId: null,
  } as const
  return row.reserved > 0n ? [waiting, ...held] : held
}

/** Whether nothing may leave while it stands. A withdrawal that waits bars another one only, not transfers and sales. */
export const barsExits = ({ amount, cause }: MoneyHold): boolean => amount === null && cause !== 'PENDING'

/** BINARY money that can be staked or withdrawn: less what open overseas positions have lost; never below zero. */
function spendable(wallets: readonly WalletRow[], lastPnl: bigint): string {
  const binary = wallets.find((wallet) => wallet.type === 'BINARY')
  const free = binary === undefined ? 0n : binary.posted - binary.reserved + (lastPnl < 0n ? lastPnl : 0n)
  return formatMinor(free > 0n ? free : 0n, 'KRW')
}

export const phoneField = (siteId: number, memberId: number) => `member.phone:${siteId}:${memberId}`
export const bankField = (siteId: number, memberId: number) => `member.bank:${siteId}:${memberId}`
export const addressField = (siteId: number, memberId: number) => `member.address:${siteId}:${memberId}`
export const totpField = (siteId: number, memberId: number) => `member.totp:${siteId}:${memberId}`
export const birthField = (siteId: number, memberId: number) => `member.birth:${siteId}:${memberId}`
