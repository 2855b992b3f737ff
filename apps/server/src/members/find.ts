import { certiEndpoints } from '@maru/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Site } from '../sites/index.ts'
import { changeText } from './code-texts.ts'
import type { Codes } from './codes.ts'
import { holdExits } from './hold-exits.ts'
import { clearAttempts } from './lockout.ts'
import { weaknessOf } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import type { Seal } from './seal.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Sessions } from './sessions.ts'
import { type MemberRow, memberByPhone, memberByUsername, setPasswordHash } from './store.ts'
import { tellMember } from './tell-member.ts'

interface Parts {
  readonly seal: Seal
  readonly codes: Codes
  readonly messages: Messages
  readonly sessions: Sessions
  readonly secondFactor: SecondFactor
}

interface NewPassword {
  readonly username: string
  readonly phone: string
  readonly key: string
  readonly secretCode: string
  readonly otp?: string | undefined
  readonly password: string
}

/** Finding one's username, and setting a new password. Neither tells who has an account to anybody but the holder of its number. */
export function registerFind(app: FastifyInstance, deps: Deps, parts: Parts): void {
  const { seal, codes, messages, sessions, secondFactor } = parts
  const { db, clocks } = deps

  route(app, deps, certiEndpoints.findId, ({ body, site }) =>
    db.tenant(site.id, async (tx) => {
      await codes.takeProof(tx, site.id, 'phone', body.phone, body.proof)
      const row = await memberByPhone(tx, site.id, seal.phoneHash(site.id, body.phone))
      return { username: row === null || row.kind === 'STAFF' ? null : maskUsername(row.username) }
    }),
  )

  route(app, deps, certiEndpoints.findPw, async ({ body, site, request }) => {
    if ('secretCode' in body) return setNew(body, site, request)
    // Nobody learns here whether the two belong together: without that no code leaves, and everything else is alike.
    const { username, phone } = body
    const row = await ownerOf(site.id, username, phone)
    const isDecoy = row === null
    const language = site.guestLanguage
    return codes.send({
      site,
      memberId: 0,
      purpose: 'FIND_PW',
      channel: 'phone',
      target: phone,
      key: undefined,
      language,
      ip: request.ip,
      isDecoy,
    })
  })

  async function setNew(body: NewPassword, site: Site, request: FastifyRequest) {
    const name = { siteId: site.id, memberId: 0, key: body.key }
    const right = await codes.check(name, 'phone', ['FIND_PW'], body.secretCode)
    const row = await ownerOf(site.id, body.username, body.phone)
    // The code is right, but for another number: as good as a wrong one.
    if (row === null || digits(right.target) !== digits(body.phone)) throw new Refused('OTP_MISMATCH')
    if (row.totpSealed !== null) await secondFactor.check(row, row.totpSealed, body.otp)
    const weakness = await weaknessOf(body.password, [row.username, row.nick, row.name, body.phone])
    if (weakness !== null) throw new Refused('PASSWORD_TOO_WEAK', { reason: weakness })
    const hash = await hashPassword(body.password, request.ip)
    await holdExits(deps, row, 'PASSWORD')
    await db.tenant(site.id, async (tx) => {
      await codes.use(tx, name)
      await setPasswordHash(tx, site.id, row.id, hash, clocks.wall())
      const text = changeText(site, site.language, 'password')
      const told = { siteId: site.id, kind: 'sms' as const, to: body.phone, ...text, expiresAt: null }
      await messages.write(tx, told)
      await tellMember(tx, row, { about: 'PASSWORD' }, clocks.wall())
    })
    messages.wake()
    await clearAttempts(db, site.id, row.username, request.ip)
    await sessions.endAll(site.id, row.id, 'PASSWORD_CHANGED')
    deps.log.info({ site: site.id, member: row.id }, 'a new password was set by a code')
    return { ok: true as const }
  }

  /** The member of this name and number; staff set no password here. */
  const ownerOf = async (siteId: number, username: string, phone: string): Promise<MemberRow | null> => {
    const hash = seal.phoneHash(siteId, phone)
    const row = await db.tenant(siteId, (tx) => memberByUsername(tx, siteId, username))
    return row !== null && row.kind !== 'STAFF' && row.phoneHash?.equals(hash) === true ? row : null
  }
}

const digits = (phone: string) => phone.replace(/\D/g, '')

/** maru_2026 as ma*****26: enough to know one's own again. */
export const maskUsername = (username: string): string =>
  `${username.slice(0, 2)}${'*'.repeat(Math.max(1, username.length - 4))}${username.length > 4 ? username.slice(-2) : ''}`
