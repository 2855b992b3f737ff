import { randomBytes } from 'node:crypto'
import { signRequest } from '@maru/provider-protocol'
import { PrivateAddress, post, type Reach } from '../http/index.ts'
import { type Courier, endOf, type Outcome, outcomeOfStatus } from '../outgoing/index.ts'
import type { Database } from '../ports.ts'
import type { AddressStore } from './store.ts'

interface Parts {
  readonly db: Database
  readonly addresses: AddressStore
  readonly reach: Reach
  readonly now: () => number
}

const nonceBytes = 12

/** Posts alarms to webhooks and Slack-compatible addresses, signed as calls to providers are, with the secret of the address. */
export function alarmCourier({ db, addresses, reach, now }: Parts): Courier {
  return {
    mostAttempts: 8,
    forgets: true,
    expiresAt: endOf,
    async send(row, signal): Promise<Outcome> {
      const { addressId, body } = row.payload as { readonly addressId: number; readonly body: string }
      const address = await db.system((tx) => addresses.one(tx, row.siteId, addressId))
      if (address === null) return { state: 'FAILED', error: 'the address was removed' }
      const url = new URL(address.to)
      const request = { method: 'POST', host: url.host, path: `${url.pathname}${url.search}`, body }
      const stamp = { time: now(), nonce: randomBytes(nonceBytes).toString('base64url') }
      const signed = signRequest(request, { id: `alarm-${addressId}`, secret: address.secret }, stamp)
      const headers = { 'content-type': 'application/json', 'maru-alarm': row.id, ...signed }
      try {
        const status = await post(url, { method: 'POST', headers, body, signal, reach })
        return outcomeOfStatus(status, `the address answers ${status}`)
      } catch (error) {
        if (!(error instanceof PrivateAddress)) throw error
        return { state: 'FAILED', error: 'the address leads to a private network' }
      }
    },
  }
}
