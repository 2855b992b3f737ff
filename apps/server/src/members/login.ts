import { type LoginReply, memberEndpoints } from '@maru/contract'
import { isMobile } from '@maru/contract/device'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { connectionOf, deviceName, Refused, route } from '../http/index.ts'
import { lookupKey } from '../secrets.ts'
import type { Site } from '../sites/index.ts'
import { isPublishedLogin } from './demo.ts'
import { Devices } from './devices.ts'
import { clearAttempts, countAttempt, refuseLocked } from './lockout.ts'
import { meOf } from './me.ts'
import { countOfNetwork, giveBackToNetwork } from './network-failures.ts'
import { tryOpenMember } from './open-members.ts'
import { verifyPassword } from './passwords.ts'
import type { Seal } from './seal.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions, Tokens } from './sessions.ts'
import { worksHere } from './staff.ts'
import { StaffSignIns } from './staff-sign-ins.ts'
import { type MemberRow, memberByUsername } from './store.ts'
import { tellMember } from './tell-member.ts'
import { seeTrait, tellTraits } from './traits.ts'

/** Sign-in by name and password or by refresh token, and signing out. */
export function registerLogin(
  app: FastifyInstance,
  deps: Deps,
  sessions: Sessions,
  seal: Seal,
  secondFactor: SecondFactor,
): void {
  const devices = new Devices(lookupKey(deps.config, 'device'))
  const signIns = new StaffSignIns(deps)

  route(app, deps, memberEndpoints.login, async ({ body, site, request, reply: answer }) => {
    if ('refreshToken' in body) {
      const refreshed = await sessions.refresh(
        site.id,
        body.refreshToken,
        (id) => app.rates.take('refresh', String(id), site.id),
        (member) => admit(member, request),
      )
      return reply(refreshed.member, site, refreshed)
    }
    const member = await authenticate(body, site, request)
    await notingRefusal(member, request, () => admit(member, request))
    const device = { name: deviceName(request.headers['user-agent']), ip: request.ip }
    const tokens = await sessions.open(member, device, (tx) => signIns.opened(tx, member, request))
    if (member.kind !== 'STAFF') await noteWhere(member, request, answer)
    deps.log.info({ site: site.id, member: member.id }, 'signed in')
    return reply(member, site, tokens)
  })

  route(app, deps, memberEndpoints.logout, async ({ body, member, request }) => {
    if (body.everywhere === true) await sessions.endAll(member.siteId, member.memberId, 'LOGOUT')
    else await sessions.end(member.siteId, member.memberId, member.sessionId, 'LOGOUT')
    const { siteId, memberId: id, staff } = member
    await signIns.ended({ siteId, id, kind: staff === undefined ? 'MEMBER' : 'STAFF' }, request)
    return { ok: true as const }
  })

  /** Writes down which device a member signed in on, and from where; one that is not known is told to him. */
  async function noteWhere(member: MemberRow, request: FastifyRequest, answer: FastifyReply) {
    const { siteId, id: memberId } = member
    const address = devices.addressOf(request, siteId)
    const device = devices.of(request, answer, siteId)
    const now = deps.clocks.wall()
    const isOther = await deps.db.tenant(siteId, async (tx) => {
      const isOther = await seeTrait(tx, { siteId, memberId, kind: 'DEVICE', hash: device }, now)
      const name = deviceName(request.headers['user-agent'])
      if (isOther) await tellMember(tx, member, { about: 'DEVICE', device: name, at: now }, now)
      if (address !== null) await seeTrait(tx, { siteId, memberId, kind: 'IP', hash: address }, now)
      return isOther
    })
    if (isOther) deps.bus.publish('outgoing', null)
  }

  async function reply(member: MemberRow, site: Site, tokens: Tokens): Promise<LoginReply> {
    await tryOpenMember(deps, member, site.moneyMode)
    await tellTraits(deps, site.id, member.id)
    return {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      expiresIn: tokens.expiresIn,
      user: await meOf(deps, seal, member),
      ...(member.kind === 'STAFF' && tokens.staff === null && { mustEnrol: true as const }),
      ...(tokens.staff === null ? {} : { staff: { role: tokens.staff.role, siteIds: [...tokens.staff.siteIds] } }),
    }
  }

  /** The member with this username and password; unknown usernames take the same time and get the same answer. */
  async function authenticate(
    given: { readonly username: string; readonly password: string; readonly otp?: string | undefined },
    site: Site,
    request: FastifyRequest,
  ): Promise<MemberRow> {
    const { username, password, otp } = given
    const now = deps.clocks.wall()
    // First of all, and in memory: what one address tries costs neither a query nor a hash beyond its total.
    const connection = connectionOf(request.ip)
    await app.rates.take('address', connection)
    await refuseLocked(deps.db, site.id, username, request.ip, now)
    await app.rates.take('login', `${site.id}:${username}:${connection}`, site.id)
    const attempt = { siteId: site.id, username, ip: request.ip }
    await countOfNetwork(app.rates, attempt)
    await countAttempt(deps.db, site.id, username, request.ip, now)

    const member = await deps.db.tenant(site.id, (tx) => memberByUsername(tx, site.id, username))
    const good = await verifyPassword(password, member?.passwordHash ?? null, request.ip)
    if (
      member === null ||
      member.leftAt !== null ||
      !good ||
      (!deps.config.demo && isPublishedLogin(username, password))
    ) {
      deps.log.info({ site: site.id, member: member?.id, ip: request.ip }, 'sign-in failed')
      if (member !== null) await signIns.refused(member, request, 'LOGIN_FAILED')
      throw new Refused('LOGIN_FAILED')
    }
    const { totpSealed } = member
    if (totpSealed !== null) await notingRefusal(member, request, () => secondFactor.check(member, totpSealed, otp))
    await clearAttempts(deps.db, site.id, username, request.ip)
    // Many members may share an address: only what fails counts.
    await app.rates.giveBack('address', connection)
    await giveBackToNetwork(app.rates, attempt)
    return member
  }

  /** A page that asks for the code once the password was right is no refused sign-in. */
  async function notingRefusal(member: MemberRow, request: FastifyRequest, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Refused && error.code !== 'STEP_UP_REQUIRED')
        await signIns.refused(member, request, error.code)
      throw error
    }
  }

  /** Refuses a member who proved his identity but may not sign in. */
  async function admit(member: MemberRow, request: FastifyRequest): Promise<void> {
    if (member.status === 'DENY') {
      await sessions.endAll(member.siteId, member.id, 'DENY')
      throw new Refused('ACCOUNT_DENIED')
    }
    if (member.status === 'PENDING') throw new Refused('APPROVAL_PENDING')
    if (member.kind === 'STAFF' && !(await worksHere(deps.db, member))) throw new Refused('PERMISSION_DENIED')
    if (member.blockDevice.includes('M') && isMobile(request.headers['user-agent'])) {
      throw new Refused('DEVICE_MOBILE_BLOCKED')
    }
  }
}
