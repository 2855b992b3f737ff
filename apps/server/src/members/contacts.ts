import { certiEndpoints } from '@maru/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Site } from '../sites/index.ts'
import { changeText } from './code-texts.ts'
import type { Codes, RightCode } from './codes.ts'
import { holdExits } from './hold-exits.ts'
import { phoneField } from './me.ts'
import { checkPassword, ownRow } from './re-authenticate.ts'
import type { Seal } from './seal.ts'
import { unlessTaken } from './signup.ts'
import { type MemberRow, setEmail, setPhone } from './store.ts'
import type { Channel } from './verification-store.ts'

interface Parts {
  readonly seal: Seal
  readonly codes: Codes
  readonly messages: Messages
}

interface AskBody {
  readonly certificateValue?: string | undefined
  readonly key?: string | undefined
  readonly password?: string | undefined
}

/** Codes that prove a phone number or a mail address: before sign-up, of one's own, of a new one, and for one request about money. */
export function registerContacts(app: FastifyInstance, deps: Deps, { seal, codes, messages }: Parts): void {
  const { db, clocks } = deps

  route(app, deps, certiEndpoints.certificatePhone, (call) => ask('phone', call))
  route(app, deps, certiEndpoints.certificateEmail, (call) => ask('email', call))
  route(app, deps, certiEndpoints.verifyPhone, (call) => verify('phone', call))
  route(app, deps, certiEndpoints.verifyEmail, (call) => verify('email', call))

  interface Asking {
    readonly body: AskBody
    readonly site: Site
    readonly member: Member | null
    readonly request: FastifyRequest
  }

  async function ask(channel: Channel, { body, site, member, request }: Asking) {
    const { certificateValue: given, key, password } = body
    const { ip } = request
    if (member === null) {
      if (given === undefined) throw new Refused('INVALID_REQUEST', { field: 'body/certificateValue' })
      const language = site.guestLanguage
      return codes.send({ site, memberId: 0, purpose: 'VERIFY', channel, target: given, key, language, ip })
    }
    const row = await ownRow(deps, member)
    const own = ownValue(row, channel)
    const isOwn = given === undefined || given === own
    const target = given ?? own
    if (target === '') throw new Refused('INVALID_REQUEST', { field: 'body/certificateValue' })
    if (!isOwn) await proveSelf(row, password, request)
    // A code for money goes to the number that is verified, and counts for the request of its key alone.
    const isMoney = key !== undefined && isOwn && channel === 'phone' && row.phoneVerifiedAt !== null
    const purpose = isMoney ? ('MONEY_OUT' as const) : isOwn ? ('VERIFY' as const) : ('CHANGE' as const)
    const isForStaff = row.kind === 'STAFF'
    return codes.send({
      site,
      memberId: row.id,
      purpose,
      channel,
      target,
      key,
      language: site.language,
      ip,
      isForStaff,
    })
  }

  interface Verifying {
    readonly body: { readonly key: string; readonly secretCode: string }
    readonly site: Site
    readonly member: Member | null
  }

  async function verify(channel: Channel, { body, site, member }: Verifying) {
    const name = { siteId: site.id, memberId: member?.memberId ?? 0, key: body.key }
    const right = await codes.check(name, channel, ['VERIFY', 'CHANGE'], body.secretCode)
    if (member === null) return { proof: await db.tenant(site.id, (tx) => codes.proofOf(tx, name)) }
    const row = await ownRow(deps, member)
    return { proof: await unlessTaken(() => keep(row, site, channel, right)) }
  }

  /** The member's number or address is verified; whoever could be reached at another one before hears of the change. */
  async function keep(row: MemberRow, site: Site, channel: Channel, right: RightCode): Promise<string> {
    const before = ownValue(row, channel)
    const { target } = right
    const now = clocks.wall()
    const isChanged = before !== target
    // A value that is no longer the member's own was changed in between: only a request that proved the password changes it.
    if (isChanged && right.purpose !== 'CHANGE') throw new Refused('OTP_EXPIRED')
    if (isChanged && channel === 'phone') await holdExits(deps, row, 'PHONE')
    const proof = await db.tenant(row.siteId, async (tx) => {
      const given = await codes.proofOf(tx, right)
      if (channel === 'email') await setEmail(tx, row.siteId, row.id, target, now)
      else {
        const phone = {
          sealed: seal.close(target, phoneField(row.siteId, row.id)),
          hash: seal.phoneHash(row.siteId, target),
          end: seal.phoneEndHash(row.siteId, target),
        }
        await setPhone(tx, row.siteId, row.id, phone, now)
      }
      if (isChanged && before !== '') {
        const kind = channel === 'phone' ? ('sms' as const) : ('mail' as const)
        const text = changeText(site, site.language, channel)
        await messages.write(tx, { siteId: row.siteId, kind, to: before, ...text, expiresAt: null })
      }
      return given
    })
    messages.wake()
    deps.log.info({ site: row.siteId, member: row.id, channel, isChanged }, 'a contact was verified')
    return proof
  }

  const ownValue = (row: MemberRow, channel: Channel): string => {
    if (channel === 'email') return row.email
    return row.phoneSealed === null ? '' : seal.open(row.phoneSealed, phoneField(row.siteId, row.id))
  }

  async function proveSelf(row: MemberRow, password: string | undefined, request: FastifyRequest): Promise<void> {
    if (password === undefined) throw new Refused('STEP_UP_REQUIRED')
    await checkPassword(deps, row, password, request)
  }
}
