import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startTestServer, type TestServer } from '../test/harness.ts'
import { configureMoney, enrolled } from '../test/money-house.ts'
import { demoPassword } from './members/index.ts'

const hourMs = 3_600_000
/**
 * How far the server's wall clock lies ahead of this machine's: it shows half past midnight in Korea, of the day after tomorrow, so that
 * the clock that is set back lies ahead of the database's, too.
 */
let aheadMs = 0
let server: TestServer
beforeAll(async () => {
  const { now } = Date
  aheadMs = 48 * hourMs - ((now() + 9 * hourMs) % (24 * hourMs)) + hourMs / 2
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
  server = await startTestServer()
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, withdrawDayMax: '500000' })
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})

/** The member's days as they are stored, each with its sum in won. */
const days = () =>
  server.database.run(
    `select day::text, sum::int, closed_at is null as "isOpen" from money_day where kind = 'WITHDRAW' order by day`,
  )

test('a house whose wall clock is set back over midnight in Korea goes on: withdrawals are taken, and count for the newest day', async () => {
  const member = await enrolled(server, 'demo1')
  const withdraw = async (point: string) =>
    (await member.post('/api/dnw/apply', { type: 'W', point, otp: member.otp() })).body
  const first = await withdraw('300000')
  expect(first.status).toBe('REQUESTED')
  const [day] = await days()
  expect(day).toMatchObject({ sum: 300_000, isOpen: true })

  await server.close(true)
  aheadMs -= hourMs
  server = await startTestServer({ database: server.database, env: { CLOCK_BACK: '1' } })
  const epoch = server.deps.core.epoch
  const login = { username: 'demo1', password: demoPassword, siteInfoId: 1, otp: member.otp() }
  const token: string = (await server.call('/api/login', { body: login })).body.accessToken
  const call = (path: string, body: object) => server.call(path, { token, key: true, body })
  expect((await call('/api/dnw/cancel', { dnwHistoryId: first.id })).status).toBe(200)
  const again = await call('/api/dnw/apply', { type: 'W', point: '400000', otp: member.otp() })
  expect([again.status, again.body.status]).toEqual([200, 'REQUESTED'])
  expect(await days()).toEqual([{ ...day, sum: 400_000 }])
  expect((await call('/api/dnw/cancel', { dnwHistoryId: again.body.id })).status).toBe(200)
  const beyond = await call('/api/dnw/apply', { type: 'W', point: '501000', otp: member.otp() })
  expect(beyond.body.code).toBe('WITHDRAW_LIMIT_EXCEEDED')
  // The core was started once: nothing that it wrote was refused.
  expect(server.deps.core.epoch).toBe(epoch)
})
