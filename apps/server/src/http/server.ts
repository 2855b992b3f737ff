import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { SiteDirectory } from '../sites/directory.ts'
import { AccessTokens } from './access-token.ts'
import { checkAddresses, trustOf } from './address.ts'
import { BlockedDevices } from './blocked-devices.ts'
import { compressAnswers } from './compress.ts'
import { guardConsole } from './console-host.ts'
import { registerDocs } from './docs.ts'
import { answerBrokenRequests, answerErrors, failureBody } from './failure.ts'
import { guardOrigins } from './headers.ts'
import { registerPages } from './pages.ts'
import { registerProbes } from './probes.ts'
import { parseQuery } from './query.ts'
import { type RateRules, Rates } from './rates.ts'
import { Refused } from './refused.ts'
import { Revocations } from './revocations.ts'
import { parseStrictJson } from './strict-json.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sites: SiteDirectory
    accessTokens: AccessTokens
    revocations: Revocations
    blockedDevices: BlockedDevices
    rates: Rates
  }
}

export interface HttpConfig {
  /** For tests and benchmarks, which are one address and one member far too often. Never read from the environment. */
  readonly rates?: RateRules
  /** The built web application; default apps/web/dist. */
  readonly webDir?: string
  /** The built console; default apps/console/dist. */
  readonly consoleDir?: string
  /** Milliseconds within which a request must have arrived whole; default 15,000. */
  readonly requestTimeout?: number
}

const bodyLimitBytes = 64 * 1024
const defaultRequestTimeout = 15_000

/**
 * The HTTP server with its errors, guards, probes, pages and documentation, not yet listening. The features register
 * their routes on it; what they share (sites, tokens, revocations, rates) hangs on the instance.
 */
export async function createHttp(deps: Deps, config: HttpConfig = {}): Promise<FastifyInstance> {
  const requestTimeout = config.requestTimeout ?? defaultRequestTimeout
  const app = Fastify({
    loggerInstance: deps.log,
    // A child for each request, whose bindings pino redacts by every path, would be an eighth of what a stake allocates.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(deps.config.trustProxy),
    bodyLimit: bodyLimitBytes,
    requestTimeout,
    // Node.js cuts no body within the time that it leaves for headers (60 s), and looks for slow senders each 30 s, unless told here.
    http: { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A start takes as long as the core and the database need; what waits for them would end it after 10 s.
    pluginTimeout: 0,
    // Its own answer has another body than every other refusal: `answerErrors` refuses what still comes.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerBrokenRequests,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, querystringParser: parseQuery },
    // A malformed request never reaches a route: it gets the same body as everything else that is refused.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      request.log.debug({ requestId: request.id, err: error }, 'malformed request')
      void reply.code(400).send(failureBody('INVALID_REQUEST', {}, String(request.id)))
    },
  }) as unknown as FastifyInstance

  // A connection that still waits for its answer would be kept as long afterwards as while the server runs.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('call', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })

  // Some clients name a type although they send nothing.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(body.length === 0 ? null : new Refused('INVALID_REQUEST'), undefined)
  })

  const sites = new SiteDirectory(deps.db, (line) => deps.log.warn(line))
  await sites.load()
  const revocations = new Revocations(deps.clocks.wall)
  await revocations.follow(deps.bus, deps.db)
  app.decorate('sites', sites)
  app.decorate('revocations', revocations)
  app.decorate('blockedDevices', new BlockedDevices())
  app.decorate('accessTokens', new AccessTokens(deps.config, deps.clocks.wall))
  const rates = new Rates(deps.db, config.rates)
  await rates.load()
  app.decorate('rates', rates)

  answerErrors(app)
  checkAddresses(app)
  guardOrigins(app, deps.config)
  guardConsole(app, deps.config)
  compressAnswers(app)
  registerProbes(app, deps)
  registerDocs(app)
  await registerPages(app, deps, config.webDir, config.consoleDir)
  return app
}
