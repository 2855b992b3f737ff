import { type ProviderName, Webhook, type WebhookKind } from '@maru/provider-protocol'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { CoreClient, Database } from '../ports.ts'
import { noteDelayed, noteDispatched, noteFault, type WaitingEvent, waitingEvents } from './event-store.ts'
import { foreignFact, mayReport } from './fact-sources.ts'
import { Later, Unreadable } from './unreadable.ts'

/** A fact that a provider told, as whoever takes it over gets it. */
export interface ProviderFact<K extends WebhookKind = WebhookKind> {
  readonly siteId: number
  readonly provider: ProviderName
  readonly told: Extract<Webhook, { readonly kind: K }>
}

/**
 * Takes a fact over for good, so that hearing it twice does nothing (the event is the key). Returns what was refused, or null.
 * Throws where it cannot be taken over now: it comes again. `Later` names the time; what is `Unreadable` waits for a person.
 */
export type FactHandler<K extends WebhookKind> = (fact: ProviderFact<K>) => Promise<string | null>

export interface DispatcherSetup {
  readonly db: Database
  readonly core: Pick<CoreClient, 'serves'>
  readonly now: () => number
  readonly log: Logger
  readonly metrics: Registry
}

const sweepMs = 5_000
const atOnce = 100
const firstDelayMs = 1_000
const longestDelayMs = 300_000
/** Longer than a command takes, shorter than the server's orderly end. */
const endWithinMs = 1_000

/** Hands stored events to whoever takes their kind: at once, again after a failure, and after a start what was left. */
export class FactDispatcher {
  private readonly handlers = new Map<WebhookKind, FactHandler<WebhookKind>>()
  private readonly setup: DispatcherSetup
  private readonly foreign: Counter<'provider' | 'kind'>
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> | null = null
  private asked = false
  private ended = false

  constructor(setup: DispatcherSetup) {
    this.setup = setup
    this.foreign = new Counter({
      name: 'maru_provider_foreign_facts_total',
      help: 'Facts by the provider that reported them without a say in them, and by kind',
      labelNames: ['provider', 'kind'],
      registers: [setup.metrics],
    })
  }

  /** Names who takes facts of a kind; one each. Facts of a kind that nobody takes stay stored and wait. */
  on<K extends WebhookKind>(kind: K, handler: FactHandler<K>): void {
    if (this.handlers.has(kind)) throw new Error(`facts of kind ${kind} are taken over already`)
    this.handlers.set(kind, handler as unknown as FactHandler<WebhookKind>)
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), sweepMs)
    this.timer.unref()
    this.wake()
  }

  /** Dispatches what waits, soon. */
  wake(): void {
    this.asked = true
    if (this.running !== null || this.ended || this.handlers.size === 0) return
    this.running = this.run().finally(() => {
      this.running = null
    })
  }

  async stop(): Promise<void> {
    this.ended = true
    if (this.timer !== null) clearInterval(this.timer)
    let giveUp: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      giveUp = setTimeout(resolve, endWithinMs)
    })
    await Promise.race([this.running, patience])
    clearTimeout(giveUp)
  }

  private async run(): Promise<void> {
    try {
      while (this.asked && !this.ended) {
        this.asked = false
        const events = await this.setup.db.system((tx) =>
          waitingEvents(tx, [...this.handlers.keys()], this.setup.now(), atOnce),
        )
        const mine = events.filter(({ siteId }) => this.setup.core.serves(siteId))
        for (const event of mine) if (!this.ended) await this.dispatch(event)
        if (events.length === atOnce && mine.length > 0) this.asked = true
      }
    } catch (error) {
      // The database is away: the sweep comes again.
      this.setup.log.warn({ err: error }, 'provider events not dispatched')
    }
  }

  private async dispatch(event: WaitingEvent): Promise<void> {
    const { db, now, log } = this.setup
    const { siteId, provider, attempts } = event
    try {
      const told = Webhook.parse(event.body)
      const handler = this.handlers.get(told.kind)
      if (handler === undefined) return
      const refused = mayReport(provider, told.kind) ? await handler({ siteId, provider, told }) : foreignFact
      if (refused === foreignFact) this.foreign.inc({ provider, kind: told.kind })
      if (refused !== null) log.error({ siteId, provider, event: event.event, refused }, 'a provider fact was refused')
      await db.system((tx) => noteDispatched(tx, event, now(), refused))
    } catch (error) {
      if (error instanceof Unreadable) {
        log.error({ siteId, provider, event: event.event, why: error.message }, 'a provider fact waits for a person')
        return await db.system((tx) => noteFault(tx, event, error.message))
      }
      const backoff = Math.min(firstDelayMs * 2 ** Math.min(attempts, 20), longestDelayMs)
      const delay = error instanceof Later ? error.afterMs : backoff
      const why = (error as Error).message.slice(0, 300)
      const level = error instanceof Later || attempts < 3 ? 'info' : 'error'
      log[level]({ err: error, siteId, provider, event: event.event, attempts }, 'a provider fact is tried again')
      await db.system((tx) => noteDelayed(tx, event, now() + delay, why))
      setTimeout(() => this.wake(), delay).unref()
    }
  }
}
