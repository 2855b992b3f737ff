import { Counter, Gauge, Registry } from 'prom-client'
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

test('a metric that cannot be told is an answer of 500, and ends nothing', async () => {
  const metrics = new Registry()
  const collect = () => Promise.reject(new Error('the database is away'))
  new Gauge({ name: 'maru_told', help: 'Told', registers: [metrics], collect })
  const listener = await openMetricsListener(metrics, { host: '127.0.0.1', port: 0 })
  for (let n = 0; n < 2; n += 1) expect((await fetch(`http://127.0.0.1:${listener.port}/metrics`)).status).toBe(500)
  await listener.close()
})
