import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { betList, dnwList, fillList, orderList, positionList } from './lists.ts'

const path = '/api/console/member'
const kinds = ['dnw', 'bet', 'order', 'fill', 'position']
/** 00:00 of 2 January 2026 in Korea. */
const second = Date.UTC(2026, 0, 1, 15)
const dayMs = 86_400_000

let server: TestServer
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  cs = await staff(server, 'cs')
  await server.database.run(`
    insert into round (site_id, id, option_id, round_no, open_at, lock_at, start_at, end_at, phase, payout_rate_bp, rule_version,
                       status, buy_point, sell_point, bet_count, feed_states, strike_delay_ms, strike_wait_ms)
    select 1, 800000000 + o.id, o.id, 7, 1, 2, 3, 4, 'SETTLED', 19000, 'x', 1, 0, 0, 0, '{}', 300, 2000 from round_option o where site_id = 1;
    insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index, salt,
                     status, profit)
    select 1, 810000000 + n, 800000000 + o.id, o.id, 1001, case n % 2 when 0 then 'B' else 'S' end, 5000, 19000,
           ${second} + (n - 2) * ${dayMs}, n, '00', n % 4, 0
      from generate_series(1, 4) n, (select id from round_option where site_id = 1 and type = 'R1' order by id limit 1) o;
    insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index, salt,
                     status, profit)
    select 1, 810000005, 800000000 + o.id, o.id, 1001, 'B', 7000, 19000, ${second}, 9, '00', 0, 0
      from round_option o where site_id = 1 and type = 'B1' order by id limit 1`)
  for (const [book, at] of [
    ['futures', 820_000_000],
    ['oversea', 830_000_000],
  ] as const)
    await server.database.run(`
      insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, price, is_reduce_only, is_mark_tp,
                                 is_mark_sl, leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at, closed_at)
      select 1, ${at} + n, '${book}', o.id, 1001, case n when 1 then 'LONG' else 'SHORT' end, 'MARKET', 2, null, false, false, false, 5,
             'ISOLATED', case n when 1 then 'FILLED' else 'CANCELED' end, 0, 0, 0, 'MEMBER', ${second}, ${second}
        from generate_series(1, 2) n, (select min(id) as id from ${book}_option where site_id = 1) o;
      insert into trading_position (site_id, id, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
                                    funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote,
                                    is_warned, owed_close, other_pnl, opened_at, changed_at, closed_at, close_reason)
      select 1, ${at} + 10, '${book}', o.id, 1001, 'LONG', 0, 0, 5, 'ISOLATED', 0, 0, 0, 0, -300, 2, 400, 2, 100, false, 0, 0, ${second},
             ${second + 5}, ${second + 5}, 'LIQUIDATION' from (select min(id) as id from ${book}_option where site_id = 1) o;
      insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
                                realized_pnl, is_close, is_maker, best, book_u, book_ts, fx_rate, trading_day, at)
      select 1, ${at} + 20, '${book}', ${at} + 1, ${at} + 10, o.id, 1001, 'LONG', 'MARKET', 2, 400, 3, -300, true, false, 200, 1, 1,
             130000, '2026-01-02', ${second} from (select min(id) as id from ${book}_option where site_id = 1) o`)
})
afterAll(() => server.close())

const list = async (kind: string, query = '') => (await cs.get(`${path}/1001/${kind}?size=100&${query}`)).body
const idsOf = async (kind: string, query = ''): Promise<number[]> =>
  (await list(kind, query)).content.map(({ id }: { id: number }) => id).filter((id: number) => id >= 800_000_000)

