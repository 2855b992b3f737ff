import { randomUUID } from 'node:crypto'
import { type BareListener, openBareListener } from './bare-listener.ts'
import { failureBody } from './failure.ts'

/**
 * What a standby answers while another process serves: `/healthz` that it is up, `/readyz` that it is not ready, so that a proxy sends
 * nobody there, and to everything else TRY_AGAIN_LATER. Rejects where the port is taken.
 */
export const openWaitingRoom = (at: { readonly host: string; readonly port: number }): Promise<BareListener> =>
  openBareListener(at, ({ url = '' }, response) => {
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
