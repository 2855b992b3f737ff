import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { canonical } from './address.ts'
import { Refused } from './refused.ts'

/** What every answer carries. `no-store` is the default: whatever may be cached says so itself. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
  // Nothing that is not a page may load or run anything.
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const

/** The policy of a page. Styles may be set inline (components place themselves); scripts never without the nonce. */
function pagePolicy(nonce: string, secure: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Security headers on every answer, nothing under a foreign host, and no call that changes something from another site's page. */
export function guardOrigins(app: FastifyInstance, config: Pick<Config, 'demo' | 'consoleHost'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    reply.header('x-request-id', String(request.id))
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!isProbe(request) && !isServed(app, request, config)) return done(new Refused('SITE_NOT_FOUND'))
    done(sameOrigin(request) ? undefined : new Refused('INVALID_ACCESS'))
  })
}

export function allowInline(reply: FastifyReply, nonce: string, secure: boolean): void {
  reply.header('content-security-policy', pagePolicy(nonce, secure))
}

/** Asked by the machine's own address, whatever that is. */
export const isProbe = ({ url }: FastifyRequest): boolean => /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(url)

/**
 * A page is served under the domains of the sites only, so that nobody's name that is pointed here speaks as ours. In demo, and where no
 * site has a domain yet, it is this machine by its loopback names and by the address that was asked.
 */
function isServed(
  app: FastifyInstance,
  request: FastifyRequest,
  { demo, consoleHost }: Pick<Config, 'demo' | 'consoleHost'>,
): boolean {
  const { hostname } = request
  if (hostname.toLowerCase() === consoleHost) return true
  if (app.sites.byHost(hostname) !== null) return true
  if (!demo && app.sites.all().some(({ domains }) => domains.length > 0)) return false
  const name = hostname.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  const address = canonical(name)
  if (address === null) return false
  return address === '::1' || address.startsWith('127.') || address === canonical(request.socket.localAddress ?? '')
}

/** Refuses a read that changes something unless it comes from a page of this host, or from a program. */
export function sameOriginOnly({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const isForeign = headers.origin !== undefined && !isOf(headers.origin, host)
  if (isForeign || (site !== undefined && site !== 'same-origin')) throw new Refused('INVALID_ACCESS')
}

/**
 * A browser names the page's origin on every POST; it must be this host. Reads are left to the browser, which gives
 * another site's script nothing without a CORS header, and none is ever sent. Programs send no Origin.
 */
function sameOrigin(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.origin
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site'
  return isOf(origin, request.host)
}

function isOf(origin: string, host: string): boolean {
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}
