import type { OutgoingRow } from '@maru/core'
import { type CallKind, calls } from '@maru/provider-protocol'
import type { Courier, Outcome } from '../outgoing/index.ts'
import { absent, type Provider, type ProviderAnswer, type Providers } from './port.ts'

const mostCallAttempts = 12

interface CallPayload {
  readonly call: CallKind
  readonly body: Readonly<Record<string, unknown>>
}

const malformed = 'the call has another form than the protocol'

/** Hears what a call came to, before its row says so. */
export type CallListener = (row: OutgoingRow, answer: ProviderAnswer) => Promise<void>

/**
 * Makes all other calls to providers: what comes of them is told by webhooks, or to whoever hears of it. `own` has the couriers of providers whose
 * calls have a form of their own.
 */
export function providerCourier(
  { providers, heard }: { readonly providers: Providers; readonly heard: readonly CallListener[] },
  own: Readonly<Record<string, Pick<Courier, 'send' | 'expiresAt'>>>,
): Courier {
  async function settle(row: OutgoingRow, answer: ProviderAnswer): Promise<Outcome> {
    if (answer.outcome === 'UNKNOWN') return { state: 'UNKNOWN', error: answer.detail ?? 'no answer' }
    for (const listener of heard) await listener(row, answer)
    if (answer.outcome === 'FAILED') return { state: 'FAILED', error: answer.detail ?? 'no reason given' }
    return { state: 'SENT' }
  }

  async function send(row: OutgoingRow, signal: AbortSignal): Promise<Outcome> {
    const other = own[row.provider]
    if (other !== undefined) return other.send(row, signal)
    const provider = await providers.of(row.siteId, row.provider as Provider['name'])
    if (provider === null) return { state: 'AGAIN', error: 'the site has no such provider' }
    const { call, body } = row.payload as unknown as CallPayload
    if (!calls[call].safeParse({ ...body, idempotencyKey: row.id }).success)
      return settle(row, { outcome: 'FAILED', providerRef: null, detail: malformed, result: null })
    return settle(row, await provider.call(call, body as never, { idempotencyKey: row.id }))
  }

  return {
    mostAttempts: mostCallAttempts,
    forgets: true,
    expiresAt: (row) => {
      const other = own[row.provider]
      if (other !== undefined) return other.expiresAt?.(row) ?? null
      const { expiresAt } = (row.payload as unknown as CallPayload).body
      return typeof expiresAt === 'number' ? expiresAt : null
    },
    send,
    async resolve(row, signal) {
      if (own[row.provider] !== undefined) return send(row, signal)
      const provider = await providers.of(row.siteId, row.provider as Provider['name'])
      if (provider === null) return { state: 'UNKNOWN', error: 'the site has no such provider' }
      const answer = await provider.status((row.payload as unknown as CallPayload).call, row.id)
      return answer === absent ? send(row, signal) : settle(row, answer)
    },
  }
}
