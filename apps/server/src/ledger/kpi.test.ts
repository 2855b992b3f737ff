import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staffOf } from '../../test/money-house.ts'
import { kstDay } from '../http/filters.ts'

const dayMs = 86_400_000
let server: TestServer
let who: ReturnType<typeof staffOf>
let now: number
beforeAll(async () => {
  server = await startTestServer()
  who = staffOf(server)
  now = server.deps.clocks.domain.now()
})
afterAll(() => server.close())

const list = async (path: string, site = 1) =>
  (await (await who('finance')).get(`/api/console/${path}?size=100`, site)).body.content
const moved = (memberId: number, at: number, n: number, site = 1) =>
  server.database.run(
    `insert into ledger_entry values (${site}, ${at}, ${980_000_000 + n}, 1, ${memberId}, 'BINARY', 'KRW', 1, 1, 'ROUND_BET', null)`,
  )

it('90 days stand with who was active, signed up and paid in, each member once a day, of this site alone', async () => {
  const at = now - 10 * dayMs
  for (const [n, memberId] of [1001, 1001, 1002].entries()) await moved(memberId, at, n)
  await moved(1001, at, 9, 15)
  await server.database.run(`update member set created_at = ${at} where site_id = 1 and id = 1003`)
  const rows = await list('kpi')
  expect(rows).toHaveLength(90)
  expect(rows[0].day).toBe(kstDay(now))
  expect(rows.find(({ day }: { day: string }) => day === kstDay(at))).toEqual({
    ...{ day: kstDay(at), actives: 2, joined: 1, depositors: 0, deposits: '0' },
  })
})

it('of who signed up in a week it stands how many came back 1, 4, 8 and 12 weeks later; a week that is not over is open', async () => {
  const joined = now - 40 * dayMs
  await server.database.run(`update member set created_at = ${joined} where site_id = 1 and id in (1004, 1005)`)
  await moved(1004, joined + 7 * dayMs, 20)
  await moved(1005, joined + 7 * dayMs, 21)
  await moved(1005, joined + 28 * dayMs, 22)
  const rows = await list('retention')
  expect(rows).toContainEqual({
    ...{ week: expect.any(String), joined: 2, after1: 2, after4: 1, after8: null, after12: null },
  })
  const { week } = rows.find((row: { joined: number }) => row.joined === 2)
  expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1)
})

it('is read by who may read results, and is a file too', async () => {
  for (const path of ['kpi', 'retention']) {
    expect(refusal(await (await who('cs')).get(`/api/console/${path}`))).toEqual([403, 'PERMISSION_DENIED'])
    const headers = { authorization: `Bearer ${(await who('finance')).token}` }
    const file = await fetch(`${server.url}/api/console/${path}.csv?siteInfoId=1`, { headers })
    expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8'])
  }
})
