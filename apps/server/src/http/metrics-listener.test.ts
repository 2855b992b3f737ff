import { Counter, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openMetricsListener } from './metrics-listener.ts'

test('metrics are told at an address of their own, and nothing else is', async () => {
  const metrics = new Registry()
  new Counter({ name: 'maru_seen_total', help: 'Seen', registers: [metrics] }).inc(3)
  const listener = await openMetricsListener(metrics, { host: '127.0.0.1', port: 0 })
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${listener.port}${path}`, { method })
  const answer = await ask('/metrics')
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('maru_seen_total 3')])
  expect((await ask('/api/login')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
  await listener.close()
  await expect(ask('/metrics')).rejects.toThrow()
})
