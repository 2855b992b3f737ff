import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

/** BTCUSDT, rent of five minutes. */
const option = 4

let server: TestServer
beforeAll(async () => {
  // A minute after a round began: the next one takes stakes for minutes.
  server = await startTestServer({ env: { CLOCK_START: '2026-11-18T12:01:00+09:00' } })
})
afterAll(() => server?.close())

async function placeRentBet(token: string) {
  const { body } = await server.call(`/api/trade/game/current?tradeOptionId=${option}`)
  const bet = { point: '7000', tradeRoundId: body.betting.id, type: 'B' }
  const answer = await server.call('/api/trade/history/betting', { token, key: true, body: bet })
  expect(answer.status).toBe(200)
  return { betId: answer.body.id as number, roundId: body.betting.id as number }
}

const betRow = async (id: number) =>
  (await server.database.run('select status, void_reason from bet where id = $1', [id]))[0]
const reserved = async () =>
  (await server.runner.reads.ask('members.wallets', { siteId: 1, memberId: 1001 })).value.find(
    ({ type }) => type === 'BINARY',
  )?.reserved

test('A: a server that stood for more than 3 s in the stake window voids the round and gives the stakes back', async () => {
  await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  const { accessToken: token } = await server.login('demo1')
  const { betId, roundId } = await placeRentBet(token)
  expect(await reserved()).toBe(7_000n)
  // Nothing of this process runs: no API, no price, no journal.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
  await expect.poll(() => betRow(betId)).toEqual({ status: 3, void_reason: 'OUTAGE' })
  expect(await reserved()).toBe(0n)
  const [round] = await server.database.run('select phase, void_reason from round where id = $1', [roundId])
  expect(round).toEqual({ phase: 'VOID', void_reason: 'OUTAGE' })
  const { body } = await server.call('/metrics')
  expect(body).toMatch(/^maru_core_outages_total [1-9]/m)
})
