import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOfficialRate, type GoodRate, type RateSource } from '@maru/market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const path = '/api/console/fx'
const dayMs = 86_400_000
/** A day of Korea. */
const dayOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
const today = dayOf(Date.now())

/** What the bank states, and who asks it next. */
let stated = { rate: '1450.00', date: today, source: 'bank' }
const asks: (() => void)[] = []
let kept: GoodRate = { rate: 139_820, source: 'bank', date: dayOf(Date.now() - dayMs) }
const bank = createServer((_request, answer) => answer.end(JSON.stringify(stated)))
const problems: string[] = []

function officialRate(): RateSource {
  const { port } = bank.address() as AddressInfo
  return createOfficialRate({
    url: `http://127.0.0.1:${port}/usdkrw`,
    // Ten minutes pass when the test says so.
    clock: {
      now: Date.now,
      at(_at, fn) {
        asks.push(fn)
        return () => undefined
      },
    },
    kept: {
      read: () => kept,
      write(rate) {
        kept = rate
      },
    },
    onProblem: ({ message }) => problems.push(message),
  })
}

let server: TestServer
let operator: Person
let finance: Person
let cs: Person
beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  server = await startTestServer({ rates: officialRate() })
  operator = await staff(server, 'operator')
  finance = await staff(server, 'finance')
  cs = await staff(server, 'cs')
})
afterAll(async () => {
  await server.close()
  bank.close()
})

const state = async (by = operator) => (await by.get(path)).body
const proposed = async () => (await state()).source.proposed
const confirm = (parts: object = {}, by = operator, key?: string) =>
  by.post(`${path}/confirm`, { reason: '한국은행 고시를 확인했습니다', rate: '1450.00', date: today, ...parts }, 1, key)
const fixings = () =>
  server.database.run('select rate, source from fixing order by trading_day') as Promise<
    { rate: number; source: string }[]
  >
const acts = () =>
  server.database.run(`select staff_id, reason, changes from staff_act where action like '%/fx/%' and changes <> '[]'`)

test('a rate that is far from the last waits: nothing is fixed, overseas futures stay closed, and the desk sees it', async () => {
  await expect.poll(proposed).toEqual({ rate: '1450.00', date: today, source: 'bank' })
  expect(await state()).toMatchObject({
    now: null,
    hasSource: true,
    source: { last: { rate: '1398.20' }, problem: null },
  })
  expect(await fixings()).toEqual([])
  const { body } = await server.call('/api/oversea/option/list')
  expect(body.map(({ isRest }: { isRest: boolean }) => isRest)).toEqual(body.map(() => true))
  const overview = (await operator.get('/api/console/overview')).body
  expect(overview.health).toContainEqual({ name: 'dollar', problem: expect.stringContaining('1450.00') })
})

test.each([
  ['another rate', { rate: '1450.01' }, 409, 'STALE_VERSION'],
  ['another day', { date: dayOf(Date.now() - dayMs) }, 409, 'STALE_VERSION'],
  ['no rate', { rate: 'many' }, 400, 'INVALID_REQUEST'],
  ['no day', { date: '2026-02-30' }, 400, 'INVALID_REQUEST'],
  ['no reason', { reason: ' ' }, 400, 'INVALID_REQUEST'],
])('%s is refused and changes nothing', async (_name, parts, status, code) => {
  expect(refusal(await confirm(parts))).toEqual([status, code])
  expect(await proposed()).not.toBeNull()
  expect(await acts()).toEqual([])
})

test('finance reads and does not confirm; support sees nothing', async () => {
  expect((await state(finance)).source.proposed.rate).toBe('1450.00')
  expect(refusal(await confirm({}, finance))).toEqual([403, 'PERMISSION_DENIED'])
  expect(refusal(await cs.get(path))).toEqual([403, 'PERMISSION_DENIED'])
  expect(refusal(await confirm({}, cs))).toEqual([403, 'PERMISSION_DENIED'])
})

test('the rate of several sites is confirmed by nobody who does not work at all of them', async () => {
  const sitesOf = (username: string, sites: string) =>
    server.database.run(
      `update staff set site_ids = '${sites}'
        where member_id = (select id from member where site_id = 1 and username = '${username}')`,
    )
  await sitesOf('operator', '{1}')
  expect(refusal(await confirm())).toEqual([403, 'PERMISSION_DENIED'])
  expect((await state()).otherSites).toHaveLength(3)
  await sitesOf('operator', '{1,15,25,33}')
  const superUser = await staff(server, 'admin')
  expect((await state(superUser)).otherSites).toEqual([])
  expect(refusal(await confirm({ rate: '1450.01' }, superUser))).toEqual([409, 'STALE_VERSION'])
  await sitesOf('admin', '{1,15}')
  expect(refusal(await confirm({ rate: '1450.01' }, superUser))).toEqual([403, 'PERMISSION_DENIED'])
  await sitesOf('admin', '{1,15,25,33}')
  expect(await proposed()).not.toBeNull()
})

test('a rate that another one replaced cannot be confirmed any more', async () => {
  stated = { ...stated, rate: '1460.00' }
  for (const ask of asks.splice(0)) ask()
  await expect.poll(async () => (await proposed()).rate).toBe('1460.00')
  const late = await confirm()
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params).toMatchObject({
    newer: expect.stringContaining('확인할 환율: 1460'),
    newerEn: expect.stringContaining('Rate to confirm: 1460'),
  })
  expect(await fixings()).toEqual([])
})

test('of two operators at once one confirms: the session is fixed at the rate, once, and the log says by whom', async () => {
  const both = await Promise.all([confirm({ rate: '1460.00' }), confirm({ rate: '1460.00' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await state()).toMatchObject({ now: { rate: '1460.00', source: 'bank' }, source: { proposed: null } })
  await expect.poll(fixings).toEqual([{ rate: 146_000, source: 'bank' }])
  expect(await acts()).toEqual([
    {
      staff_id: expect.anything(),
      reason: '한국은행 고시를 확인했습니다',
      changes: [
        {
          table: 'fixing',
          row: 'USDKRW',
          before: { rate: '1398.20', date: dayOf(Date.now() - dayMs), source: 'bank' },
          after: { rate: '1460.00', date: today, source: 'bank' },
        },
      ],
    },
  ])
  const listed = (await operator.get(`${path}/fixing`)).body
  expect(listed.content).toEqual([
    {
      tradingDay: expect.any(String),
      rate: '1460.00',
      source: 'bank',
      sourceTs: expect.any(Number),
      at: expect.any(Number),
    },
  ])
  const file = await operator.get(`${path}/fixing.csv`)
  expect(file.body).toContain('1460.00')
})

test('the same call sent twice is answered as it was, and a restart knows the confirmed rate', async () => {
  expect(kept).toEqual({ rate: 146_000, source: 'bank', date: today })
  await server.close(true)
  server = await startTestServer({ rates: officialRate(), database: server.database })
  operator = await staff(server, 'operator2')
  await expect.poll(async () => (await state()).now?.rate).toBe('1460.00')
  expect(await proposed()).toBeNull()
  expect(await fixings()).toHaveLength(1)
})

test('an answer that cannot be used is told with its time', async () => {
  stated = { ...stated, rate: '1,460' }
  for (const ask of asks.splice(0)) ask()
  await expect.poll(async () => (await state()).source.problem).toMatchObject({ text: 'rate is no decimal string' })
  const overview = (await operator.get('/api/console/overview')).body
  expect(overview.health).toContainEqual({ name: 'dollar', problem: 'rate is no decimal string' })
})
