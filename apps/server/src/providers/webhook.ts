import type { RefusedWebhook } from '@maru/contract'
import { isProviderName, type ProviderName, verifyRequest, Webhook, WebhookEnvelope } from '@maru/provider-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { Deps } from '../deps.ts'
import { parseStrictJson, Refused } from '../http/index.ts'
import type { ProviderConfigurations } from './configuration.ts'
import { storeEvent } from './event-store.ts'
import { RefusedWebhooks } from './refused-webhooks.ts'

type WebhookRequest = FastifyRequest<{ Params: { provider: string } }>

/**
 * Where providers tell their events. What is signed by the site's provider is stored before its 200 and never refused for what it says;
 * everything else is refused and leaves a count behind. `onStored` hears of new events.
 */
export function registerWebhook(
  app: FastifyInstance,
  deps: Deps,
  configurations: ProviderConfigurations,
  onStored: () => void,
): void {
  const refused = new RefusedWebhooks(deps)
  app.addHook('onClose', () => refused.write())
  const counted = new Counter({
    name: 'maru_provider_webhooks_total',
    help: 'Webhooks by provider and what became of them',
    labelNames: ['provider', 'outcome'],
    registers: [deps.metrics],
  })

  // A scope of its own: the signature is over the bytes, so that the body is parsed after it is verified.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/provider/:provider/webhook', async (request: WebhookRequest) => {
      const { provider } = request.params
      if (!isProviderName(provider)) throw new Refused('ROUTE_NOT_FOUND')
      try {
        const outcome = await take(request, provider)
        counted.inc({ provider, outcome })
        if (outcome === 'REPLAYED') throw new Refused('WEBHOOK_REPLAYED')
        if (outcome === 'STORED') onStored()
        return { ok: true }
      } catch (error) {
        if (error instanceof Refused && error.code !== 'WEBHOOK_REPLAYED')
          counted.inc({ provider, outcome: error.code })
        throw error
      }
    })
  })

  async function take(request: WebhookRequest, provider: ProviderName) {
    const siteId = siteOf(app, request)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const access = siteId === null ? null : await configurations.of(siteId, provider)
    const now = deps.clocks.wall()
    const note = (fault: RefusedWebhook['fault'], of: number) =>
      refused.note({ siteId: of, provider, fault, ip: request.ip, body, at: now })
    const signed = { method: request.method, host: request.host, path: request.url, body }
    const verdict = verifyRequest(signed, request.headers, access?.webhook ?? [], now)
    if (siteId === null || !verdict.ok) {
      request.log.warn(
        { requestId: request.id, provider, siteId, fault: verdict.ok ? 'SITE' : verdict.fault },
        'webhook refused',
      )
      if (siteId !== null && !verdict.ok) note(verdict.fault, siteId)
      throw new Refused('WEBHOOK_INVALID')
    }
    const told = envelopeOf(body, () => note('BODY', siteId))
    const { event, kind } = told
    const fault = faultOf(told)
    if (fault !== null)
      request.log.error({ requestId: request.id, provider, siteId, event, kind, fault }, 'webhook not understood')
    const outcome = await deps.db.tenant(siteId, (tx) =>
      storeEvent(tx, { siteId, provider, event, kind, body: told, fault, nonce: verdict.nonce, now }),
    )
    if (outcome === 'REPLAYED') note('REPLAYED', siteId)
    return outcome
  }
}

/** The envelope of an event. Anything else is refused, and `onFault` hears of it first. */
function envelopeOf(body: Buffer, onFault: () => void): ReturnType<typeof WebhookEnvelope.parse> {
  try {
    const told = WebhookEnvelope.safeParse(parseStrictJson(body))
    if (told.success) return told.data
    throw new Refused('INVALID_REQUEST', { field: `body/${told.error.issues[0]?.path.join('/') ?? ''}` })
  } catch (error) {
    onFault()
    throw error
  }
}

/** The site that the query names, or null. Whose webhook it is, the key says. */
function siteOf(app: FastifyInstance, request: FastifyRequest): number | null {
  const given = (request.query as Record<string, unknown>)['siteInfoId']
  const id = typeof given === 'string' && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null
  return id !== null && app.sites.byId(id) !== null ? id : null
}

/** What keeps a signed event from being read, or null. It is kept nevertheless: a fact is never lost. */
function faultOf(told: unknown): string | null {
  const read = Webhook.safeParse(told)
  if (read.success) return null
  const [issue] = read.error.issues
  return `${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`.slice(0, 200)
}
