import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareListener {
  /** Where it listens. */
  readonly port: number
  /** Breaks its connections and frees the port. */
  close(): Promise<void>
}

/** Listens beside the application, for what has to answer without it. What `answer` throws is a 500. Rejects where the port is taken. */
export async function openBareListener(
  at: { readonly host: string; readonly port: number },
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<BareListener> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
