import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ProviderConfigurations, type Sandbox } from './configuration.ts'
import { FactDispatcher } from './dispatcher.ts'
import { waitingCounts } from './event-store.ts'
import type { Providers } from './port.ts'
import { Registrations } from './registrations.ts'
import { signedProvider } from './signed-provider.ts'
import { registerWebhook } from './webhook.ts'

export { type CoinFact, coinFact } from './coin-facts.ts'
export { ProviderSettings, providerBox, type Sandbox, writeSettings } from './configuration.ts'
export { registerProviderConsole } from './console.ts'
export { providerCourier } from './couriers.ts'
export type { ProviderFact } from './dispatcher.ts'
export { forgetNonces } from './event-store.ts'
export { foreignFact } from './fact-sources.ts'
export { takeMoneyFacts } from './money-facts.ts'
export { absent, type Provider, type ProviderAnswer, type Providers } from './port.ts'
export { payoutKeyIn, requestIdIn } from './references.ts'
export { refusedCharges } from './refused-charges.ts'
export { forgetRefusedWebhooks } from './refused-webhooks.ts'
export { Registrations } from './registrations.ts'
export { knownFact, type ReportedFact, reportFact } from './report-fact.ts'
export { Unreadable } from './unreadable.ts'

export interface ProviderRoom {
  readonly providers: Providers
  readonly registrations: Registrations
  /** Facts that providers tell; each kind is taken over by one handler, named before `start`. */
  readonly facts: FactDispatcher
}

const callTimeoutMs = 10_000
const lateMs = 60_000
/** A fact of a provider without a say in it raises an alarm for so long. */
const alarmMs = 86_400_000

/** Providers outside: what is asked of them, and what they tell. */
export function registerProviders(app: FastifyInstance, deps: Deps, sandbox: Sandbox | null): ProviderRoom {
  const { db, core, log, config, clocks } = deps
  const now = clocks.wall
  const configurations = new ProviderConfigurations(config.tokenSecret, {
    db,
    now,
    sandboxOf: (siteId) => (app.sites.byId(siteId)?.moneyMode === 'DEMO' ? sandbox : null),
  })
  const providers: Providers = {
    async of(siteId, name) {
      const access = await configurations.of(siteId, name)
      return access && signedProvider({ name, siteId, access, log, now, timeoutMs: callTimeoutMs })
    },
  }
  const facts = new FactDispatcher({ db, core, now, log, metrics: deps.metrics })
  registerWebhook(app, deps, configurations, () => facts.wake())
  app.addHook('onReady', async () => facts.start())
  app.addHook('preClose', () => facts.stop())
  deps.details.set('providers', async () => {
    const { late, faulty, foreign } = await db.system((tx) => waitingCounts(tx, now() - lateMs, now() - alarmMs))
    const faults = [
      late + faulty > 0 && `${late} events wait for longer than a minute, ${faulty} cannot be read`,
      foreign > 0 && `${foreign} facts of the last day were reported by a provider without a say in them`,
    ].filter((fault) => fault !== false)
    return faults.length === 0 ? null : faults.join('; ')
  })
  return { providers, registrations: new Registrations(deps), facts }
}
