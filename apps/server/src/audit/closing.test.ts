import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { closeDays } from './closing.ts'
import { findBreaks } from './find-breaks.ts'
import type { Scope } from './sums.ts'

const signal = new AbortController().signal
const hourMs = 3_600_000
/** 00:00 KST of 5 January 2026. */
const midnight = Date.UTC(2026, 0, 4, 15)

let database: TestDatabase
let id: number
beforeEach(async () => {
  database = await testDatabase()
  id = 0
})
afterEach(() => database.drop())

const run = (text: string) => database.run(text)
const audit = (scope: Scope) => findBreaks(database.db, signal, scope)
const close = () => closeDays(database.db, signal)
const sums = () =>
  run(`select site_id::int as site, account, member_id::int as member, day::text, sum::int, is_first as first
       from closing_sum order by day, 1, 2, 3`)
const days = () =>
  run(
    'select site_id::int as site, day::text, cut_at::text, postings::int from closing_day order by closing_day.day, 1',
  )

/** Grants a member points, as the ledger would have it. */
async function grant(member: number, amount: number, at: number, site = 1): Promise<void> {
  const txn = ++id
  await run(`
    insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at) values
      (${site}, ${++id}, ${txn}, 'MEMBER', ${member}, 'BINARY', 'KRW', ${amount}, 'DEMO_GRANT', ${at}),
      (${site}, ${++id}, ${txn}, 'PROVIDER_CLEARING', null, null, 'KRW', ${-amount}, 'DEMO_GRANT', ${at});
    insert into wallet values (${site}, ${member}, 'BINARY', 'KRW', ${amount}, 0)
      on conflict (site_id, member_id, type, currency) do update set posted = wallet.posted + excluded.posted;
    insert into house_account values (${site}, 'PROVIDER_CLEARING', 'KRW', ${-amount})
      on conflict (site_id, account, sub, currency) do update set balance = house_account.balance + excluded.balance`)
}

/** The house has written everything up to this time of its clock. */
const writtenUpTo = (at: number) =>
  run(`insert into journal_batch (site_group, epoch, seq, at, commands, row_effects)
       values ('main', 1, (select count(*) + 1 from journal_batch), ${at}, 0, 0)`)

test('a day is closed once it is over: each account that moved gets its sum, and the site the day', async () => {
  await grant(7, 100, midnight - 25 * hourMs)
  await grant(7, 20, midnight - 1)
  await grant(8, 5, midnight - 1)
  await grant(7, 3, midnight)
  await writtenUpTo(midnight + 59_999)
  // The day before is over; of the last one something may still be on its way.
  expect(await close()).toBe(2)
  await writtenUpTo(midnight + 60_000)
  expect(await close()).toBe(3)
  expect(await close()).toBe(0)
  expect(await sums()).toEqual([
    { site: 1, account: 'MEMBER', member: 7, day: '2026-01-03', sum: 100, first: true },
    { site: 1, account: 'PROVIDER_CLEARING', member: 0, day: '2026-01-03', sum: -100, first: true },
    { site: 1, account: 'MEMBER', member: 7, day: '2026-01-04', sum: 120, first: false },
    { site: 1, account: 'MEMBER', member: 8, day: '2026-01-04', sum: 5, first: true },
    { site: 1, account: 'PROVIDER_CLEARING', member: 0, day: '2026-01-04', sum: -125, first: false },
  ])
  expect(await days()).toEqual([
    { site: 1, day: '2026-01-03', cut_at: String(midnight - 24 * hourMs), postings: 2 },
    { site: 1, day: '2026-01-04', cut_at: String(midnight), postings: 4 },
  ])
  expect(await audit('full')).toEqual([])
})

test('days that passed without a close are closed one by one, and one without a movement is closed too', async () => {
  await grant(7, 100, midnight - 49 * hourMs)
  await grant(7, 20, midnight - 25 * hourMs)
  await writtenUpTo(midnight + hourMs)
  expect(await close()).toBe(4)
  expect((await days()).map(({ day, postings }) => [day, postings])).toEqual([
    ['2026-01-02', 2],
    ['2026-01-03', 2],
    ['2026-01-04', 0],
  ])
  expect((await sums()).filter(({ member }) => member === 7).map(({ sum }) => sum)).toEqual([100, 120])
})

