import { certiEndpoints } from '@maru/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import type { Identity } from './identity.ts'

/** The check of an identity, before sign-up or of one's own account. */
export function registerIdentity(app: FastifyInstance, deps: Deps, identity: Identity): void {
  route(app, deps, certiEndpoints.niceId, ({ query, site, member, request }) => {
    const path = member === null ? '/register' : '/more/security/verify'
    return identity.begin(site, member?.memberId ?? 0, `${originOf(query.host, site, request)}${path}?identity=done`)
  })

  route(app, deps, certiEndpoints.niceResult, ({ body, site, member }) =>
    identity.outcome(site.id, member?.memberId ?? 0, body.key),
  )
}

/** Where the browser goes back to: this host, or another of the site. Nobody is sent anywhere else. */
function originOf(host: string | undefined, site: Site, request: FastifyRequest): string {
  const own = `${request.protocol}://${request.host}`
  if (host === undefined) return own
  const given = host.includes('://') ? host : `${request.protocol}://${host}`
  if (!URL.canParse(given)) throw new Refused('INVALID_REQUEST', { field: 'querystring/host' })
  const { origin, hostname, protocol } = new URL(given)
  const isOwn = origin === own || (site.domains.includes(hostname) && protocol === 'https:')
  if (!isOwn) throw new Refused('INVALID_REQUEST', { field: 'querystring/host' })
  return origin
}
