import { p2pEndpoints } from '@maru/contract'
import { byMember, p2pWire } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { useFiles } from '../../files/index.ts'
import { CoreAnswer, type Member, Refused, route } from '../../http/index.ts'
import { ownRow } from '../../members/re-authenticate.ts'
import type { Site } from '../../sites/index.ts'
import { amountOf } from '../amounts.ts'
import type { MoneyParts } from '../parts.ts'
import { payoutAccountsOf, payoutLabel } from '../payout-accounts.ts'
import { openDemoMerchants } from './merchants.ts'
import { merchantRecords, p2pOrderById } from './store.ts'

const recordMs = 30 * 86_400_000
const noRecord = { doneShare: null, doneCount: 0, averageSec: null }

/** P2P: what merchants offer, and orders of a member. The core decides; the API adds who he is and where he is paid. */
export function registerP2p(app: FastifyInstance, deps: Deps, { secondFactor }: MoneyParts): void {
  const { core, db, reads, clocks } = deps
  app.addHook('onReady', () =>
    openDemoMerchants(deps, (siteId) => app.sites.byId(siteId)?.moneyMode === 'DEMO').catch((error) => {
      deps.log.warn({ err: error }, 'merchants not opened at start')
    }),
  )

  route(app, deps, p2pEndpoints.p2pMerchants, async ({ site }) => {
    refuseClosed(site)
    const { value } = await reads.ask('p2p.merchants', { siteId: site.id })
    const records = await db.tenant(site.id, (tx) => merchantRecords(tx, site.id, clocks.wall() - recordMs))
    return value.map((merchant) => ({ ...merchant, ...(records.get(merchant.id) ?? noRecord) }))
  })

  route(app, deps, p2pEndpoints.p2pOrder, async ({ site, member, body, idempotency }) => {
    refuseClosed(site)
    const { siteId, memberId } = member
    const { side, merchantId = null, walletType = 'FUTURES' } = body
    const won = amountOf(body.won, 'KRW')
    const row = await ownRow(deps, member)
    const account = side === 'SELL' ? await accountOf(member, body.accountId) : null
    // A repeat is answered with what became of the first one, whose code is used.
    if ((await core.storedReply(siteId, memberId, idempotency.key)) === null) {
      if (won <= 0n) throw new Refused('INVALID_REQUEST', { field: 'won' })
      if (row.identityAt === null) throw new Refused('KYC_REQUIRED')
      if (account !== null) {
        if (!account.isVerified) throw new Refused('ACCOUNT_UNVERIFIED')
        if (account.holdUntil !== null && account.holdUntil > clocks.wall())
          throw new Refused('WITHDRAW_HOLD', { until: account.holdUntil })
        await secondFactor.checkMoneyOut(row, idempotency.key, body.otp)
      }
    }
    return new CoreAnswer(
      await core.submit({
        kind: 'p2pOpen',
        ...byMember(member, idempotency),
        side,
        won,
        merchantId,
        walletType,
        payer: row.name,
        accountId: account?.id ?? null,
        account: account === null ? '' : payoutLabel(account),
      }),
    )
  })

  for (const latest of [p2pEndpoints.p2pLatest, p2pEndpoints.dnwP2pLatest])
    route(app, deps, latest, async ({ member: { siteId, memberId } }) => {
      return (await reads.ask('p2p.latest', { siteId, memberId })).value
    })

  route(app, deps, p2pEndpoints.p2pOne, async ({ params, member }) => {
    const row = await db.tenant(member.siteId, (tx) => p2pOrderById(tx, member.siteId, params.id, member.memberId))
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    return p2pWire(row)
  })

  // Orders go on where a site has switched P2P off since.
  route(app, deps, p2pEndpoints.p2pPaid, async ({ params, member, body, idempotency: key }) => {
    const of = { ...byMember(member, key), ...(await ofOrder(member, params.id)) }
    return new CoreAnswer(await core.submit({ kind: 'p2pPaid', ...of, reference: body.reference }))
  })
  route(app, deps, p2pEndpoints.p2pCancel, async ({ params, member, idempotency: key }) => {
    const of = { ...byMember(member, key), ...(await ofOrder(member, params.id)) }
    return new CoreAnswer(await core.submit({ kind: 'p2pCancel', ...of }))
  })
  route(app, deps, p2pEndpoints.p2pRelease, async ({ params, member, idempotency: key }) => {
    const of = { ...byMember(member, key), ...(await ofOrder(member, params.id)) }
    return new CoreAnswer(await core.submit({ kind: 'p2pRelease', ...of }))
  })
  route(app, deps, p2pEndpoints.p2pDispute, async ({ params, member, body, idempotency: key }) => {
    const { text, fileIds = [] } = body
    const { siteId, memberId } = member
    const isOwn = await db.tenant(siteId, (tx) => useFiles(tx, { siteId, memberId }, fileIds, clocks.wall()))
    if (!isOwn) throw new Refused('FILE_REJECTED')
    const of = { ...byMember(member, key), ...(await ofOrder(member, params.id)) }
    return new CoreAnswer(await core.submit({ kind: 'p2pDispute', ...of, text, fileIds }))
  })

  async function ofOrder({ siteId, memberId }: Member, orderId: number) {
    const row = await db.tenant(siteId, (tx) => p2pOrderById(tx, siteId, orderId, memberId))
    return { orderId, closed: row === null || row.closedAt === null ? null : row }
  }

  /** The bank account that the merchant pays to: the one that is named, or the newest. */
  async function accountOf({ siteId, memberId }: Member, id: number | undefined) {
    const accounts = await db.tenant(siteId, (tx) => payoutAccountsOf(tx, siteId, memberId))
    const banks = accounts.filter(({ kind }) => kind === 'BANK')
    if (id === undefined && banks[0] === undefined) throw new Refused('WALLET_ACCOUNT_REQUIRED')
    const account = id === undefined ? banks[0] : banks.find((one) => one.id === id)
    if (account === undefined) throw new Refused('ACCOUNT_NOT_FOUND')
    return account
  }
}

/** § The third position of a site's flags opens P2P. */
function refuseClosed(site: Site): void {
  if (site.type[2] !== '1') throw new Refused('FEATURE_DISABLED')
}