test('with closing sums an audit reads what came after them only, and finds every break in it', async () => {
  await grant(7, 100, midnight - hourMs)
  await grant(9, 100, midnight - hourMs, 2)
  await writtenUpTo(midnight + hourMs)
  await close()
  await grant(7, 11, midnight + hourMs)
  await grant(8, 12, midnight + hourMs)
  expect(await audit('since-closing')).toEqual([])

  // Before the closing: only who reads everything sees it.
  await run(`update posting set amount = amount + 1 where at < ${midnight} and account = 'MEMBER' and site_id = 1`)
  expect(await audit('since-closing')).toEqual([])
  expect((await audit('full')).map(({ rule, sites }) => [rule, sites])).toEqual([
    ['transaction-sums-to-zero', [1]],
    ['wallet-is-sum-of-postings', [1]],
    ['closing-sum-is-sum-of-postings', [1]],
  ])
  await run(`update posting set amount = amount - 1 where at < ${midnight} and account = 'MEMBER' and site_id = 1`)

  for (const [text, rules] of [
    ['update wallet set posted = posted + 1 where member_id = 9', ['wallet-is-sum-of-postings']],
    ['delete from wallet where member_id = 9', ['wallet-is-sum-of-postings']],
    ['update house_account set balance = 0 where site_id = 2', ['house-account-is-sum-of-postings']],
    ['update closing_sum set sum = sum + 1 where member_id = 9', ['wallet-is-sum-of-postings']],
    ["delete from closing_sum where account <> 'MEMBER' and site_id = 1", ['house-account-is-sum-of-postings']],
    [
      `update posting set amount = amount + 1 where at > ${midnight} and member_id = 8`,
      ['transaction-sums-to-zero', 'wallet-is-sum-of-postings'],
    ],
    ["insert into wallet values (25, 1, 'BINARY', 'KRW', 1, 0)", ['wallet-is-sum-of-postings']],
  ] as const) {
    const kept = ['wallet', 'house_account', 'posting', 'closing_sum']
    await run(kept.map((table) => `create table kept_${table} as table ${table}`).join(';'))
    await run(text)
    expect(
      (await audit('since-closing')).map(({ rule }) => rule),
      text,
    ).toEqual(rules)
    await run(`truncate ${kept.join()}`)
    await run(kept.map((table) => `insert into ${table} table kept_${table}; drop table kept_${table}`).join(';'))
  }
})

/** An order of 4 that is filled: it opens a position without margin, or closes the one of `reduces`. */
async function order(name: number, at: number, reduces: number | null = null): Promise<void> {
  const [side, position] = reduces === null ? ['LONG', name + 1] : ['SHORT', reduces]
  await run(`
    insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, is_reduce_only, is_mark_tp, is_mark_sl,
      leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at, closed_at) values
      (1, ${name}, 'futures', 1, 7, '${side}', 'MARKET', 4, false, false, false, 10, 'CROSS', 'FILLED', 4, 400, 0, 'MEMBER', ${at}, ${at});
    insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
      realized_pnl, is_close, is_maker, best, book_u, book_ts, at) values
      (1, ${name + 2}, 'futures', ${name}, ${position}, 1, 7, '${side}', 'MARKET', 4, 400, 0, 0, ${reduces !== null}, false, 1, 1, 0, ${at})`)
  if (reduces === null) {
    await run(`
      insert into trading_position (site_id, id, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
        funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote, is_warned, owed_close, other_pnl, opened_at, changed_at) values
        (1, ${position}, 'futures', ${name}, 7, 'LONG', 4, 400, 10, 'ISOLATED', 0, 0, 0, 0, 0, 4, 400, 0, 0, false, 0, 0, ${at}, ${at})`)
  } else await run(`update trading_position set qty = 0, entry_quote = 0, closed_at = ${at} where id = ${reduces}`)
}

