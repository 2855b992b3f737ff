import { ExposureTrend, type FuturesOrder, type FuturesPosition, HouseTrend } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let operator: Person
let finance: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  operator = await staff(server, 'operator')
  finance = await staff(server, 'finance')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const trend = async (days = '1', by = operator, site = 1) =>
  HouseTrend.parse((await by.get(`/api/console/overview/trend?days=${days}`, site)).body)
const sum = (values: readonly number[] | null) => (values ?? []).reduce((all, one) => all + one, 0)
/** What the house's accounts came to by the journal itself, in minor units. */
const posted = async (accounts: string) => {
  const [row] = await server.database.run(
    `select coalesce(sum(amount), 0)::text as sum from posting where site_id = 1 and member_id is null and currency = 'USDT' and account ${accounts}`,
  )
  return BigInt(String(row?.['sum']))
}
const minor = (decimal: string) => BigInt(Math.round(Number(decimal) * 1e8))
const { done, openPositions } = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)

async function price(units: number) {
  server.feed.setPrice('BTCUSDT', units)
  server.feed.setBook('BTCUSDT', { bid: units - 1, ask: units + 1, mark: units })
  server.feed.trade('BTCUSDT', units)
}

it('a site without a trade has earned nothing in any hour', async () => {
  const empty = await trend()
  expect(empty.lines.map(({ line, currency, result, fees }) => [line, currency, Number(result), Number(fees)])).toEqual(
    [
      ['ROUND', 'KRW', 0, 0],
      ['FUTURES', 'USDT', 0, 0],
      ['OVERSEA', 'KRW', 0, 0],
    ],
  )
  expect(empty.lines.map(({ won }) => won && sum(won))).toEqual([
    0,
    expect.toSatisfy((won) => won === null || won === 0),
    0,
  ])
  expect(empty.flows).toHaveLength(24)
  // It begins at midnight in Korea.
  expect((empty.from + 9 * 3_600_000) % 86_400_000).toBe(0)
})

it('what a member loses is what the house earns, in the hour in which it was posted; the fees stand beside it', async () => {
  await price(600_000)
  await until('a live price', async () => {
    const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
    return (await server.call('/api/futures/order', { token: member.token, key: true, body })).status === 200
  })
  await until('a position', async () => (await openPositions(member.token)).length > 0)
  const held = await trend()
  expect(held.net.at(-1)!.won).toBeGreaterThan(0)
  await price(590_000)
  await done('order', member.token, { futuresOptionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.1' })
  await until('no position', async () => (await openPositions(member.token)).length === 0)
  const { lines, from } = await trend()
  const futures = lines.find(({ line }) => line === 'FUTURES')!
  expect(minor(futures.result)).toBe(await posted("in ('PNL_FUTURES', 'FUNDING')"))
  expect(minor(futures.fees)).toBe(await posted("like 'FEE_%'"))
  expect(minor(futures.result)).toBeGreaterThan(0n)
  expect(minor(futures.fees)).toBeGreaterThan(0n)
  const hour = Math.floor((server.deps.clocks.domain.now() - from) / 3_600_000)
  expect(futures.won?.flatMap((won, at) => (won === 0 ? [] : [at])) ?? [hour]).toEqual([hour])
})

it('seven days end with today, and a restart counts nothing twice', async () => {
  const today = await trend()
  const week = await trend('7')
  expect(week.from).toBe(today.from - 6 * 86_400_000)
  expect(week.lines.map(({ result }) => result)).toEqual(today.lines.map(({ result }) => result))
  expect(week.flows).toHaveLength(7 * 24)
  await server.close(true)
  server = await startTestServer({ database: server.database })
  operator = await staff(server, 'operator2')
  expect((await trend()).lines).toEqual(today.lines.map((line) => ({ ...line, won: expect.anything() })))
})

it('deposits stand in the hour in which they were completed', async () => {
  finance = await staff(server, 'finance2')
  const before = await trend()
  const asked = await server.call('/api/dnw/deposit/apply', {
    token: member.token,
    key: true,
    body: { walletType: 'BINARY', point: '1000000' },
  })
  const { id } = asked.body
  const rev = async () => (await finance.get(`/api/console/dnw/${id}`)).body.version
  for (const step of ['take', 'approve']) {
    const answer = await finance.post(`/api/console/dnw/${id}/${step}`, { version: await rev(), reason: '확인' })
    expect([step, answer.status]).toEqual([step, 200])
  }
  const flows = (await trend()).flows
  expect(sum(flows.map((flow) => flow.in)) - sum(before.flows.map((flow) => flow.in))).toBe(1_000_000)
})

it('is of those who read results, for their sites', async () => {
  const cs = await staff(server, 'cs')
  expect(refusal(await cs.get('/api/console/overview/trend'))).toEqual([403, 'PERMISSION_DENIED'])
  const admin = await staff(server, 'admin')
  const other = await trend('1', admin, 15)
  expect(other.lines.map(({ result, fees }) => [Number(result), Number(fees)])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
  expect(refusal(await operator.get('/api/console/overview/trend?days=30'))).toEqual([400, 'INVALID_REQUEST'])
})

it('the overview of all sites holds those of the caller alone', async () => {
  const sites = async (by: Person) =>
    (await by.get('/api/console/overview/site')).body as { id: number; deposits: number; todayIn: string }[]
  const all = await sites(operator)
  expect(all.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 15, 25, 33])
  expect(all.find(({ id }) => id === 1)).toMatchObject({ deposits: 0, todayIn: '1000000' })
  await server.database.run(
    `update staff set site_ids = '{1}' where member_id = (select id from member where username = 'operator2')`,
  )
  expect((await sites(operator)).map(({ id }) => id)).toEqual([1])
})

it('each market has its net position and price minute by minute; the insurance fund stands beside', async () => {
  await price(600_000)
  const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  await done('order', member.token, body)
  await until('a position', async () => (await openPositions(member.token)).length > 0)
  const trend = ExposureTrend.parse((await operator.get('/api/console/exposure/trend')).body)
  const own = trend.markets.find(({ line, optionId }) => line === 'FUTURES' && optionId === 1)!
  expect([own.net.length, own.price.length]).toEqual([trend.at.length, trend.at.length])
  expect(own.net.at(-1)).toBeCloseTo(6_000, 0)
  expect(own.price.at(-1)).toBe(60_000)
  const fund = `select balance from house_account where site_id = 1 and account = 'INSURANCE_FUND' and currency = 'USDT'`
  const [row] = await server.database.run(fund)
  expect(trend.insurance.find(({ currency }) => currency === 'USDT')?.amount ?? null).toBe(
    row === undefined ? null : (Number(row['balance']) / 1e8).toFixed(8),
  )
})
