import { Coin, moneyWalletEndpoints } from '@maru/contract'
import { isSameName } from '@maru/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import { holdExits } from '../members/hold-exits.ts'
import { tellTraits } from '../members/index.ts'
import { checkPassword, ownRow } from '../members/re-authenticate.ts'
import type { MemberRow } from '../members/store.ts'
import { tellMember } from '../members/tell-member.ts'
import type { Tx } from '../ports.ts'
import { derivedKey } from '../secrets.ts'
import type { Site } from '../sites/index.ts'
import { isAddress, type Network, networksOf } from './addresses.ts'
import { banksOf } from './banks.ts'
import { DepositAddresses } from './deposit-addresses.ts'
import { bankFilterOf } from './house-banks.ts'
import type { MoneyParts } from './parts.ts'
import {
  deletePayoutAccount,
  everHadBankAccount,
  isPaidTo,
  type PayoutTarget,
  payoutAccountsOf,
  payoutAccountWire,
  registerPayoutAccount,
} from './payout-accounts.ts'
import { verifiedRow } from './verified.ts'

/** So long after sign-in nobody is asked for his password again. */
const freshMs = 10 * 60_000

/** Where a member's money comes from and goes to: bank accounts, addresses of his book, and addresses to deposit to. */
export function registerAccounts(app: FastifyInstance, deps: Deps, parts: MoneyParts): void {
  const { db, bus, clocks, reads } = deps
  const addresses = new DepositAddresses(derivedKey(deps.config.tokenSecret, 'demo-addresses'), deps.ids.next)

  route(app, deps, moneyWalletEndpoints.walletGenerate, async ({ body, site, member, request }) => {
    const { coinName, network, address, tag, bankInfo } = body
    if (bankInfo === undefined && address === undefined) {
      await verifiedRow(deps, member)
      const owner = { ...(await coinOf(site, coinName, network)), siteId: site.id, memberId: member.memberId }
      return db.tenant(site.id, (tx) => addresses.own(tx, owner, clocks.wall()))
    }
    const row = await verifiedRow(deps, member)
    const target = bankInfo
      ? await bankTarget(site, row, coinName, bankInfo)
      : await addressTarget(site, coinName, network, address ?? '', tag)
    await proveSelf(row, member, body, request)
    return register(site, row, target)
  })

  route(app, deps, moneyWalletEndpoints.walletTempGenerate, async ({ body, site, member }) => {
    await verifiedRow(deps, member)
    const owner = { ...(await coinOf(site, body.coinName, body.network)), siteId: site.id, memberId: member.memberId }
    return db.tenant(site.id, (tx) => addresses.temporary(tx, owner, clocks.wall()))
  })

  route(app, deps, moneyWalletEndpoints.walletArrivals, async ({ site, member }) => {
    const { value } = await reads.ask('money.arrivals', { siteId: site.id, memberId: member.memberId })
    return [...value]
  })

  route(app, deps, moneyWalletEndpoints.walletAccount, async ({ site, member }) => {
    const rows = await db.tenant(site.id, (tx) => payoutAccountsOf(tx, site.id, member.memberId))
    return rows.map(payoutAccountWire)
  })

  route(app, deps, moneyWalletEndpoints.walletAccountDelete, async ({ body, site, member, request }) => {
    const { accountId } = body
    const row = await ownRow(deps, member)
    // First what needs no proof: a code is not used up by an account that cannot be deleted.
    await db.tenant(site.id, (tx) => requireDeletable(tx, site.id, row.id, accountId))
    await proveSelf(row, member, body, request)
    await db.tenant(site.id, async (tx) => {
      const kind = await requireDeletable(tx, site.id, row.id, accountId)
      const now = clocks.wall()
      if (await deletePayoutAccount(tx, site.id, row.id, accountId, now))
        await tellMember(tx, row, { about: kind === 'BANK' ? 'ACCOUNT_REMOVED' : 'ADDRESS_REMOVED' }, now)
    })
    bus.publish('outgoing', null)
    return { ok: true as const }
  })

  /** A bank account of the site's list, in the member's own name. */
  async function bankTarget(
    site: Site,
    row: MemberRow,
    coinName: string,
    bank: { readonly bankCode: string; readonly accountNumber: string; readonly holder: string },
  ): Promise<PayoutTarget> {
    if (coinName !== 'KRW') throw new Refused('CURRENCY_UNSUPPORTED')
    const offered = banksOf(await db.system((tx) => bankFilterOf(tx, site.id)))
    if (!offered.some(({ code }) => code === bank.bankCode)) throw new Refused('WALLET_INFO_INVALID')
    if (!isSameName(bank.holder, row.name)) throw new Refused('NAME_MISMATCH')
    return { kind: 'BANK', bankCode: bank.bankCode, number: bank.accountNumber }
  }

  /** Writes it, and holds what would leave: whoever took over a session must not send money to an account of his own. */
  async function register(site: Site, row: MemberRow, target: PayoutTarget) {
    const { value: config } = await reads.ask('money.config', { siteId: site.id })
    const now = clocks.wall()
    const holdUntil = now + config.changeHoldMs
    const isChange =
      target.kind === 'BANK' && (await db.tenant(site.id, (tx) => everHadBankAccount(tx, site.id, row.id)))
    const account = {
      siteId: site.id,
      id: deps.ids.next(),
      memberId: row.id,
      target,
      holder: row.name,
      // The sandbox's bank knows everybody; a real one has to answer first.
      isVerified: target.kind === 'ADDRESS' || site.moneyMode === 'DEMO',
      holdUntil,
      createdAt: now,
    }
    // First the hold: a core that is away leaves the accounts as they are.
    if (isChange) await holdExits(deps, row, 'ACCOUNT')
    const written = await db.tenant(site.id, async (tx) => {
      const { row: written, isNew } = await registerPayoutAccount(tx, parts.seal, account)
      if (isNew) await tellMember(tx, row, { about: target.kind === 'BANK' ? 'ACCOUNT_ADDED' : 'ADDRESS_ADDED' }, now)
      return written
    })
    bus.publish('outgoing', null)
    await tellTraits(deps, site.id, row.id)
    return payoutAccountWire(written)
  }

  async function proveSelf(
    row: MemberRow,
    member: Member,
    { otp, password }: { readonly otp?: string | undefined; readonly password?: string | undefined },
    request: FastifyRequest,
  ): Promise<void> {
    if (row.totpSealed !== null) await parts.secondFactor.check(row, row.totpSealed, otp)
    else if (password !== undefined) await checkPassword(deps, row, password, request)
    else if (clocks.wall() > member.sessionStart + freshMs) throw new Refused('STEP_UP_REQUIRED')
  }

  /** A coin that the site takes deposits in, and its network; the usual one where none is named. */
  async function coinOf(
    site: Site,
    coinName: string,
    name: string | undefined,
  ): Promise<{ coin: Coin; network: Network }> {
    const coin = Coin.safeParse(coinName)
    const isTaken = coin.success && site.depositCoins.split(',').some((one) => one.trim() === coin.data)
    if (!coin.success || !isTaken) throw new Refused('CURRENCY_UNSUPPORTED')
    // Real addresses come from a custodian: no site has one yet.
    if (site.moneyMode !== 'DEMO') throw new Refused('FEATURE_DISABLED')
    const network = networkOf(coin.data, name)
    await requireOpen(site, coin.data, network)
    return { coin: coin.data, network }
  }

  async function addressTarget(
    site: Site,
    coinName: string,
    name: string | undefined,
    address: string,
    tag: string | undefined,
  ): Promise<PayoutTarget> {
    const coin = Coin.safeParse(coinName)
    if (!coin.success) throw new Refused('CURRENCY_UNSUPPORTED')
    const network = networkOf(coin.data, name)
    const isTag = tag === undefined || (network === 'XRP' && /^\d{1,10}$/.test(tag) && Number(tag) < 2 ** 32)
    if (!isTag || !isAddress(network, address, site.moneyMode === 'DEMO')) throw new Refused('WALLET_INFO_INVALID')
    await requireOpen(site, coin.data, network)
    return { kind: 'ADDRESS', coin: coin.data, network, number: address, tag: tag ?? null }
  }

  /** Coins come and leave over the networks that the site has set up and not switched off. */
  async function requireOpen({ id: siteId }: Site, coin: Coin, network: Network): Promise<void> {
    const { value: config } = await reads.ask('money.config', { siteId })
    if (!config.coins.some((one) => one.coin === coin && one.network === network && one.isOpen))
      throw new Refused('NETWORK_UNSUPPORTED')
  }
}

/** The kind of an account of the member's; throws where it is not his, or money is on its way to it. */
async function requireDeletable(tx: Tx, siteId: number, memberId: number, accountId: number) {
  if (await isPaidTo(tx, siteId, memberId, accountId)) throw new Refused('REQUEST_ALREADY_PENDING')
  const accounts = await payoutAccountsOf(tx, siteId, memberId)
  const found = accounts.find(({ id }) => id === accountId)
  if (found === undefined) throw new Refused('ACCOUNT_NOT_FOUND')
  return found.kind
}

function networkOf(coin: Coin, name: string | undefined): Network {
  const network = networksOf[coin].find((one) => name === undefined || one === name)
  if (network === undefined) throw new Refused('WALLET_INFO_INVALID')
  return network
}
