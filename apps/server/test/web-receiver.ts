import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Reach } from '../src/http/index.ts'
import { localhost } from './localhost.ts'

/** What a webhook received. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server on this machine, over TLS, that stores what is posted to it. */
export async function startWebReceiver() {
  const received: Received[] = []
  let status = 200
  const server = createServer(localhost, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const reach: Reach = { allows: (address) => address === '127.0.0.1' || address === '::1', ca: localhost.cert }
  return {
    received,
    reach,
    host,
    /** What it answers from now on. */
    answers(next: number) {
      status = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
