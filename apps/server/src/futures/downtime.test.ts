import { afterAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

/** A funding of the simulator is due at 17:00. */
const fundingAt = Date.parse('2026-11-18T17:00:00+09:00')
let server: TestServer

afterAll(() => server.close())

/** The demo from a time on; its simulator continues the same market. */
async function open(at: number): Promise<void> {
  const env = { CLOCK_START: new Date(at).toISOString() }
  const before = server as TestServer | undefined
  await before?.close(true)
  server = await startTestServer({ simulator: true, env, ...(before ? { database: before.database } : {}) })
}

const positions = async () => {
  const token = (await server.login('demo1')).accessToken
  return (await server.call('/api/futures/history/open_position', { token })).body as {
    fundingFee: string
    qty: string
  }[]
}

test('B: a funding of the demo whose time falls into a downtime is made after the restart, once', async () => {
  await open(fundingAt - 600_000)
  const token = (await server.login('demo1')).accessToken
  const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  const place = () => server.call('/api/futures/order', { token, key: true, body })
  await expect.poll(async () => (await place()).status, { interval: 200 }).toBe(200)
  await expect.poll(async () => (await positions()).length).toBe(1)
  expect(await positions()).toMatchObject([{ fundingFee: '0' }])

  await open(fundingAt + 600_000)
  const made = () =>
    server.database.run('select at::text, rate::int, mark::int from funding where instrument = $1', ['BTCUSDT'])
  await expect.poll(made).toMatchObject([{ at: String(fundingAt) }])
  const [{ rate, mark }] = (await made()) as [{ rate: number; mark: number }]
  // A long pays rate × mark × 0.1; a funding of nothing would prove nothing.
  expect(rate).not.toBe(0)
  const fee = Math.floor((-rate * mark) / 10) / 10 // of 10^-8 × 10^-1
  await expect.poll(async () => Number((await positions())[0]!.fundingFee)).toBeCloseTo(fee / 1e8, 6)

  await open(fundingAt + 1_200_000)
  await expect.poll(positions).toMatchObject([{ fundingFee: expect.not.stringMatching(/^0$/) }])
  expect(await made()).toHaveLength(1)
}, 90_000)
