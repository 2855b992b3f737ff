import webpush from 'web-push'
import { PrivateAddress, post, type Reach } from '../http/index.ts'
import type { Courier, Messages, Outcome } from '../outgoing/index.ts'
import { endOf, outcomeOfStatus } from '../outgoing/index.ts'
import type { Database } from '../ports.ts'
import { isKnownService } from './push-address.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushStore } from './push-store.ts'

interface Parts {
  readonly db: Database
  readonly messages: Messages
  readonly store: PushStore
  readonly keys: PushKeys
  readonly reach: Reach
  /** The operator's list. */
  readonly services: readonly string[]
  readonly now: () => number
}

const longestTtlSeconds = 86_400

/** Writes to devices through the push service of their browser (RFC 8030, 8188, 8291), encrypted for the device alone. */
export function pushCourier({ db, messages, store, keys, reach, services, now }: Parts): Courier {
  return {
    mostAttempts: 10,
    forgets: true,
    expiresAt: endOf,
    async send(row, signal): Promise<Outcome> {
      const { to, text } = messages.open(row)
      const id = Number(to)
      const target = await db.system((tx) => store.targetOf(tx, row.siteId, id))
      if (target === null) return { state: 'FAILED', error: 'the device is not registered any more' }
      const forget = () => db.system((tx) => store.drop(tx, row.siteId, id))
      const url = new URL(target.endpoint)
      // One that was registered before the list was as it is now.
      if (!isKnownService(url, services)) {
        await forget()
        return { state: 'FAILED', error: 'the push service is none of the known ones' }
      }
      const expiresAt = endOf(row) ?? now() + longestTtlSeconds * 1_000
      const { subject, publicKey, privateKey } = keys
      const { method, headers, body } = webpush.generateRequestDetails(target, text, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: Math.max(0, Math.min(longestTtlSeconds, Math.floor((expiresAt - now()) / 1_000))),
        contentEncoding: 'aes128gcm',
        urgency: 'high',
      })
      try {
        const status = await post(url, { method, headers: { ...headers }, body, signal, reach })
        const isUnsubscribed = status === 404 || status === 410
        if (isUnsubscribed) await forget()
        return outcomeOfStatus(status, `push service ${status}${isUnsubscribed ? ': unsubscribed' : ''}`)
      } catch (error) {
        if (!(error instanceof PrivateAddress)) throw error
        await forget()
        return { state: 'FAILED', error: 'the push service is at a private address' }
      }
    },
  }
}
