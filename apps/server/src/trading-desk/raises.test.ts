import type { ConfigRow, OverseaOrder, OverseaPosition } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookCalls } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'

// Numbers of overseas futures that are raised under open positions.

const reason = '변동성이 커졌습니다'
const eur = 1
const market = { overseaOptionId: eur, tradeType: 'LONG', marketType: 'MARKET', count: 30 }
type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let operator: Person
let operator2: Person
beforeAll(async () => {
  server = await startTestServer({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
  operator = await staff(server, 'operator')
  operator2 = await staff(server, 'operator2')
  server.feed.setPrice('EURUSD', 110_000)
  server.feed.setBook('EURUSD', { bid: 109_990, ask: 110_010, mark: 110_000 })
  server.feed.trade('EURUSD', 110_000)
})
afterAll(() => server.close())

const { openPositions, done, closedOrder } = bookCalls<OverseaOrder, OverseaPosition>('oversea', () => server)
const item = async (scope: ConfigRow['scope'], optionId: number | null, changes: object) => {
  const { rows } = (await operator.get('/api/console/option')).body as { rows: ConfigRow[] }
  const { version } = rows.find((row) => row.scope === scope && row.optionId === optionId)!
  return { scope, optionId, changes, version }
}
/** Whom a change would cut; a busy machine asks to try again. */
const dryRun = (wanted: object): Promise<{ username: string }[]> =>
  until('a dry run', async () => {
    const { status, body } = await operator.post('/api/console/option/dry-run', { items: [wanted] })
    if (status !== 503) expect(status).toBe(200)
    return body.cut
  })
const change = async (wanted: object) => {
  const { approvalId } = (await operator.post('/api/console/option', { items: [wanted], reason })).body
  expect((await operator2.post(`/api/console/approvals/${approvalId}/approve`, { reason })).status).toBe(200)
}
const titles = async (token: string) =>
  ((await server.call('/api/message/list', { token })).body as { title: string }[]).map(({ title }) => title)

it('C: a raise names in its dry run whom the last hour would have cut, spares who holds something for a day, and tells him', async () => {
  const [holder, other] = [await server.login('demo4'), await server.login('demo5')]
  const token = holder.accessToken
  const { id } = await done('order', token, { ...market, count: 5 })
  expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED' })
  const [before] = await openPositions(token)
  // 1.5 % within an hour cost five contracts some 1.4 million won of ten.
  const minute = Math.floor(server.deps.clocks.domain.now() / 60_000) * 60_000 - 120_000
  await server.database.run(
    `insert into candle (instrument, interval, open_time, open, high, low, close, volume)
     values ('EURUSD', '1m', ${minute}, 110000, 111600, 109950, 110000, 1)
     on conflict (instrument, interval, open_time) do update set high = excluded.high, low = excluded.low`,
  )
  const harmless = await item('oversea', eur, { margin: '4000001' })
  expect(await dryRun(harmless)).toEqual([])
  const wanted = await item('oversea', eur, { margin: '80000000' })
  expect(await dryRun(wanted)).toMatchObject([{ username: 'demo4' }])

  await change(await item('oversea', eur, { margin: '8000000' }))
  await until('the message', async () => (await titles(token)).includes('해외선물 증거금 인상'))
  expect(await titles(other.accessToken)).not.toContain('해외선물 증거금 인상')
  expect((await openPositions(token))[0]).toMatchObject({ margin: before!.margin })
  await server.close(true)
  server = await startTestServer({ database: server.database, env: { CLOCK_START: '2026-11-18T13:00:00+09:00' } })
  const again = (await server.login('demo4')).accessToken
  expect((await openPositions(again))[0]).toMatchObject({ margin: before!.margin })
  await server.close(true)
  server = await startTestServer({ database: server.database, env: { CLOCK_START: '2026-11-19T13:00:00+09:00' } })
  const later = (await server.login('demo4')).accessToken
  await until(
    'the raise holds',
    async () => Number((await openPositions(later))[0]?.margin) === 2 * Number(before!.margin),
  )
})
