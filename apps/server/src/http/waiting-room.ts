import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { failureBody } from './failure.ts'

export interface WaitingRoom {
  /** Where it listens. */
  readonly port: number
  /** Frees the port. */
  close(): Promise<void>
}

/**
 * What a standby answers while another process serves: `/healthz` that it is up, `/readyz` that it is not ready, so that a proxy sends
 * nobody there, and to everything else TRY_AGAIN_LATER. Rejects where the port is taken.
 */
export async function openWaitingRoom(at: { readonly host: string; readonly port: number }): Promise<WaitingRoom> {
  const server = createServer(({ url = '' }, response) => {
    const [path] = url.split('?')
    const body =
      path === '/healthz'
        ? { ok: true }
        : path === '/readyz'
          ? { ready: false }
          : failureBody('TRY_AGAIN_LATER', {}, randomUUID())
    response.writeHead(path === '/healthz' ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
    })
    response.end(JSON.stringify(body))
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
