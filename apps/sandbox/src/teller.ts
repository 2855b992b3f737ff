/** Tells the product what happened, as a provider does: signed, again until it is taken, and as badly as the switches say. */
import { randomBytes } from 'node:crypto'
import { demoKeys, signRequest, type Webhook, webhookPath } from '@maru/provider-protocol'
import { oneMore } from './books.ts'
import type { Place, World } from './world.ts'

type WithoutName<T> = T extends unknown ? Omit<T, 'event' | 'at'> : never
/** What is told; its name and time are added. */
export type News = WithoutName<Webhook>

const againAfterMs = [1_000, 5_000, 30_000, 300_000]
const mostWaiting = 5_000
const lateFactor = 10

export class Teller {
  private readonly world: World
  private readonly secret: string
  private readonly timers = new Set<NodeJS.Timeout>()

  constructor(world: World, secret: string) {
    this.world = world
    this.secret = secret
  }

  /** Runs something after the provider's delay. */
  later(place: Place, work: () => void): void {
    this.after(this.world.switches.of(place.provider).delayMs, work)
  }

  tell(place: Place, news: News): void {
    const { webhooks, delayMs } = this.world.switches.of(place.provider)
    const event = { ...news, event: this.world.name(place.provider), at: this.world.now() }
    const told = webhooks === 'amount' && 'amount' in event ? { ...event, amount: oneMore(event.amount) } : event
    const body = JSON.stringify(told)
    if (webhooks === 'lost') {
      this.world.addExchange({ ...place, direction: 'out', what: `webhook ${news.kind}`, body, answer: 'lost' })
      return
    }
    const wait = webhooks === 'late' ? Math.max(1_000, delayMs * lateFactor) : 0
    for (let copy = 0; copy < (webhooks === 'twice' ? 2 : 1); copy++)
      this.after(wait, () => void this.send(place, body, 0))
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
  }

  private after(ms: number, work: () => void): void {
    if (this.timers.size >= mostWaiting) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
  }

  private async send(place: Place, body: string, attempt: number): Promise<void> {
    const exchange = this.world.addExchange({ ...place, direction: 'out', what: 'webhook', body, answer: '…' })
    const status = await this.post(place, body).catch((error: Error) => error.message)
    exchange.answer = String(status)
    const delay = againAfterMs[Math.min(attempt, againAfterMs.length - 1)] as number
    if (status !== 200 && attempt < 20) this.after(delay, () => void this.send(place, body, attempt + 1))
  }

  private async post({ siteId, provider }: Place, body: string): Promise<number> {
    if (this.world.productUrl === null) throw new Error('the product is not there yet')
    const url = new URL(webhookPath(provider, siteId), this.world.productUrl)
    const { webhooks } = this.world.switches.of(provider)
    const keys = demoKeys(webhooks === 'wrong-key' ? '00'.repeat(32) : this.secret, siteId, provider)
    const request = { method: 'POST', host: url.host, path: `${url.pathname}${url.search}`, body }
    const stamp = { time: this.world.now(), nonce: randomBytes(18).toString('base64url') }
    const signed = webhooks === 'unsigned' ? {} : signRequest(request, keys.webhook[0], stamp)
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    return status
  }
}
