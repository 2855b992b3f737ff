import { createHash, randomUUID } from 'node:crypto'
import { asksCode, type Endpoint, querySchemaOf, type Rate, type ResponseOf, responseSchemaOf } from '@maru/contract'
import { type IdempotencyKey, repeatReply } from '@maru/core'
import { jcs } from '@maru/evidence'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Told } from '../ports.ts'
import { isClosed, type Site } from '../sites/directory.ts'
import { addStaffAct } from '../staff-log/store.ts'
import type { Access, Staff } from './access-token.ts'
import { connectionOf } from './connection-of.ts'
import { refusalBody } from './failure.ts'
import { pageAnswer, pageOfQuery } from './filters.ts'
import { withoutEmpty } from './query.ts'
import { Refused } from './refused.ts'
import { permits, standingNow } from './staff-now.ts'
import { atLeastOf, versionHeader, versionText } from './version.ts'

/** The signed-in member of a request. */
export type Member = Access
/** A member of staff who signed in; his home is `siteId`. */
export type StaffMember = Access & { readonly staff: Staff }

type Output<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Readonly<Record<K, infer S extends z.ZodType>> ? z.output<S> : undefined

/** What a handler is given: everything validated, the site resolved, the member known. */
interface Call<E extends Endpoint> {
  readonly params: Output<E, 'params'>
  readonly query: Output<E, 'query'>
  readonly body: Output<E, 'body'>
  /** null only for calls that need no site and named none. */
  readonly site: E extends { readonly anySite: true } ? Site | null : Site
  readonly member: E extends { readonly auth: 'staff' }
    ? StaffMember
    : E extends { readonly auth: 'member' }
      ? Member
      : Member | null
  /** Only for endpoints that run once per key. */
  readonly idempotency: E extends { readonly idempotent: true } ? IdempotencyKey : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A reply of the core, passed on as it is. */
export class CoreAnswer {
  readonly reply: Told
  constructor(reply: Told) {
    this.reply = reply
  }
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => ResponseOf<E> | CoreAnswer | Promise<ResponseOf<E> | CoreAnswer>

interface Context {
  site: Site | null
  member: Member | null
  key: string | null
  bodyHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Context | null
  }
}

const byAddress: readonly (Rate | undefined)[] = ['signup', 'lookup', 'read', 'code']

/** Registers one endpoint of the contract: method, path, validation, site, login, key and limits all come from it. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
): void {
  const name = `${endpoint.method} ${endpoint.path}`
  const schema = schemaOf(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema,
    config: { endpoint: name },
    ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
    onRequest: async (request, reply) => {
      const context: Context = { site: null, member: null, key: null, bodyHash: '' }
      request.call = context
      if (request.url.includes('%00')) throw new Refused('INVALID_REQUEST', { field: 'querystring' })
      if (!endpoint.ignoresToken) context.member = await memberOf(app, request)
      if (endpoint.auth !== 'guest' && context.member === null) throw new Refused('UNAUTHENTICATED')
      if (endpoint.auth === 'staff') context.member = await permitted(deps, name, endpoint, request, context.member)
      else refuseStaff(context.member, endpoint)
      context.site = siteOf(app, request, context.member, endpoint)
      if (endpoint.idempotent) context.key = keyOf(request, reply, endpoint)
      else refuseClosed(deps, context, endpoint)
      const { rate } = endpoint
      if (byAddress.includes(rate)) await app.rates.take(rate as Rate, connectionOf(request.ip))
      else if (rate !== undefined)
        await app.rates.take(rate, `${context.site?.id}:${context.member?.memberId}`, context.site?.id)
    },
    // Before validation, which replaces the body by its parsed form: the hash is over what was sent.
    preValidation: (request, _reply, done) => {
      const context = request.call
      if (context !== null && endpoint.body) {
        if (context.key !== null) context.bodyHash = hashOf(withoutCode(request.body))
        request.body = withoutEmpty(request.body)
        nameSiteByBody(app, request.body, context, endpoint)
        if (context.key === null) refuseClosed(deps, context, endpoint)
      }
      done()
    },
    handler: async (request, reply) => {
      const context = request.call
      if (context === null) throw new Error('a route ran without its context')
      const call = {
        params: endpoint.params ? request.params : undefined,
        query: endpoint.query ? request.query : undefined,
        body: endpoint.body ? request.body : undefined,
        site: context.site,
        member: context.member,
        idempotency: context.key === null ? undefined : { key: context.key, route: name, bodyHash: context.bodyHash },
        request,
        reply,
      } as unknown as Call<E>
      const atLeast = atLeastOf(request)
      if (atLeast !== null) await deps.reads.reach(atLeast)
      // A read shows what was committed before it at least; what a call does is committed when it ends.
      const before = deps.reads.version
      if (endpoint.auth === 'staff' && endpoint.method === 'GET') await noteRead(deps, name, call as unknown as Looked)
      const run = async () => {
        if (context.key !== null) refuseClosed(deps, context, endpoint, call.body)
        return handler(call)
      }
      const answer = await run().catch((error: unknown) => repeatOf(deps, endpoint, call as unknown as Keyed, error))
      const isReply = answer instanceof CoreAnswer
      if (endpoint.auth === 'staff' && endpoint.method === 'POST' && context.site !== null)
        deps.bus.publish('control', { kind: 'desk', siteId: context.site.id, area: 'DESK' })
      reply.header(
        versionHeader,
        versionText(isReply ? answer.reply : request.method === 'GET' ? before : deps.reads.version),
      )
      if (!isReply) return asPage(answer, request.query)
      const { status, body } = answer.reply
      reply.code(status)
      if (status < 400) return body
      return reply
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(refusalBody(body, String(request.id)))
    },
  })
  deps.log.trace({ route: name }, 'route registered')
}

const schemas = new WeakMap<Endpoint, Readonly<Record<string, unknown>>>()

/** Made once a process, as an endpoint never changes: making it costs more than registering it. */
function schemaOf(endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const known = schemas.get(endpoint)
  if (known !== undefined) return known
  const querystring = querySchemaOf(endpoint)
  const { params, body } = endpoint
  const made = {
    response: { 200: responseSchemaOf(endpoint) },
    ...(querystring && { querystring }),
    ...(params && { params }),
    ...(body && { body }),
  }
  schemas.set(endpoint, made)
  return made
}

interface Looked {
  readonly site: Site
  readonly member: StaffMember
  readonly request: FastifyRequest
  readonly params: Readonly<Record<string, unknown>> | undefined
  readonly query: Readonly<Record<string, unknown>> | undefined
}

/** What staff look at is written down before they see it. */
async function noteRead(
  { db, ids, clocks }: Deps,
  action: string,
  { site, member, request, params, query }: Looked,
): Promise<void> {
  const said = { ...query, ...params }
  const subjectId = typeof params?.['id'] === 'number' ? params['id'] : null
  const of = { siteId: site.id, id: ids.next(), staffId: member.memberId, request: String(request.id) }
  await addStaffAct(db.alone(site.id), { ...of, action, subjectId, said, at: clocks.wall() })
}

/** Who asks, or null for a guest. A token that is there must be good, on calls that are open to guests too. */
async function memberOf(app: FastifyInstance, request: FastifyRequest): Promise<Member | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1]
  if (token === undefined) throw new Refused('UNAUTHENTICATED')
  const pending = app.accessTokens.verify(token)
  const verified = pending instanceof Promise ? await pending : pending
  if (!verified.ok) throw new Refused(verified.expired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED')
  const ended = app.revocations.refusalOf(verified.access)
  if (ended !== null) throw new Refused(ended)
  if (app.blockedDevices.bars(verified.access, request.headers['user-agent'])) {
    throw new Refused('DEVICE_MOBILE_BLOCKED')
  }
  return verified.access
}

