import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { PeerTls } from '../tls.ts'
import type { LogReceiver } from './receiver.ts'

export interface WebhookPlace {
  readonly url: string
  /** Sent as `Authorization: Bearer …`; null: none. */
  readonly token: string | null
  readonly tls: PeerTls
}

/** Posts lines as JSON (`{"lines":[{act, seq, hash}]}`); an answer of 2xx says that all of them are kept. Redirects are not followed. */
export function webhookReceiver({ url, token, tls }: WebhookPlace): LogReceiver {
  return {
    send: (lines, signal) =>
      new Promise((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        }
        const options = { method: 'POST', headers, signal, agent: false as const }
        const call = url.startsWith('https:') ? requestTls(url, { ...options, ...tls }) : requestPlain(url, options)
        call.on('response', (response) => {
          const status = response.statusCode ?? 0
          response.destroy()
          if (status >= 200 && status < 300) resolve()
          else reject(new Error(`the receiver of the log of staff answers ${status}`))
        })
        call.on('error', reject)
        call.end(JSON.stringify({ lines }))
      }),
  }
}
