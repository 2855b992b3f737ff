import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isConsoleHost } from '../http/index.ts'
import type { GatewayConfig, GatewayDeps } from './config.ts'
import { exposeCounters } from './counters.ts'
import { Gateway } from './gateway.ts'
import { serveUpgrades } from './upgrade.ts'

/** Serves the live channel at /bx_ws. `config` is for tests and benchmarks; never read from the environment. */
export function registerGateway(
  app: FastifyInstance,
  deps: Deps & GatewayDeps,
  config: Partial<GatewayConfig> = {},
): Gateway {
  const gateway = new Gateway(
    deps,
    {
      verify: (token) => app.accessTokens.verify(token),
      refusalOf: (access) => app.revocations.refusalOf(access),
      bars: (access, userAgent) => app.blockedDevices.bars(access, userAgent),
      siteExists: (siteId) => app.sites.byId(siteId) !== null,
    },
    config,
  )
  // A page may come from this host itself or from a domain of a site.
  serveUpgrades(
    app,
    gateway,
    '/bx_ws',
    (origin, request) => origin.host === request.host || app.sites.byHost(origin.hostname) !== null,
    (request) => (deps.config.consoleHost === null ? null : isConsoleHost(request, deps.config)),
  )
  exposeCounters(deps.metrics, gateway.counters, gateway)
  gateway.start()
  app.addHook('preClose', () => gateway.stop(CLOSE_GRACE_MS))
  return gateway
}

/** How long clients have to answer the close. */
const CLOSE_GRACE_MS = 300

export type { GatewayConfig } from './config.ts'
export type { Gateway } from './gateway.ts'
