import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { findBreaks } from '../audit/index.ts'
import { auditJobs } from './audits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('the ledger of a house in play balances, with stakes open; a break pauses the withdrawals of its site', async () => {
  const { accessToken: token } = await server.login()
  let placed = 0
  await until('a stake', async () => {
    // R.5 and R5: while one of them is locked the other takes stakes.
    for (const option of [1, 4]) {
      const { body } = await server.call(`/api/trade/game/current?tradeOptionId=${option}`)
      if (!body.betting?.isBettable) continue
      const bet = { point: '7000', tradeRoundId: body.betting.id, type: 'B' }
      const { status } = await server.call('/api/trade/history/betting', { token, key: true, body: bet })
      if (status === 200) placed += 1
    }
    return placed > 0
  })
  const open = await server.database.run(`select sum(point)::int as sum from bet where status = 0`)
  expect(open).toEqual([{ sum: 7_000 * placed }])
  const { db } = server.database
  const audit = (scope: 'full' | 'since-closing') => findBreaks(db, new AbortController().signal, scope)
  for (const scope of ['full', 'since-closing'] as const) expect(await audit(scope)).toEqual([])
  await server.database.run(`update wallet set reserved = reserved - 1 where reserved > 0`)
  for (const scope of ['full', 'since-closing'] as const)
    expect(await audit(scope)).toMatchObject([{ rule: 'reserved-is-sum-of-open-bets' }])

  const { core, log, reads } = server.deps
  const isPaused = async (siteId: number) => (await reads.ask('money.config', { siteId })).value.isWithdrawPaused
  expect(await isPaused(1)).toBe(false)
  const [hourly] = auditJobs({ db, core, log, now: Date.now })
  expect(await hourly?.run(new AbortController().signal)).toBe(1)
  expect([await isPaused(1), await isPaused(15)]).toEqual([true, false])
})
