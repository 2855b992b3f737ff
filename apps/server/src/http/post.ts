import { request } from 'node:https'
import { guardedLookup, isAllowedHost, PrivateAddress, type Reach } from './reach.ts'

interface Post {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Buffer | string | null
  readonly signal: AbortSignal
  readonly reach: Reach
}

/**
 * One call to an address that somebody else named, over a connection of its own; gives the status. Redirects are not followed, and what it
 * answers is not read. Throws `PrivateAddress` where it may not be called.
 */
export function post(url: URL, { method, headers, body, signal, reach }: Post): Promise<number> {
  if (!isAllowedHost(url, reach)) return Promise.reject(new PrivateAddress('a private address'))
  return new Promise((resolve, reject) => {
    const ca = reach.ca === null ? {} : { ca: reach.ca }
    const call = request(
      url,
      { method, headers, signal, agent: false, lookup: guardedLookup(reach), ...ca },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    call.on('error', reject)
    call.end(body ?? undefined)
  })
}