/** The site of a request: the token's for members, `siteInfoId` for guests. */
function siteOf(app: FastifyInstance, request: FastifyRequest, member: Member | null, endpoint: Endpoint): Site | null {
  const given = (request.query as Record<string, unknown>)['siteInfoId']
  if (member?.staff !== undefined && endpoint.auth === 'staff') {
    return siteOfStaff(app, given, member.siteId, member.staff)
  }
  if (member !== null) {
    if (given !== undefined && given !== String(member.siteId)) throw new Refused('SITE_MISMATCH')
    const site = app.sites.byId(member.siteId)
    if (site === null) throw new Refused('SITE_NOT_FOUND')
    return site
  }
  const site = typeof given === 'string' && idText.test(given) ? app.sites.byId(Number(given)) : null
  // A body may name the site instead (login): then it is looked at once the body is there.
  if (site === null && !endpoint.anySite && !(given === undefined && endpoint.body)) throw new Refused('SITE_NOT_FOUND')
  return site
}

/** Staff choose among their sites; any other is none of theirs. */
function siteOfStaff(app: FastifyInstance, given: unknown, home: number, { siteIds }: Staff): Site {
  const id = given === undefined ? home : Number(given)
  const site = siteIds.includes(id) ? app.sites.byId(id) : null
  if (site === null) throw new Refused('SITE_NOT_FOUND')
  return site
}

/** Refuses whoever is not of staff, has no permission or must prove himself anew; what staff tried is written down. */
async function permitted(
  { db, ids, clocks }: Deps,
  action: string,
  endpoint: Endpoint & { readonly auth: 'staff' },
  request: FastifyRequest,
  asking: Member | null,
): Promise<StaffMember> {
  const at = clocks.wall()
  const standing = asking?.staff === undefined ? null : await standingNow(db, asking, at)
  if (asking === null || standing === null) throw new Refused('PERMISSION_DENIED')
  const { isProven, ...staff } = standing
  const isPermitted = permits(staff.role, endpoint.method, endpoint.permission)
  if (isPermitted && (isProven || !asksCode(endpoint))) return { ...asking, staff }
  const refusal = isPermitted ? 'STEP_UP_REQUIRED' : 'PERMISSION_DENIED'
  const act = { staffId: asking.memberId, action, said: {}, request: String(request.id), refusal, at }
  await addStaffAct(db.alone(asking.siteId), { siteId: asking.siteId, id: ids.next(), ...act })
  throw new Refused(refusal)
}

