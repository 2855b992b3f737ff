import type { HouseResult } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

const path = '/api/console/house_result'
/** 23:59 of 2 January 2026 in Korea. */
const late = Date.parse('2026-01-02T23:59:00+09:00')
const hour = Math.floor(late / 3_600_000) * 3_600_000
const days = 'startDate=2026-01-02&endDate=2026-01-02'

let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  finance = await staff(server, 'finance')
  await server.database.run(`
    insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
                              realized_pnl, is_close, is_maker, best, book_u, book_ts, fx_rate, trading_day, at)
    select 1, 880000000 + n, 'oversea', 1, 1, o.id, 1001, 'LONG', 'MARKET', 2, 400, 30, -1000, true, false, 200, 1, 1, 130000,
           '2026-01-02', ${late} + (n - 1) * 60000 from generate_series(1, 2) n, (select min(id) as id from oversea_option where site_id = 1) o;
    insert into house_hour values (1, ${hour}, 'PNL_OVERSEA', 'KRW', 1000), (1, ${hour}, 'FEE_OVERSEA', 'KRW', 30),
      (1, ${hour}, 'FUNDING', 'KRW', 250)`)
})
afterAll(() => server.close())

const rows = async (query: string): Promise<HouseResult[]> => (await finance.get(`${path}?${query}`)).body.content

it('the house result stands by day, site, line and instrument; a line adds up to the ledger', async () => {
  const [instrument, rest, ...others] = await rows(days)
  expect(others).toEqual([])
  expect(instrument).toMatchObject({ day: '2026-01-02', line: 'OVERSEA', currency: 'KRW', result: '1000', fees: '30' })
  expect(instrument!.instrument).not.toBe('')
  expect(rest).toMatchObject({ day: '2026-01-02', line: 'OVERSEA', instrument: '', result: '250', fees: '0' })
  expect(await rows(`${days}&q=${encodeURIComponent(instrument!.instrument)}`)).toEqual([instrument])
})

it('is a file too, covers 92 days at most, and is read by who may read results', async () => {
  const file = await fetch(`${server.url}${path}.csv?siteInfoId=1&${days}`, {
    headers: { authorization: `Bearer ${finance.token}` },
  })
  expect((await file.text()).split('\r\n')).toHaveLength(4)
  expect(refusal(await finance.get(`${path}?startDate=2025-01-01&endDate=2026-01-02`))).toEqual([
    400,
    'INVALID_REQUEST',
  ])
  expect(refusal(await (await staff(server, 'cs')).get(path))).toEqual([403, 'PERMISSION_DENIED'])
})