test('with closing sums the fills of orders and positions that began after them are added up, and those of older ones daily', async () => {
  await grant(7, 100, midnight - hourMs)
  await run("insert into wallet values (1, 7, 'FUTURES', 'USDT', 0, 0)")
  await order(1_000, midnight - hourMs)
  await order(1_100, midnight - hourMs)
  await writtenUpTo(midnight + hourMs)
  const broken = async (scope: Scope) => (await audit(scope)).map(({ rule }) => rule)
  expect(await close()).toBe(2)
  await order(2_000, midnight + hourMs)
  await order(2_100, midnight + hourMs, 1_001)
  expect([await broken('since-closing'), await broken('full')]).toEqual([[], []])
  for (const [text, hourly, daily] of [
    ['update trading_order set filled_qty = filled_qty - 1 where id = 2000', ['fills-add-up-to-orders'], []],
    ['update trading_position set realized_pnl = 1 where id = 2001', ['fills-add-up-to-positions'], []],
    ['delete from trading_order where id = 2100', ['fills-add-up-to-orders'], []],
    ['delete from trading_fill where id = 2002', ['fills-add-up-to-orders', 'fills-add-up-to-positions'], []],
    ['update trading_order set filled_qty = filled_qty - 1 where id = 1100', [], ['fills-add-up-to-orders']],
    ['delete from trading_position where id = 1101', [], ['fills-add-up-to-positions']],
  ] as const) {
    const kept = ['trading_order', 'trading_position', 'trading_fill']
    await run(kept.map((table) => `create table kept_${table} as table ${table}`).join(';'))
    await run(text)
    expect(await broken('since-closing'), text).toEqual(hourly)
    expect(await broken('full'), text).toEqual([...hourly, ...daily])
    await run(`truncate ${kept.join()}`)
    await run(kept.map((table) => `insert into ${table} table kept_${table}; drop table kept_${table}`).join(';'))
  }
})

test('a site that does not balance is not closed, and the others are', async () => {
  await grant(7, 100, midnight - hourMs)
  await grant(9, 100, midnight - hourMs, 2)
  await run('update wallet set posted = posted + 1 where site_id = 2')
  await writtenUpTo(midnight + hourMs)
  expect(await close()).toBe(2)
  expect((await days()).map(({ site }) => site)).toEqual([1])
  await run('update wallet set posted = posted - 1 where site_id = 2')
  expect(await close()).toBe(2)
  expect(await audit('since-closing')).toEqual([])
})

test('a site is closed once the core of its own group is past the day', async () => {
  await grant(7, 100, midnight - hourMs)
  await grant(9, 100, midnight - hourMs, 2)
  await run("insert into site (id, code, name, flags, site_group) values (2, 'two', 'two', '111111', 'late')")
  await writtenUpTo(midnight + hourMs)
  await run(
    `insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('late', 1, 1, ${midnight}, 0, 0)`,
  )
  await close()
  const newest = async () =>
    await run('select site_id::int as site, max(day)::text as day from closing_day group by 1 order by 1')
  expect(await newest()).toEqual([
    { site: 1, day: '2026-01-04' },
    { site: 2, day: '2026-01-03' },
  ])
  await run(
    `insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('late', 1, 2, ${midnight + hourMs}, 0, 0)`,
  )
  await close()
  expect((await newest())[1]).toEqual({ site: 2, day: '2026-01-04' })
  expect(await audit('full')).toEqual([])
})

test('what is closed stays: the core may add closing sums, and neither change nor delete them', async () => {
  await grant(7, 100, midnight - hourMs)
  await writtenUpTo(midnight + hourMs)
  await close()
  for (const table of ['closing_sum', 'closing_day']) {
    for (const text of [`update ${table} set day = day`, `delete from ${table}`]) {
      await expect(
        database.db.system((tx) => tx.query(text)),
        text,
      ).rejects.toThrow(/permission denied/)
    }
  }
})
