import { randomUUID } from 'node:crypto'
import { moneyEndpoints, type WalletType, walletCurrency } from '@maru/contract'
import { byMember, type Command, type IdempotencyKey, isSameName } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sameOriginOnly } from '../http/headers.ts'
import { CoreAnswer, type Member, Refused, route } from '../http/index.ts'
import { amountOf } from './amounts.ts'
import { houseBanksOf } from './house-banks.ts'
import type { MoneyParts } from './parts.ts'
import { type PayoutAccountRow, payoutAccountsOf, payoutLabel } from './payout-accounts.ts'
import { dnwById } from './store.ts'
import { verifiedRow } from './verified.ts'

interface Asked {
  readonly walletType: WalletType
  readonly point?: string | undefined
  readonly depositor?: string | undefined
  readonly accountId?: number | undefined
  readonly addressId?: number | undefined
  readonly beneficiary?: string | undefined
  readonly otp?: string | undefined
}

/** Requests of a member: deposits, withdrawals, and taking them back. */
export function registerRequests(app: FastifyInstance, deps: Deps, parts: MoneyParts): void {
  const { db, clocks, core } = deps
  const submit = async (command: Command) => new CoreAnswer(await core.submit(command))

  route(app, deps, moneyEndpoints.dnwApply, ({ body, member, idempotency }) => {
    const { type, point, otp } = body
    return type === 'D'
      ? deposit({ walletType: 'BINARY', point }, member, idempotency)
      : withdraw({ walletType: 'BINARY', point, otp }, member, idempotency)
  })
  route(app, deps, moneyEndpoints.dnwDepositApply, ({ body, member, idempotency }) =>
    deposit(body, member, idempotency),
  )
  route(app, deps, moneyEndpoints.dnwWithdrawApply, ({ body, member, idempotency }) =>
    withdraw(body, member, idempotency),
  )

  route(app, deps, moneyEndpoints.dnwCancel, ({ body, member, idempotency }) =>
    cancel(body.dnwHistoryId, member, idempotency),
  )
  // § An alias of before the POST: a link or picture on another page must not work it.
  route(app, deps, moneyEndpoints.dnwCancelAlias, ({ query, member, request }) => {
    sameOriginOnly(request)
    return cancel(query.dnwHistoryId, member, madeKey(query.dnwHistoryId))
  })

  async function deposit({ walletType, point, depositor }: Asked, member: Member, key: IdempotencyKey) {
    const row = await verifiedRow(deps, member)
    if (depositor !== undefined && !isSameName(depositor, row.name)) throw new Refused('NAME_MISMATCH')
    const [bank] = await db.tenant(member.siteId, (tx) => houseBanksOf(tx, member.siteId))
    if (bank === undefined) throw new Refused('FEATURE_DISABLED')
    return submit({
      kind: 'applyDeposit',
      ...byMember(member, key),
      walletType,
      point: amountOf(point, walletCurrency[walletType]),
      depositor: row.name,
      houseSub: bank.sub,
      flags: [],
    })
  }

  async function withdraw(asked: Asked, member: Member, key: IdempotencyKey) {
    const { siteId, memberId } = member
    const point = amountOf(asked.point, walletCurrency[asked.walletType])
    if (point <= 0n) throw new Refused('WITHDRAW_AMOUNT_REQUIRED')
    const row = await verifiedRow(deps, member)
    const now = clocks.wall()
    const found = await db.tenant(siteId, async (tx) => {
      const account = accountFor(asked, await payoutAccountsOf(tx, siteId, memberId))
      const [bank] = await houseBanksOf(tx, siteId)
      return { account, bank }
    })
    const { account, bank } = found
    // A repeat is answered with what became of the first one, whose code is used.
    if ((await core.storedReply(siteId, memberId, key.key)) === null) {
      if (!account.isVerified) throw new Refused('ACCOUNT_UNVERIFIED')
      if (account.holdUntil !== null && account.holdUntil > now)
        throw new Refused('WITHDRAW_HOLD', { until: account.holdUntil })
      await parts.secondFactor.checkMoneyOut(row, key.key, asked.otp)
    }
    return submit({
      kind: 'applyWithdrawal',
      ...byMember(member, key),
      walletType: asked.walletType,
      point,
      accountId: account.id,
      account: payoutLabel(account),
      payee: account.kind === 'BANK' ? row.name : (asked.beneficiary ?? ''),
      houseSub: account.kind === 'BANK' ? (bank?.sub ?? '') : (account.network ?? ''),
    })
  }

  async function cancel(requestId: number, member: Member, key: IdempotencyKey) {
    const { siteId, memberId } = member
    const closed = await db.tenant(siteId, (tx) => dnwById(tx, siteId, requestId, memberId))
    return submit({ kind: 'cancelRequest', ...byMember(member, key), requestId, closed })
  }
}

/** A GET has no key: each runs under one of its own, and a second finds the request closed. */
const madeKey = (id: number): IdempotencyKey => ({
  key: randomUUID(),
  route: 'GET /api/dnw/cancel',
  bodyHash: String(id),
})

/** The account that a withdrawal names, or the newest one that fits. */
function accountFor(
  { walletType, accountId, addressId }: Asked,
  accounts: readonly PayoutAccountRow[],
): PayoutAccountRow {
  const currency = walletCurrency[walletType]
  const fits = ({ kind, coin }: PayoutAccountRow) => (currency === 'KRW' ? kind === 'BANK' : coin === currency)
  const id = accountId ?? addressId
  if (id === undefined) {
    const newest = accounts.find(fits)
    if (newest === undefined) throw new Refused('WALLET_ACCOUNT_REQUIRED')
    return newest
  }
  const named = accounts.find((account) => account.id === id)
  if (named === undefined) throw new Refused('ACCOUNT_NOT_FOUND')
  if (!fits(named)) throw new Refused('WALLET_INFO_INVALID')
  return named
}
