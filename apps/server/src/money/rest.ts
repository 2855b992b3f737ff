import { type Currency, consoleHouseEndpoints, WalletType, walletCurrency } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import { formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { type About, type Amount, field, memberField, moneyText, none, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { memberById } from '../members/store.ts'
import { houseBanksOf } from './house-banks.ts'
import { maskName } from './masks.ts'
import { type PayoutAccountRow, payoutAccountsOf, payoutLabel } from './payout-accounts.ts'
import { newPayoutKey } from './payout-key.ts'
import { refuseWorthAbove } from './worth-caps.ts'

/** What is left of a member who is shut out goes to his own account: two persons of FINANCE, a wallet at a time. */
export function registerRest(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, reads, clocks } = deps
  second.register({
    MEMBER_PAYOUT: {
      permission: 'restPayout',
      amount: restOf,
      fields: async (about, tx) => {
        const { siteId, subjectId, payload } = about
        const rest = await restOf(about)
        const wallet = walletWord(String(payload['walletType']))
        return [
          await memberField(tx, siteId, subjectId),
          field({ ko: '지갑', en: 'Wallet' }, null, { ko: `${wallet.ko} 전액`, en: `${wallet.en}, all of it` }),
          field(
            { ko: '현재 금액', en: 'Amount now' },
            null,
            rest === null ? none : moneyText(rest.amount, rest.currency),
          ),
          field({ ko: '계좌', en: 'Account' }, null, `${payload['account']} (${payload['accountId']})`),
          field({ ko: '받는 사람', en: 'Payee' }, null, maskName(String(payload['payee']))),
          field({ ko: '출금 계정', en: 'Paid from' }, null, String(payload['houseSub'])),
        ]
      },
      // What is paid is what is there when it is paid.
      check: async ({ siteId, subjectId, payload }, { member }) => {
        const wallet = (await read(siteId, subjectId)).wallets.find(({ row }) => row.type === payload['walletType'])
        if (wallet !== undefined) await refuseWorthAbove(deps, { siteId, member }, 'PAYOUT', sumOf(wallet))
      },
      command: ({ subjectId, payload }, of) => ({
        kind: 'payRest',
        ...of,
        memberId: subjectId,
        walletType: WalletType.parse(payload['walletType']),
        accountId: Number(payload['accountId']),
        account: String(payload['account']),
        payee: String(payload['payee']),
        houseSub: String(payload['houseSub']),
        payoutKey: newPayoutKey(),
      }),
    },
  })

  route(app, deps, consoleHouseEndpoints.memberRest, async ({ params, site }) => {
    const { member, accounts, wallets, isPending } = await read(site.id, params.id)
    return {
      isDenied: member.status === 'DENY',
      isPending,
      wallets: wallets.map(({ row, withdrawable }) => {
        const account = accountFor(row.type, accounts) ?? null
        return {
          walletType: row.type,
          currency: walletCurrency[row.type],
          posted: formatMinor(row.posted, row.currency),
          free: formatMinor(withdrawable, row.currency),
          accountId: account?.id ?? null,
          account: account && payoutLabel(account),
        }
      }),
    }
  })

  route(app, deps, consoleHouseEndpoints.memberPayout, async ({ params, body, site, member: staff, idempotency }) => {
    const { walletType, accountId, reason } = body
    const { member, accounts, wallets, isPending, bank } = await read(site.id, params.id)
    if (member.status !== 'DENY') throw new Refused('STALE_VERSION')
    const wallet = wallets.find(({ row }) => row.type === walletType)
    if (wallet === undefined) throw new Refused('WALLET_NOT_FOUND')
    if (isPending) throw new Refused('REQUEST_ALREADY_PENDING')
    if (wallet.withdrawable <= 0n) throw new Refused('WITHDRAW_EXCEEDS_BALANCE')
    await refuseWorthAbove(deps, { siteId: site.id, member: staff }, 'PAYOUT', sumOf(wallet))
    const account = requireAccount(walletType, accounts, accountId)
    if (account.holdUntil !== null && account.holdUntil > clocks.wall())
      throw new Refused('WITHDRAW_HOLD', { until: account.holdUntil })
    const houseSub = account.kind === 'BANK' ? bank?.sub : account.network
    if (!houseSub) throw new Refused('FEATURE_DISABLED')
    const paid = { walletType, accountId: account.id, account: payoutLabel(account), payee: member.name, houseSub }
    return second.ask({
      siteId: site.id,
      staffId: staff.memberId,
      key: idempotency.key,
      kind: 'MEMBER_PAYOUT',
      subjectId: params.id,
      payload: paid,
      reason,
    })
  })

  /** What a payout would come to now; null: he has no such wallet. */
  async function restOf({ siteId, subjectId, payload }: About): Promise<Amount | null> {
    const wallet = (await read(siteId, subjectId)).wallets.find(({ row }) => row.type === payload['walletType'])
    if (wallet === undefined) return null
    const { amount, currency } = sumOf(wallet)
    return { amount: amount < 0n ? 0n : amount, currency: currency as Currency }
  }

  async function read(siteId: number, memberId: number) {
    const stored = await db.tenant(siteId, async (tx) => ({
      member: await memberById(tx, siteId, memberId),
      accounts: await payoutAccountsOf(tx, siteId, memberId),
      bank: (await houseBanksOf(tx, siteId))[0],
    }))
    const { member } = stored
    if (member === null || member.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    const wall = clocks.wall()
    const [wallets, holds] = await Promise.all([
      reads.ask('members.withdrawable', { siteId, memberId, wall }),
      reads.ask('money.holds', { siteId, memberId, wall }),
    ])
    const isPending = holds.value.some(({ cause }) => cause === 'PENDING')
    return { ...stored, member, isPending, wallets: wallets.value.filter(({ row }) => row.type !== 'BONUS') }
  }
}

const sumOf = ({
  row,
  withdrawable,
}: {
  readonly row: { readonly currency: string }
  readonly withdrawable: bigint
}) => ({
  currency: row.currency,
  amount: withdrawable,
})

const fits = (walletType: WalletType, { kind, coin }: PayoutAccountRow): boolean =>
  walletCurrency[walletType] === 'KRW' ? kind === 'BANK' : coin === walletCurrency[walletType]

/** The newest one that fits and is verified. */
const accountFor = (walletType: WalletType, accounts: readonly PayoutAccountRow[]): PayoutAccountRow | undefined =>
  accounts.find((one) => one.isVerified && fits(walletType, one))

function requireAccount(
  walletType: WalletType,
  accounts: readonly PayoutAccountRow[],
  id: number | undefined,
): PayoutAccountRow {
  if (id === undefined) {
    const newest = accountFor(walletType, accounts)
    if (newest === undefined) throw new Refused('WALLET_ACCOUNT_REQUIRED')
    return newest
  }
  const named = accounts.find((one) => one.id === id)
  if (named === undefined) throw new Refused('ACCOUNT_NOT_FOUND')
  if (!fits(walletType, named)) throw new Refused('WALLET_INFO_INVALID')
  if (!named.isVerified) throw new Refused('ACCOUNT_UNVERIFIED')
  return named
}
