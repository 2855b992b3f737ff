import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Deps, ReadyCheck } from '../deps.ts'
import { Refused } from './refused.ts'

/** Whoever asks whether this process is ready gives up after a second or two. */
const checkWithinMs = 1_500

/** `/healthz` (the process is up), `/readyz` (all it needs is usable; what of it, for this machine only) and `/metrics`, for this machine only. */
export function registerProbes(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ ok: true }))

  const running = new Map<string, Promise<string>>()
  /** The state of one part; a check that is under way is not begun again. */
  const stateOf = (name: string, check: ReadyCheck): Promise<string> => {
    let found = running.get(name)
    if (found === undefined) {
      found = Promise.resolve()
        .then(check)
        .then(
          (problem) => problem ?? 'ok',
          (error: unknown) => {
            deps.log.error({ err: error, check: name }, 'readiness check failed')
            return 'failed'
          },
        )
        .finally(() => running.delete(name))
      running.set(name, found)
    }
    return within(checkWithinMs, found, `no answer within ${checkWithinMs} ms`)
  }
  const statesOf = async (checks: ReadonlyMap<string, ReadyCheck>): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all([...checks].map(async ([name, check]) => [name, await stateOf(name, check)] as const)),
    )

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const [checks, details] = await Promise.all([statesOf(deps.ready), statesOf(deps.details)])
    const ready = Object.values(checks).every((state) => state === 'ok')
    return reply.code(ready ? 200 : 503).send(isLocal(request) ? { ready, checks, details } : { ready })
  })

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request)) throw new Refused('ROUTE_NOT_FOUND')
    return reply.type(deps.metrics.contentType).send(await deps.metrics.metrics())
  })

  measure(app, deps)
}

/** What `work` comes to, or `otherwise` when it takes longer. */
async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  try {
    return await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}

/** From this machine itself, not through a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const loopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return loopback && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
}

/** Durations by route (its pattern, never the address: that would hold ids) and status. */
function measure(app: FastifyInstance, deps: Deps): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [deps.metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug'
    request.log[level](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        site: request.call?.site?.id,
        member: request.call?.member?.memberId,
      },
      'request',
    )
    done()
  })
}