/** Staff have no money at the sites that they run, and may not trade there. */
function refuseStaff(member: Member | null, { rate }: Endpoint): void {
  if (member?.staff && (rate === 'order' || rate === 'money')) throw new Refused('STAFF_NO_TRADING')
}

/** Refuses what opens or requests money during maintenance of a site. */
function refuseClosed(deps: Deps, { site }: Context, { inMaintenance }: Endpoint, body?: unknown): void {
  if (site === null || inMaintenance === undefined || inMaintenance === 'CLOSES') return
  if (inMaintenance === 'REDUCE_ONLY' && isReduceOnly(body)) return
  const refusal = refusalInMaintenance(deps, site)
  if (refusal !== null) throw refusal
}

interface Keyed {
  readonly member: Member | null
  readonly idempotency: IdempotencyKey | undefined
}

/**
 * What a refused order or request was answered with before. Its command may have been executed when nothing barred it yet: who repeats it
 * because its answer was lost hears of that, not of what bars it by now. Throws the refusal where the key is new.
 */
async function repeatOf(
  { core, reads }: Deps,
  { rate }: Endpoint,
  { member, idempotency }: Keyed,
  refusal: unknown,
): Promise<CoreAnswer> {
  const mayBeRepeat = refusal instanceof Refused && (rate === 'order' || rate === 'money')
  if (!mayBeRepeat || member === null || idempotency === undefined) throw refusal
  const stored = await core.storedReply(member.siteId, member.memberId, idempotency.key)
  if (stored === null) throw refusal
  return new CoreAnswer({ ...repeatReply(stored, idempotency), ...reads.version })
}

/** The refusal of what opens something while a site is in maintenance; null: it is not. */
export function refusalInMaintenance({ clocks }: Pick<Deps, 'clocks'>, site: Site): Refused | null {
  const now = clocks.wall()
  if (site.maintenance === null || !isClosed(site, now)) return null
  const { until } = site.maintenance
  return new Refused('MAINTENANCE', { until: kstText(until) }, Math.ceil((until - now) / 1000))
}

const isReduceOnly = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'isReduceOnly' in body && body.isReduceOnly === true

/** A time as Korea reads it, to the minute. */
const kstText = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** `siteInfoId` in a body must name the same site; for a guest whose query named none, it names the site. */
function nameSiteByBody(app: FastifyInstance, body: unknown, context: Context, endpoint: Endpoint): void {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['siteInfoId'] : undefined
  const id = typeof given === 'number' ? given : typeof given === 'string' && idText.test(given) ? Number(given) : null
  if (context.site !== null) {
    if (given !== undefined && id !== context.site.id) throw new Refused('SITE_MISMATCH')
    return
  }
  context.site = id === null ? null : app.sites.byId(id)
  if (context.site === null && !endpoint.anySite) throw new Refused('SITE_NOT_FOUND')
}

const idText = /^[1-9]\d{0,15}$/

/** A list that was read whole, cut to the page that the query asks for. */
function asPage<T>(answer: T, query: unknown) {
  const page = Array.isArray(answer) ? pageOfQuery(query as Parameters<typeof pageOfQuery>[0]) : null
  if (page === null || !Array.isArray(answer)) return answer
  return pageAnswer(page, answer.slice(page.offset, page.offset + page.size), answer.length)
}

const Uuid = z.uuid()
/** The client's key; where it sends none, one that its answer names, so that it can ask what became of its request. */
function keyOf(request: FastifyRequest, reply: FastifyReply, { needsKey }: Endpoint): string {
  const given = request.headers['idempotency-key']
  if (given === undefined && needsKey !== true) {
    const made = randomUUID()
    reply.header('idempotency-key', made)
    return made
  }
  if (typeof given !== 'string' || !Uuid.safeParse(given).success) throw new Refused('IDEMPOTENCY_KEY_REQUIRED')
  return given.toLowerCase()
}

/** A one-time code is no part of what is asked for: a repeat may bring another one. */
function withoutCode(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('otp' in body)) return body
  const { otp: _, ...rest } = body
  return rest
}

/** SHA-256 of the RFC 8785 form: the same body in another key order or spacing is the same body. */
function hashOf(body: unknown): string {
  try {
    return createHash('sha256')
      .update(jcs(body ?? null))
      .digest('hex')
  } catch {
    // Lone surrogates have no canonical form: such a body is no member's doing.
    throw new Refused('INVALID_REQUEST', { field: 'body' })
  }
}
