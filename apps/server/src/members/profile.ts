import { memberEndpoints } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import { holdExits } from './hold-exits.ts'
import { barsExits, heldOf, meOf, phoneField, walletWire } from './me.ts'
import { tryOpenMember } from './open-members.ts'
import { weaknessOf } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { checkPassword, ownRow } from './re-authenticate.ts'
import type { Seal } from './seal.ts'
import type { Sessions } from './sessions.ts'
import { refuseNick, unlessTaken } from './signup.ts'
import { type MemberRow, setNick, setPasswordHash } from './store.ts'
import { tellMember } from './tell-member.ts'

/** What a member sees and changes of himself. */
export function registerProfile(app: FastifyInstance, deps: Deps, sessions: Sessions, seal: Seal): void {
  route(app, deps, memberEndpoints.me, async ({ member, site }) => {
    const row = await ownRow(deps, member)
    if (row.status === 'DENY') {
      await sessions.endAll(row.siteId, row.id, 'DENY')
      throw new Refused('ACCOUNT_DENIED')
    }
    await tryOpenMember(deps, row, site.moneyMode)
    return meOf(deps, seal, row)
  })

  route(app, deps, memberEndpoints.myWallet, async ({ member: { siteId, memberId } }) => {
    const of = { siteId, memberId, wall: deps.clocks.wall() }
    const [{ value: wallets }, { value: holds }, { value: pendingOut }] = await Promise.all([
      deps.reads.ask('members.withdrawable', of),
      deps.reads.ask('money.holds', of),
      deps.reads.ask('money.pendingOut', of),
    ])
    return wallets.map(({ row, withdrawable }) => {
      const held = heldOf(row, holds)
      const leaves = held.some(barsExits) ? 0n : withdrawable
      const leaving = pendingOut.reduce(
        (sum, { walletType, point }) => (walletType === row.type ? sum + point : sum),
        0n,
      )
      return {
        ...walletWire(row),
        withdrawable: formatMinor(leaves, row.currency),
        pendingOut: formatMinor(leaving, row.currency),
        held,
      }
    })
  })

  route(app, deps, memberEndpoints.changePassword, async ({ body, member, request }) => {
    refuseOthers(body.id, member)
    const row = await ownRow(deps, member)
    await checkPassword(deps, row, body.currentPassword, request)
    const weakness =
      body.password === body.currentPassword
        ? 'SAME'
        : await weaknessOf(body.password, [row.username, row.nick, row.name, phoneOf(row)])
    if (weakness !== null) throw new Refused('PASSWORD_TOO_WEAK', { reason: weakness })
    const hash = await hashPassword(body.password, request.ip)
    await holdExits(deps, row, 'PASSWORD')
    const now = deps.clocks.wall()
    await deps.db.tenant(row.siteId, async (tx) => {
      await setPasswordHash(tx, row.siteId, row.id, hash, now)
      await tellMember(tx, row, { about: 'PASSWORD' }, now)
    })
    deps.bus.publish('outgoing', null)
    if (body.endOtherSessions === true) {
      await sessions.endAll(row.siteId, row.id, 'PASSWORD_CHANGED', member.sessionId)
    }
    return { ok: true as const }
  })

  route(app, deps, memberEndpoints.changeNick, async ({ body, member }) => {
    refuseOthers(body.id, member)
    await refuseNick(deps.db, member.siteId, member.username, body.nick)
    await unlessTaken(() =>
      deps.db.tenant(member.siteId, (tx) => setNick(tx, member.siteId, member.memberId, body.nick)),
    )
    return { ok: true as const }
  })

  route(app, deps, memberEndpoints.sessionList, ({ member }) =>
    sessions.list(member.siteId, member.memberId, member.sessionId),
  )

  route(app, deps, memberEndpoints.sessionRevoke, async ({ body, member }) => {
    if (!(await sessions.end(member.siteId, member.memberId, body.id, 'REVOKED'))) {
      throw new Refused('HISTORY_NOT_FOUND')
    }
    return { ok: true as const }
  })

  const phoneOf = ({ siteId, id, phoneSealed }: MemberRow) =>
    phoneSealed === null ? '' : seal.open(phoneSealed, phoneField(siteId, id))
}

/** A body may name its member, but only the caller himself. */
function refuseOthers(id: number | undefined, member: Member): void {
  if (id !== undefined && id !== member.memberId) throw new Refused('USER_NOT_FOUND')
}
