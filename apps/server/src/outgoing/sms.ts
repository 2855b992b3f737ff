import type { Providers } from '../providers/index.ts'
import type { Courier } from './courier.ts'
import { endOf, type Messages } from './messages.ts'

/** Messages to phones, through the site's provider. The row's id is the provider's idempotency key: sent again, it counts once. */
export function smsCourier(providers: Providers, messages: Messages): Courier {
  return {
    mostAttempts: 8,
    forgets: true,
    expiresAt: endOf,
    async send(row) {
      const provider = await providers.of(row.siteId, 'sms')
      if (provider === null) return { state: 'AGAIN', error: 'the site has no provider of messages to phones' }
      const { to, text, isForStaff } = messages.open(row)
      const call = { to, text, ...(isForStaff && { audience: 'staff' as const }) }
      const { outcome, detail } = await provider.call('sms', call, { idempotencyKey: row.id })
      if (outcome === 'DONE' || outcome === 'PENDING') return { state: 'SENT' }
      return { state: outcome === 'FAILED' ? 'FAILED' : 'AGAIN', error: detail ?? 'no reason given' }
    },
  }
}
