import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

export interface MetricsListener {
  /** Where it listens. */
  readonly port: number
  close(): Promise<void>
}

/**
 * Answers `GET /metrics` at an address of its own, to whoever reaches it: an address that only the machine that collects them does. Nothing
 * else is there. Rejects where the port is taken.
 */
export async function openMetricsListener(
  metrics: Registry,
  at: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.metrics()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
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
