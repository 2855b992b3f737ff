import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { SiteDirectory } from '../sites/directory.ts'
import { AccessTokens } from './access-token.ts'
import { compressAnswers } from './compress.ts'
import { registerDocs } from './docs.ts'
import { answerBrokenRequests, answerErrors, failureBody } from './failure.ts'
import { guardOrigins } from './headers.ts'
import { registerPages } from './pages.ts'
import { registerProbes } from './probes.ts'
import { defaultRates, type RateRules, Rates } from './rates.ts'
import { Revocations } from './revocations.ts'
import { parseStrictJson } from './strict-json.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sites: SiteDirectory
    accessTokens: AccessTokens
    revocations: Revocations
    rates: Rates
  }
}

export interface HttpOptions {
  /** For tests and benchmarks, which are one address and one member far too often. Never read from the environment. */
  readonly rates?: RateRules
  /** The built web application; default apps/web/dist. */
  readonly webDir?: string
}

const bodyLimitBytes = 64 * 1024

/**
 * The HTTP server with its errors, guards, probes, pages and documentation, not yet listening. The features register
 * their routes on it; what they share (sites, tokens, revocations, rates) hangs on the instance.
 */
export async function createHttp(deps: Deps, options: HttpOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: deps.config.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    clientErrorHandler: answerBrokenRequests,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A malformed request never reaches a route: it gets the same body as everything else that is refused.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      request.log.debug({ err: error }, 'malformed request')
      void reply.code(400).send(failureBody('INVALID_REQUEST', {}, String(request.id)))
    },
  }) as unknown as FastifyInstance

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('call', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseStrictJson(body as string))
    } catch (error) {
      done(error as Error)
    }
  })

  const sites = new SiteDirectory(deps.db)
  await sites.load()
  const revocations = new Revocations(deps.clocks.wall)
  await revocations.follow(deps.bus, deps.db)
  app.decorate('sites', sites)
  app.decorate('revocations', revocations)
  app.decorate('accessTokens', new AccessTokens(deps.config.tokenSecret, deps.clocks.wall))
  app.decorate('rates', new Rates(deps.db, options.rates ?? defaultRates))

  answerErrors(app)
  guardOrigins(app)
  compressAnswers(app)
  registerProbes(app, deps)
  registerDocs(app)
  await registerPages(app, deps, options.webDir)
  return app
}
