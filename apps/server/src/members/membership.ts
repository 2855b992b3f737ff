import { membershipEndpoints } from '@maru/contract'
import { byMember } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { saidInChats } from '../chat/index.ts'
import { votesOf } from '../content/index.ts'
import type { Deps } from '../deps.ts'
import { CoreAnswer, Refused, route } from '../http/index.ts'
import { writtenWith } from '../inquiries/index.ts'
import { addressField, birthField, phoneField } from './me.ts'
import { consentsOf, forgetAfterMs, sealedOf, setLeft, setMarketing } from './membership-store.ts'
import { checkPassword, ownRow } from './re-authenticate.ts'
import type { Seal } from './seal.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  readonly sessions: Sessions
  readonly seal: Seal
  readonly secondFactor: SecondFactor
}

/** What a member decides about his membership: what he hears of, what he takes with him, and its end (rules G). */
export function registerMembership(app: FastifyInstance, deps: Deps, { sessions, seal, secondFactor }: Parts): void {
  const { db, core, clocks } = deps

  route(app, deps, membershipEndpoints.marketingSet, async ({ body: { agreed }, member: { siteId, memberId } }) => {
    const at = clocks.wall()
    await db.tenant(siteId, (tx) => setMarketing(tx, siteId, memberId, agreed, at))
    return { agreed, at }
  })

  route(app, deps, membershipEndpoints.ownData, async ({ body, member, request }) => {
    const row = await ownRow(deps, member)
    await checkPassword(deps, row, body.password, request)
    const { siteId, id, username, name, nick, email, phoneSealed, createdAt } = row
    const { sealed, consents, votes, inquiries, chats } = await db.tenant(siteId, async (tx) => ({
      sealed: await sealedOf(tx, siteId, id),
      consents: await consentsOf(tx, siteId, id),
      votes: await votesOf(tx, siteId, id),
      inquiries: await writtenWith(tx, siteId, id),
      chats: await saidInChats(tx, siteId, id),
    }))
    return {
      username,
      name,
      nick,
      phone: phoneSealed === null ? '' : seal.open(phoneSealed, phoneField(siteId, id)),
      email,
      birth: sealed.birth === null ? null : seal.open(sealed.birth, birthField(siteId, id)),
      address: sealed.address === null ? '' : seal.open(sealed.address, addressField(siteId, id)),
      createdAt,
      ...consents,
      votes,
      inquiries,
      chats,
    }
  })

  route(app, deps, membershipEndpoints.leave, async ({ body, member, site, idempotency, request }) => {
    const row = await ownRow(deps, member)
    // Who works here or brings others is let go by the house.
    if (row.kind !== 'MEMBER') throw new Refused('PERMISSION_DENIED')
    await checkPassword(deps, row, body.password, request)
    if (row.totpSealed !== null) await secondFactor.check(row, row.totpSealed, body.otp)
    const { siteId, id } = row
    const mayHold = site.moneyMode === 'DEMO'
    const reply = await core.submit({ kind: 'leave', ...byMember(member, idempotency), mayHold })
    if (reply.status !== 200) return new CoreAnswer(reply)
    const now = clocks.wall()
    const forgetAt = await db.tenant(siteId, async (tx) => {
      if (row.marketing === true) await setMarketing(tx, siteId, id, false, now)
      return setLeft(tx, siteId, id, now, forgetAfterMs(site.moneyMode))
    })
    await sessions.endAll(siteId, id, 'LEFT')
    deps.log.info({ site: siteId, member: id }, 'left')
    return { forgetAt }
  })
}
