import { byMember, type Command, type createCore } from '@maru/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse } from '../../test/older-house.ts'

const start = Date.UTC(2026, 0, 5, 3, 0, 0)
const olderVersion = 130
const betKey = '0f5cf4b0-7f3b-4c37-9a53-1f0a63b4f001'
const orderKey = '0f5cf4b0-7f3b-4c37-9a53-1f0a63b4f002'

/** What a house of that version had when it was stopped. */
const rows = `
  insert into site (id, code, name, flags) values (1, 'one', 'one', '111111');
  insert into site_config values (1, 300000000, 'KRW');
  insert into core_lease (name, epoch, seq, holder) values ('rounds', 7, 2, 'before');
  insert into journal_batch values (6, 40, ${start - 90_000}, 1, 3), (7, 1, ${start - 2_000}, 1, 9), (7, 2, ${start - 1_000}, 1, 5);
  insert into member_state (site_id, member_id, status) values (1, 7, 'ACTIVE');
  insert into wallet values (1, 7, 'BINARY', 'KRW', 900000, 0), (1, 7, 'FUTURES', 'USDT', 1000000000000, 12500000000);
  insert into house_account values (1, 'PROVIDER_CLEARING', 'KRW', -900000), (1, 'PROVIDER_CLEARING', 'USDT', -1000000000000);
  insert into futures_option (site_id, id, stock, instrument, ko_name, precision, tick_units, qty_precision, step_units, min_qty,
      min_notional, is_play, is_stop, maker_ppm, taker_ppm, liquidation_ppm, price_band_ppm, slip_ppm, close_slip_ppm,
      exec_delay_ms, max_open_orders, max_funding, default_leverage, brackets)
    values (1, 1, 'CR_BTCUSDTPERP', 'BTCUSDT', '비트코인', 1, 1, 3, 1, 1, 500000000, true, false, 400, 400, 5000, 100000, 10000,
      50000, 150, 50, 1000000, 10, '[{"notionalCap": "100000000000000", "maxLeverage": 20, "mmrPpm": 10000, "cum": "0"}]');
  insert into futures_setting values (1, 7, 1, 20, 'ISOLATED');
  insert into trading_position (site_id, id, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
      funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote, is_warned, opened_at)
    values (1, 901, 'futures', 1, 7, 'LONG', 10, 60000000000, 20, 'ISOLATED', 6500000000, 6000000000, -5, 24000000, 0, 10,
      60000000000, 0, 0, false, ${start - 9_000_000});
  insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, price, is_reduce_only, is_mark_tp,
      is_mark_sl, leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at)
    values (1, 902, 'futures', 1, 7, 'LONG', 'LIMIT', 10, 590000, false, false, false, 20, 'ISOLATED', 'NEW', 0, 0, 0, 'MEMBER',
      ${start - 60_000});
  insert into funding values ('BTCUSDT', ${start - 7_200_000}, 10000, 600000, 6000000000), ('BTCUSDT', ${start - 3_600_000}, 0, 600000, 6000000000);
  insert into fixing values ('2026-01-04', 139000, 'test', 1, 2), ('2026-01-05', 140000, 'test', 3, 4);
  insert into stored_reply values
    (1, 7, '${betKey}', 'POST /api/trade/history/betting', 'h1', 409, '{"code":"BET_TOO_SOON","params":{}}', ${start - 2_000}),
    (1, 7, '${orderKey}', 'POST /api/futures/order', 'h2', 200, '{"id":902}', ${start - 60_000});`

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(olderVersion)
})
afterEach(() => house.drop())
const query = (text: string) => house.query(text)

test('a house of before is migrated and goes on: positions, orders, fundings and fixings are there, and keys repeat their replies', async () => {
  await query(rows)
  await house.migrate()
  let running!: ReturnType<typeof createCore>
  const { runner, stop } = await house.start(start, (core) => {
    running = core
  })
  try {
    // The lease goes on where it was, so that clients see a new epoch.
    expect(runner.epoch).toBeGreaterThan(7)
    const of = { siteId: 1, memberId: 7, optionId: 1 }
    const { value: wallets } = await runner.reads.ask('members.wallets', of)
    expect(wallets).toMatchObject([{ posted: 900_000n }, { posted: 1_000_000_000_000n }])
    const { value: open } = await runner.reads.ask('futures.open', of)
    expect(open.positions).toMatchObject([{ row: { id: 901, qty: 10, fundingIndex: 6_000_000_000n } }])
    expect(open.orders).toMatchObject([{ id: 902, qty: 10, price: 590_000 }])
    const { value: setting } = await runner.reads.ask('futures.setting', of)
    expect(setting).toEqual({ leverage: 20, marginType: 'ISOLATED' })
    const { fundings, fixings, lastBatchAt } = running.snapshot()
    expect(fundings).toMatchObject([{ siteGroup: 'main', at: start - 3_600_000, index: 6_000_000_000n }])
    expect(fixings).toMatchObject([{ siteGroup: 'main', tradingDay: '2026-01-05', rate: 140_000 }])
    expect(lastBatchAt).toBeGreaterThanOrEqual(start)

    const by = (key: string, route: string, bodyHash: string) =>
      byMember({ siteId: 1, memberId: 7 }, { key, route, bodyHash })
    const bet = { kind: 'placeBet', tradeRoundId: 1, side: 'B', point: 5_000n, salt: 's' } as const
    const again: Command = { ...bet, ...by(betKey, 'POST /api/trade/history/betting', 'h1') }
    expect(await runner.submit(again)).toMatchObject({ status: 409, body: { code: 'BET_TOO_SOON', params: {} } })
    const other: Command = { ...bet, ...by(orderKey, 'POST /api/trade/history/betting', 'h1') }
    expect(await runner.submit(other)).toMatchObject({ body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await runner.storedReply(1, 7, orderKey)).toMatchObject({ status: 200, body: { id: 902 } })

    // What is open can be ended under a new key, and that is written.
    const cancel = by('0f5cf4b0-7f3b-4c37-9a53-1f0a63b4f003', 'POST /api/futures/order/cancel', 'h3')
    expect(await runner.submit({ kind: 'cancelOrder', ...cancel, book: 'futures', id: 902 })).toMatchObject({
      status: 200,
      body: { status: 'CANCELED' },
    })
    expect(await query('select status from trading_order')).toEqual([{ status: 'CANCELED' }])
    expect(await query('select actor_kind, actor_id, key from stored_reply order by key')).toMatchObject([
      { actor_kind: 'member', actor_id: '7', key: betKey },
      { key: orderKey },
      { actor_kind: 'member', actor_id: '7' },
    ])
  } finally {
    await stop()
  }
})

test('a process of before that still runs cannot write into the migrated database', async () => {
  await query(rows)
  await house.migrate()
  await expect(query(`select maru_next_batch('rounds', 7, 3)`)).rejects.toThrow('does not follow')
  await expect(
    query('insert into journal_batch (epoch, seq, at, commands, row_effects) values (8, 1, 1, 0, 0)'),
  ).rejects.toThrow('site_group')
})