describe('what a member did', () => {
  it('on timed rounds is listed from the newest, and cut by kind, side, state and day', async () => {
    const all = [810_000_005, 810_000_004, 810_000_003, 810_000_002, 810_000_001]
    expect(await idsOf('bet')).toEqual(all)
    expect(await idsOf('bet', 'kind=RENT')).toEqual(all.slice(1))
    expect(await idsOf('bet', 'kind=BINARY')).toEqual([810_000_005])
    expect(await idsOf('bet', 'side=S')).toEqual([810_000_003, 810_000_001])
    expect(await idsOf('bet', 'status=3')).toEqual([810_000_003])
    expect(await idsOf('bet', 'kind=RENT&startDate=2026-01-02&endDate=2026-01-02')).toEqual([810_000_002])
    const [newest] = (await list('bet', 'kind=BINARY')).content
    expect(newest).toMatchObject({ tradeType: 'B1', type: 'B', point: '7000', roundNo: 7, status: 0 })
  })

  it('in both books is listed in the same words, and cut by book, side and state', async () => {
    expect(await idsOf('order')).toEqual([830_000_002, 830_000_001, 820_000_002, 820_000_001])
    expect(await idsOf('order', 'book=futures&status=FILLED')).toEqual([820_000_001])
    expect(await idsOf('order', 'book=oversea&side=SHORT')).toEqual([830_000_002])
    expect(await idsOf('fill', 'book=oversea')).toEqual([830_000_020])
    expect(await idsOf('fill', 'side=SHORT')).toEqual([])
    expect(await idsOf('position', 'status=LIQUIDATED')).toEqual([830_000_010, 820_000_010])
    expect(await idsOf('position', 'status=OPEN')).toEqual([])
    const [oversea, futures] = (await list('position')).content.filter(({ id }: { id: number }) => id >= 800_000_000)
    expect(oversea).toMatchObject({ book: 'oversea', currency: 'KRW', status: 'LIQUIDATED', leverage: null })
    expect(futures).toMatchObject({ book: 'futures', currency: 'USDT', closeReason: 'LIQUIDATION', leverage: 5 })
    const [order] = (await list('order', 'book=oversea&status=FILLED')).content
    expect(order).toMatchObject({
      qty: '2',
      filledQty: '0',
      marketType: 'MARKET',
      stock: expect.stringMatching(/^OV_/),
    })
  })

  it('with money is cut by type, state and day', async () => {
    await server.database.run(`
      insert into dnw (site_id, id, member_id, type, wallet_type, currency, point, fee, won, status, account, counterparty, created_at,
                       flags, approvals, rev, house_account, house_sub, reason, steps, processed_at)
      select 1, 840000000 + n, 1001, case n when 1 then 'D' else 'W' end, 'BINARY', 'KRW', 1000, 0, 1000, 'CANCELED', '', '',
             ${second} + (n - 1) * ${dayMs}, '[]', '[]', 0, '', '', '', '[]', 1 from generate_series(1, 2) n`)
    expect(await idsOf('dnw')).toEqual([840_000_002, 840_000_001])
    expect(await idsOf('dnw', 'type=D&status=CANCELED')).toEqual([840_000_001])
    expect(await idsOf('dnw', 'startDate=2026-01-03')).toEqual(expect.arrayContaining([840_000_002]))
    expect(await idsOf('dnw', 'endDate=2026-01-02')).toEqual([840_000_001])
  })

  it('is refused where the question makes no sense, and of members of another site and of staff', async () => {
    for (const kind of kinds) {
      for (const query of ['status=X', 'startDate=2026-02-30', 'startDate=2026-02-02&endDate=2026-02-01', 'page=100']) {
        if (kind === 'fill' && query === 'status=X') continue
        expect([kind, query, (await list(kind, query)).code]).toEqual([kind, query, 'INVALID_REQUEST'])
      }
      const [own] = await server.database.run(`select id from member where site_id = 1 and username = 'cs'`)
      for (const id of [own!['id'], 999_999])
        expect([kind, (await cs.get(`${path}/${id}/${kind}`)).body.code]).toEqual([kind, 'USER_NOT_FOUND'])
    }
  })

  it('is found along the indexes by which his own pages read, however much others did', async () => {
    await server.database.run(`
      insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index, salt,
                       status, profit)
      select 1, 900000000 + n, 900000000 + n / 100, 1, 60000 + n % 200, 'B', 5000, 19000, n, n % 100, '00', 1, 0
        from generate_series(1, 20000) n;
      insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, price, is_reduce_only, is_mark_tp,
                                 is_mark_sl, leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at, closed_at)
      select 1, 900000000 + n, 'futures', 1, 60000 + n % 200, 'LONG', 'MARKET', 2, null, false, false, false, 5, 'ISOLATED', 'FILLED', 0,
             0, 0, 'MEMBER', n, n from generate_series(1, 20000) n;
      insert into trading_position (site_id, id, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
                                    funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote,
                                    is_warned, owed_close, other_pnl, opened_at, changed_at, closed_at, close_reason)
      select 1, 900000000 + n, 'futures', 1, 60000 + n % 200, 'LONG', 0, 0, 5, 'ISOLATED', 0, 0, 0, 0, 0, 2, 400, 2, 100, false, 0, 0, n, n, n,
             'MEMBER' from generate_series(1, 20000) n;
      insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
                                realized_pnl, is_close, is_maker, best, book_u, book_ts, at)
      select 1, 900000000 + n, 'futures', 900000000 + n, 900000000 + n, 1, 60000 + n % 200, 'LONG', 'MARKET', 2, 400, 3, 0, false, false,
             200, 1, 1, n from generate_series(1, 20000) n;
      insert into dnw (site_id, id, member_id, type, wallet_type, currency, point, fee, won, status, account, counterparty, created_at,
                       flags, approvals, rev, house_account, house_sub, reason, steps, processed_at)
      select 1, 900000000 + n, 60000 + n % 200, 'D', 'BINARY', 'KRW', 1000, 0, 1000, 'COMPLETED', '', '', n, '[]', '[]', 0, '', '', '', '[]', n
        from generate_series(1, 20000) n`)
    await server.database.run('analyze round, bet, trading_order, trading_position, trading_fill, dnw')
    const whose = { siteId: 1, memberId: 60_007, from: 0, to: Number.MAX_SAFE_INTEGER }
    const none = () => {
      throw new Error('nothing is shown')
    }
    const options = { futures: none, oversea: none }
    const lists = {
      bet_member: betList(whose, { status: '3' }, null, none),
      trading_order_member: orderList(whose, { book: 'futures', status: 'CANCELED' }, options),
      trading_position_member: positionList(whose, { side: 'SHORT' }, options, new Map()),
      trading_fill_member: fillList(whose, { book: 'futures', side: 'SHORT' }, options),
      dnw_member: dnwList(whose, { type: 'W' }),
    }
    for (const [index, { source, where, order, values }] of Object.entries(lists)) {
      const text = `explain select * from ${source} where ${where} order by ${order} limit 100`
      const plan = JSON.stringify(await server.deps.db.tenant(1, (tx) => tx.query(text, values)))
      expect([index, plan]).toEqual([index, expect.stringContaining(index)])
      expect([index, plan]).toEqual([index, expect.not.stringContaining('Seq Scan')])
    }
  })
})
