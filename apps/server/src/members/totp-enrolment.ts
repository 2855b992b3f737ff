import { securityEndpoints } from '@maru/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Secret } from 'otpauth'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import { holdExits } from './hold-exits.ts'
import { maskName } from './identity.ts'
import { maskedPhone, totpField } from './me.ts'
import { checkPassword, ownRow } from './re-authenticate.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import { maskEmail, type Seal } from './seal.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import type { MemberRow } from './store.ts'
import { tellMember } from './tell-member.ts'
import { acceptedStep, totpUri } from './totp.ts'
import { clearTotp, countPendingTry, type PendingTotp, pendingTotp, setPending, setTotp } from './totp-store.ts'

/** How long a shown secret may be confirmed, and how long after sign-in no password is asked for again. */
const freshMs = 10 * 60_000
const mostTries = 5

interface Parts {
  readonly sessions: Sessions
  readonly seal: Seal
  readonly secondFactor: SecondFactor
  readonly recovery: RecoveryCodes
}

/** Enrolment of an authenticator app by the member himself, its recovery codes, and its end. */
export function registerTotpEnrolment(app: FastifyInstance, deps: Deps, parts: Parts): void {
  const { sessions, seal, secondFactor, recovery } = parts
  const { db, bus, clocks } = deps

  route(app, deps, securityEndpoints.securityMy, async ({ member }) => {
    const row = await ownRow(deps, member)
    const recoveryLeft = await db.tenant(row.siteId, (tx) => recovery.left(tx, row.siteId, row.id))
    return {
      passwordChangedAt: row.passwordChangedAt,
      totp: { isOn: row.totpSealed !== null, changedAt: row.totpChangedAt, recoveryLeft },
      phone: { value: maskedPhone(seal, row) || null, verifiedAt: row.phoneVerifiedAt },
      email: { value: row.email === '' ? null : maskEmail(row.email), verifiedAt: row.emailVerifiedAt },
      identity: { value: row.identityAt === null ? null : maskName(row.name), verifiedAt: row.identityAt },
    }
  })

  route(app, deps, securityEndpoints.totpStart, async ({ body, member, site, request }) => {
    const row = await ownRow(deps, member)
    if (row.totpSealed !== null) throw new Refused('INVALID_REQUEST')
    await proveSelf(row, member, body.password, request)
    const now = clocks.wall()
    const secret = new Secret({ size: 20 }).base32
    const sealed = seal.close(secret, pendingField(row))
    await db.tenant(row.siteId, (tx) => setPending(tx, row.siteId, row.id, sealed, now))
    return { secret, uri: totpUri(secret, site.name, row.username), expiresAt: now + freshMs }
  })

  route(app, deps, securityEndpoints.totpConfirm, async ({ body, member }) => {
    await app.rates.take('otp', `${member.siteId}:${member.memberId}`, member.siteId)
    const row = await ownRow(deps, member)
    const pending = await db.tenant(row.siteId, (tx) => pendingTotp(tx, row.siteId, row.id))
    const now = clocks.wall()
    if (pending === null || now > pending.at + freshMs) throw new Refused('OTP_EXPIRED')
    const secret = seal.open(pending.sealed, pendingField(row))
    const step = acceptedStep(secret, body.otp, now, 0)
    if (step === null) return refuseCode(row, pending)
    const enrolled = { sealed: seal.close(secret, totpField(row.siteId, row.id)), step, at: now }
    await holdExits(deps, row, 'OTP')
    const recoveryCodes = await db.tenant(row.siteId, async (tx) => {
      // Another confirmation of the same secret may have come first.
      if (!(await setTotp(tx, row.siteId, row.id, pending.sealed, enrolled))) throw new Refused('OTP_EXPIRED')
      await tellMember(tx, row, { about: 'TOTP_ADDED' }, now)
      return recovery.renew(tx, row.siteId, row.id)
    })
    bus.publish('outgoing', null)
    if (body.endOtherSessions === true) await sessions.endAll(row.siteId, row.id, 'OTP_CHANGED', member.sessionId)
    deps.log.info({ site: row.siteId, member: row.id }, 'authenticator app enrolled')
    return { recoveryCodes }
  })

  route(app, deps, securityEndpoints.totpRecovery, async ({ body, member }) => {
    const row = await ownRow(deps, member)
    await secondFactor.check(row, enrolledOf(row), body.otp)
    return { recoveryCodes: await db.tenant(row.siteId, (tx) => recovery.renew(tx, row.siteId, row.id)) }
  })

  route(app, deps, securityEndpoints.totpDisable, async ({ body, member }) => {
    const row = await ownRow(deps, member)
    // Partners and staff always sign in with a code.
    if (row.kind !== 'MEMBER') throw new Refused('PERMISSION_DENIED')
    await secondFactor.check(row, enrolledOf(row), body.otp)
    await holdExits(deps, row, 'OTP')
    await db.tenant(row.siteId, async (tx) => {
      const now = clocks.wall()
      await clearTotp(tx, row.siteId, row.id, now)
      await recovery.clear(tx, row.siteId, row.id)
      await tellMember(tx, row, { about: 'TOTP_REMOVED' }, now)
    })
    bus.publish('outgoing', null)
    if (body.endOtherSessions === true) await sessions.endAll(row.siteId, row.id, 'OTP_CHANGED', member.sessionId)
    deps.log.info({ site: row.siteId, member: row.id }, 'authenticator app removed')
    return { ok: true as const }
  })

  /** A session that somebody else holds must not enrol his app: it takes the password, unless it was given just now. */
  async function proveSelf(row: MemberRow, member: Member, password: string | undefined, request: FastifyRequest) {
    if (password !== undefined) await checkPassword(deps, row, password, request)
    else if (clocks.wall() > member.sessionStart + freshMs) throw new Refused('STEP_UP_REQUIRED')
  }

  async function refuseCode({ siteId, id }: MemberRow, { sealed }: PendingTotp): Promise<never> {
    const tries = await db.tenant(siteId, (tx) => countPendingTry(tx, siteId, id, sealed, mostTries))
    throw new Refused(tries >= mostTries ? 'OTP_TRIES' : 'OTP_MISMATCH')
  }
}

function enrolledOf({ totpSealed }: MemberRow): Buffer {
  if (totpSealed === null) throw new Refused('INVALID_REQUEST')
  return totpSealed
}

const pendingField = ({ siteId, id }: MemberRow) => `member.totp_pending:${siteId}:${id}`
