import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isProbe, sameOriginOnly } from './headers.ts'
import { Refused } from './refused.ts'

/** What staff alone use: the console's pages and files, and its calls. */
const ofStaff = /^\/(?:console|api\/console|api\/admin)(?:\/|$)/
/** What the console's host serves beside it: sign-in and the other calls, the live channel. */
const beside = /^\/(?:api\/|bx_ws$)/

/** Whether a request came by the console's own host. */
export const isConsoleHost = ({ hostname }: FastifyRequest, { consoleHost }: Pick<Config, 'consoleHost'>): boolean =>
  consoleHost !== null && hostname.toLowerCase() === consoleHost

/**
 * With a host of its own the console answers there alone: members' hosts know nothing of it, it shows none of their pages, and a page of
 * another origin, also of another host below the same domain, neither sends nor reads anything there. Of one address only so many calls
 * of the console are served, on whatever host.
 */
export function guardConsole(app: FastifyInstance, config: Pick<Config, 'consoleHost'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isOfStaff = ofStaff.test(path)
    if (isOfStaff && path.startsWith('/api/')) await app.rates.take('console', request.ip)
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
