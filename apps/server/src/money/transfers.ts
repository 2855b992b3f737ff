import { transferEndpoints, type WalletType, walletCurrency } from '@maru/contract'
import { byMember, type IdempotencyKey } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, type Member, Refused, route } from '../http/index.ts'
import { type MemberRow, memberByUsername } from '../members/store.ts'
import { amountOf } from './amounts.ts'
import { maskName } from './masks.ts'
import type { MoneyParts } from './parts.ts'
import { verifiedRow } from './verified.ts'

interface ToMember {
  readonly walletType: WalletType
  readonly username: string
  readonly point?: string | undefined
  readonly otp?: string | undefined
}

/** Transfers between a member's own wallets and to other members of his site. */
export function registerTransfers(app: FastifyInstance, deps: Deps, { secondFactor }: MoneyParts): void {
  const { core, db } = deps

  route(app, deps, transferEndpoints.dnwTransfer, async ({ body, member, idempotency }) => {
    if ('username' in body) return toMember(body, member, idempotency)
    const { from, to } = body
    const point = amountOf(body.point, walletCurrency[from])
    return new CoreAnswer(await core.submit({ kind: 'transferOwn', ...byMember(member, idempotency), from, to, point }))
  })

  route(app, deps, transferEndpoints.dnwTransferCheck, async ({ query, member }) => {
    const { username, name, identityAt, createdAt } = await receiverOf(query.username, member)
    return { username, name: maskName(name), isVerified: identityAt !== null, since: createdAt }
  })

  async function toMember({ walletType, username, point, otp }: ToMember, member: Member, key: IdempotencyKey) {
    const { siteId, memberId } = member
    const amount = amountOf(point, walletCurrency[walletType])
    const receiver = await receiverOf(username, member)
    const sender = await verifiedRow(deps, member)
    // A repeat is answered with what became of the first one, whose code is used.
    if ((await core.storedReply(siteId, memberId, key.key)) === null) {
      if (amount <= 0n) throw new Refused('INVALID_REQUEST', { field: 'point' })
      // The field says whose identity is missing: the sender's own is there.
      if (receiver.identityAt === null) throw new Refused('KYC_REQUIRED', { field: 'username' })
      await secondFactor.checkMoneyOut(sender, key.key, otp)
    }
    return new CoreAnswer(
      await core.submit({
        kind: 'transferToMember',
        ...byMember(member, key),
        walletType,
        receiverId: receiver.id,
        point: amount,
        senderName: maskName(sender.name),
        receiverName: maskName(receiver.name),
      }),
    )
  }

  /** A client of the site that money may be given to. */
  async function receiverOf(username: string, { siteId, memberId }: Member): Promise<MemberRow> {
    const row = await db.tenant(siteId, (tx) => memberByUsername(tx, siteId, username))
    if (row === null || row.kind !== 'MEMBER' || row.status !== 'ACTIVE') throw new Refused('USER_NOT_FOUND')
    if (row.id === memberId) throw new Refused('TRANSFER_SELF')
    return row
  }
}
