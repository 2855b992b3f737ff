import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { connectionOf } from './connection-of.ts'
import { isProbe, sameOriginOnly } from './headers.ts'
import { Refused } from './refused.ts'

/** What staff alone use: the console's pages and files, and its calls. */
const ofStaff = /^\/(?:console|api\/console|api\/admin)(?:\/|$)/
/** What the console's host serves beside it: sign-in and the other calls, the live channel. */
const beside = /^\/(?:api\/|bx_ws$)/

/**
 * Whether a request came by the console's own host: by the `Host` of its connection. A proxy passes that on; `X-Forwarded-Host` is a word of
 * the client's wherever no proxy sets it.
 */
export const isConsoleHost = ({ headers }: FastifyRequest, { consoleHost }: Pick<Config, 'consoleHost'>): boolean =>
  consoleHost !== null && (headers.host ?? '').replace(/:\d*$/, '').toLowerCase() === consoleHost

/**
 * The path by which the router finds a request's handler: decoded once, also of an absolute address, without empty and dot segments. One
 * that cannot be decoded stays as it is; the router refuses it.
 */
export function routedPath(url: string): string {
  const [path = '/'] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  try {
    const segments: string[] = []
    for (const segment of decodeURIComponent(path)
      .split(/[/\\]+/)
      .slice(1))
      if (segment === '..') segments.pop()
      else if (segment !== '.') segments.push(segment)
    return `/${segments.join('/')}`
  } catch {
    return path
  }
}

/**
 * With a host of its own the console answers there alone: members' hosts know nothing of it, it shows none of their pages, and a page of
 * another origin, also of another host below the same domain, neither sends nor reads anything there. Of one address only so many calls
 * of the console are served, on whatever host.
 */
export function guardConsole(app: FastifyInstance, config: Pick<Config, 'consoleHost'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = routedPath(request.url)
    const isOfStaff = ofStaff.test(path) || ofStaff.test(request.routeOptions.url ?? '')
    if (isOfStaff && path.startsWith('/api/')) await app.rates.take('console', connectionOf(request.ip))
    if (config.consoleHost === null || isProbe(request)) return
    if (!isConsoleHost(request, config)) {
      if (isOfStaff) throw new Refused('ROUTE_NOT_FOUND')
      return
    }
    if (path === '/') return reply.redirect('/console/')
    if (!isOfStaff && !beside.test(path)) throw new Refused('ROUTE_NOT_FOUND')
    if (path.startsWith('/api/')) sameOriginOnly(request)
  })
}
