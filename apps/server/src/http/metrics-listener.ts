import type { Registry } from 'prom-client'
import { type BareListener, openBareListener } from './bare-listener.ts'

/**
 * Answers `GET /metrics` at an address of its own, to whoever reaches it: an address that only the machine that collects them does. Nothing
 * else is there. Rejects where the port is taken.
 */
export const openMetricsListener = (
  metrics: Registry,
  at: { readonly host: string; readonly port: number },
): Promise<BareListener> =>
  openBareListener(at, async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.metrics()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
