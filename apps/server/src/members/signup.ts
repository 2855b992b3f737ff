import { type ErrorCode, memberEndpoints, type SignupBody } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { agreeToAll } from '../content/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Database, Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import type { Codes } from './codes.ts'
import type { Identity } from './identity.ts'
import { setPerson } from './identity-store.ts'
import { addressField, bankField, phoneField } from './me.ts'
import { looksLikeStaff, nickKey } from './nicks.ts'
import { tryOpenMember } from './open-members.ts'
import { weaknessOf } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import type { Seal } from './seal.ts'
import { insertMember, memberById, memberByUsername, partnerByCode } from './store.ts'
import { tellTraits } from './traits.ts'

type SignupForm = z.output<typeof SignupBody>

/** Sign-up and the three questions that its form asks before. */
export function registerSignup(app: FastifyInstance, deps: Deps, seal: Seal, codes: Codes, identity: Identity): void {
  route(app, deps, memberEndpoints.signup, async ({ body, site, request }) => {
    if (!hasProofs(site, body)) throw new Refused('KYC_REQUIRED')
    await refuseNick(deps.db, site.id, body.username, body.nick)
    const weakness = await weaknessOf(body.password, [body.username, body.nick, body.name, body.phone])
    if (weakness !== null) throw new Refused('PASSWORD_TOO_WEAK', { reason: weakness })
    const id = deps.ids.next()
    // Identity is answered by the sandbox on a DEMO site; otherwise an operator approves.
    const status = site.moneyMode === 'DEMO' ? ('ACTIVE' as const) : ('PENDING' as const)
    const passwordHash = await hashPassword(body.password, request.ip)
    const created = await unlessTaken(() =>
      deps.db.tenant(site.id, async (tx) => {
        const { partnerId: code } = body
        const partner = code === undefined ? null : await partnerByCode(tx, site.id, code)
        if (code !== undefined && partner === null) throw new Refused('PARTNER_NOT_FOUND')
        const verified = await proved(tx, site.id, body)
        await insertMember(tx, {
          ...verified,
          siteId: site.id,
          id,
          username: body.username,
          nick: body.nick,
          name: body.name,
          email: body.email ?? '',
          phoneSealed: seal.close(body.phone, phoneField(site.id, id)),
          phoneHash: seal.phoneHash(site.id, body.phone),
          phoneEnd: seal.phoneEndHash(site.id, body.phone),
          bankSealed: body.bankInfo ? seal.close(JSON.stringify(body.bankInfo), bankField(site.id, id)) : null,
          addressSealed: body.address ? seal.close(body.address, addressField(site.id, id)) : null,
          passwordHash,
          kind: 'MEMBER',
          status,
          totpSealed: null,
          marketing: body.etcJson?.marketing ?? null,
          inflow: body.etcJson?.inflow ?? null,
          partnerId: partner?.id ?? null,
          createdAt: deps.clocks.wall(),
        })
        await agreeToAll(tx, site.id, id, deps.clocks.wall())
        if (body.identityKey !== undefined) {
          const { person, at } = await identity.useFor(tx, site.id, id, body.identityKey)
          await setPerson(tx, site.id, id, person, at)
        }
        return memberById(tx, site.id, id)
      }),
    )
    if (created === null) throw new Error('a member just written cannot be read')
    await tryOpenMember(deps, created, site.moneyMode)
    await tellTraits(deps, site.id, id)
    deps.bus.publish('control', { kind: 'desk', siteId: site.id, area: 'MEMBERS' })
    return { id, username: created.username, status: created.status }
  })

  /** When the number and the address were proved to be the new member's: now, or not yet. */
  async function proved(tx: Tx, siteId: number, body: SignupForm) {
    const { phone, phoneProof, email, emailProof } = body
    if (phoneProof !== undefined) await codes.takeProof(tx, siteId, 'phone', phone, phoneProof)
    if (emailProof !== undefined) await codes.takeProof(tx, siteId, 'email', email ?? '', emailProof)
    const now = deps.clocks.wall()
    return { phoneVerifiedAt: phoneProof ? now : null, emailVerifiedAt: emailProof ? now : null }
  }

  route(app, deps, memberEndpoints.checkUsername, async ({ query, site }) => {
    const taken = await deps.db.tenant(site.id, (tx) => memberByUsername(tx, site.id, query.username))
    return { available: taken === null }
  })

  route(app, deps, memberEndpoints.checkPassword, async ({ body }) => {
    const reason = await weaknessOf(body.password, [body.username])
    if (reason !== null) throw new Refused('PASSWORD_TOO_WEAK', { reason })
    return { ok: true as const }
  })

  route(app, deps, memberEndpoints.verifyPartner, async ({ query, site }) => {
    const partner = await deps.db.tenant(site.id, (tx) => partnerByCode(tx, site.id, query.partnerPk))
    if (partner === null) throw new Refused('PARTNER_NOT_FOUND')
    return { partnerPk: partner.code, name: partner.name }
  })
}

/** Whether a form brings a proof of everything that its site asks for; which proof is right is looked at later. */
const hasProofs = ({ signupChecks }: Site, { identityKey, phoneProof, emailProof }: SignupForm): boolean => {
  const given = { IDENTITY: identityKey, PHONE: phoneProof, EMAIL: emailProof }
  return signupChecks.every((check) => given[check] !== undefined)
}

/** Refuses a nickname that is the username, or that looks like a name of the house or its staff: nobody else may have those. */
export async function refuseNick(db: Database, siteId: number, username: string, nick: string): Promise<void> {
  if (nickKey(nick) === username) throw new Refused('USERNAME_NICKNAME_SAME')
  if (await db.tenant(siteId, (tx) => looksLikeStaff(tx, siteId, nick))) throw new Refused('NICKNAME_DUPLICATE')
}

const takenBy: Readonly<Record<string, ErrorCode>> = {
  member_username: 'USERNAME_DUPLICATE',
  member_nick: 'NICKNAME_DUPLICATE',
  member_nick_key: 'NICKNAME_DUPLICATE',
  member_phone: 'PHONE_DUPLICATE',
  member_person: 'IDENTITY_DUPLICATE',
}

/** The unique indexes decide who was first; what they refuse becomes the catalogue's code. */
export async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const refusal = code === '23505' && constraint !== undefined ? takenBy[constraint] : undefined
    if (refusal === undefined) throw error
    throw new Refused(refusal)
  }
}
