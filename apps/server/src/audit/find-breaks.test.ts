import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type Break, findBreaks } from './find-breaks.ts'
import { brokenSites, noteOutcome, standingBreaks } from './outcome.ts'
import type { Scope } from './sums.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  // Two members were granted points, one of whom has a bet open and one that he won, and a position behind which an order rests.
  await database.run(`
    insert into round_option values
      (1, 11, 'CR_BTCUSDT', 'BTCUSDT', 'x', 'R.5', 1, 'KRW', true, false, 19000, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000);
    insert into wallet values (1, 7, 'BINARY', 'KRW', 14500, 6000), (1, 7, 'FUTURES', 'USDT', 300, 120), (1, 8, 'BINARY', 'KRW', 10000, 0);
    insert into house_account values (1, 'PROVIDER_CLEARING', 'KRW', -20000), (1, 'PROVIDER_CLEARING', 'USDT', -300), (1, 'PNL_ROUND', 'KRW', -4500);
    insert into posting values
      (1, 1, 1, 'MEMBER', 7, 'BINARY', 'KRW', 10000, 'DEMO_GRANT', null, 0), (1, 2, 1, 'PROVIDER_CLEARING', null, null, 'KRW', -10000, 'DEMO_GRANT', null, 0),
      (1, 3, 2, 'MEMBER', 7, 'FUTURES', 'USDT', 300, 'DEMO_GRANT', null, 0), (1, 4, 2, 'PROVIDER_CLEARING', null, null, 'USDT', -300, 'DEMO_GRANT', null, 0),
      (1, 5, 3, 'MEMBER', 8, 'BINARY', 'KRW', 10000, 'DEMO_GRANT', null, 0), (1, 6, 3, 'PROVIDER_CLEARING', null, null, 'KRW', -10000, 'DEMO_GRANT', null, 0),
      (1, 7, 4, 'MEMBER', 7, 'BINARY', 'KRW', 4500, 'ROUND_WIN', 21, 0), (1, 8, 4, 'PNL_ROUND', null, null, 'KRW', -4500, 'ROUND_WIN', 21, 0);
    insert into bet values
      (1, 21, 31, 11, 7, 'B', 5000, 19000, 0, 0, '00', 1, null, null, null, 4500, null, 1),
      (1, 22, 31, 11, 7, 'B', 6000, 19000, 0, 1, '00', 0, null, null, null, 0, null, null);
    insert into trading_position (site_id, id, book, option_id, member_id, side, qty, entry_quote, leverage, margin_type, margin,
      funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote, is_warned, owed_close, other_pnl, opened_at, changed_at) values
      (1, 41, 'futures', 1, 7, 'LONG', 3, 301, 10, 'ISOLATED', 40, 0, 0, 0, 5, 4, 401, 1, 105, false, 0, 0, 0, 0),
      (1, 42, 'futures', 2, 7, 'SHORT', -2, -301, 10, 'CROSS', 0, 0, 0, 0, 0, 2, 301, 0, 0, false, 0, 0, 0, 0);
    insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, price, is_reduce_only, is_mark_tp, is_mark_sl,
      leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at, closed_at) values
      (1, 51, 'futures', 1, 7, 'LONG', 'MARKET', 4, null, false, false, false, 10, 'ISOLATED', 'FILLED', 4, 401, 0, 'MEMBER', 0, 1),
      (1, 52, 'futures', 1, 7, 'SHORT', 'MARKET', 1, null, true, false, false, 10, 'ISOLATED', 'FILLED', 1, 105, 0, 'MEMBER', 0, 1),
      (1, 53, 'futures', 2, 7, 'SHORT', 'MARKET', 2, null, false, false, false, 10, 'CROSS', 'FILLED', 2, 301, 0, 'MEMBER', 0, 1),
      (1, 54, 'futures', 3, 7, 'LONG', 'LIMIT', 5, 9, false, false, false, 10, 'CROSS', 'NEW', 0, 0, 0, 'MEMBER', 0, null);
    insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
      realized_pnl, is_close, is_maker, best, book_u, book_ts, at) values
      (1, 61, 'futures', 51, 41, 1, 7, 'LONG', 'MARKET', 3, 301, 0, 0, false, false, 1, 1, 0, 0),
      (1, 62, 'futures', 51, 41, 1, 7, 'LONG', 'MARKET', 1, 100, 0, 0, false, false, 1, 1, 0, 0),
      (1, 63, 'futures', 52, 41, 1, 7, 'SHORT', 'MARKET', 1, 105, 0, 5, true, false, 1, 1, 0, 0),
      (1, 64, 'futures', 53, 42, 2, 7, 'SHORT', 'MARKET', 2, 301, 0, 0, false, false, 1, 1, 0, 0)`)
})
afterEach(() => database.drop())

const changed = ['wallet', 'house_account', 'posting', 'bet', 'trading_position', 'trading_order', 'trading_fill']
const forAll = (text: (table: string) => string): string => changed.map(text).join('; ')
const signal = new AbortController().signal
const run = (scope: Scope = 'full') => findBreaks(database.db, signal, scope)
const broken = async (scope?: Scope) => (await run(scope)).map(({ rule, count }) => [rule, count])

test('a sound ledger has no break', async () => {
  expect(await run()).toEqual([])
})

test('one unit too much or too little is noticed, wherever it is, and where it is is told', async () => {
  const tampers: readonly (readonly [text: string, rules: readonly string[]])[] = [
    ['update wallet set posted = posted + 1 where member_id = 8', ['wallet-is-sum-of-postings']],
    ["update wallet set posted = posted - 1 where type = 'FUTURES'", ['wallet-is-sum-of-postings']],
    ["delete from wallet where type = 'FUTURES'", ['wallet-is-sum-of-postings', 'reserved-covers-futures-positions']],
    ["insert into wallet values (1, 9, 'BINARY', 'KRW', 1, 0)", ['wallet-is-sum-of-postings']],
    [
      "update house_account set balance = balance + 1 where account = 'PNL_ROUND'",
      ['house-account-is-sum-of-postings'],
    ],
    ["delete from house_account where account = 'PNL_ROUND'", ['house-account-is-sum-of-postings']],
    ['update wallet set reserved = 5999 where member_id = 7', ['reserved-is-sum-of-open-bets']],
    // 40 of the isolated position, 31 of the other: what is above belongs to the order.
    ["update wallet set reserved = 70 where type = 'FUTURES'", ['reserved-covers-futures-positions']],
    [
      "update trading_order set status = 'CANCELED', closed_at = 1 where id = 54",
      ['reserved-covers-futures-positions'],
    ],
    ['update trading_position set margin = 90 where id = 41', ['reserved-covers-futures-positions']],
    ['update trading_order set filled_qty = filled_qty + 1 where id = 52', ['fills-add-up-to-orders']],
    ['update trading_order set filled_quote = filled_quote - 1 where id = 53', ['fills-add-up-to-orders']],
    ['update trading_position set qty = qty + 1 where id = 41', ['fills-add-up-to-positions']],
    ['update trading_position set realized_pnl = 4 where id = 41', ['fills-add-up-to-positions']],
    ['delete from trading_fill where id = 62', ['fills-add-up-to-orders', 'fills-add-up-to-positions']],
    ['update bet set point = point + 1 where status = 0', ['reserved-is-sum-of-open-bets']],
    ['update bet set member_id = 9 where status = 0', ['reserved-is-sum-of-open-bets']],
    [
      "insert into house_account (site_id, account, sub, currency, balance) values (1, 'WITHDRAWAL_PENDING', '', 'KRW', 1)",
      ['house-account-is-sum-of-postings', 'pending-is-sum-of-open-withdrawals'],
    ],
    [
      'update posting set amount = amount + 1 where id = 7',

      ['transaction-sums-to-zero', 'wallet-is-sum-of-postings'],
    ],
    [
      'delete from posting where id = 8',

      ['transaction-sums-to-zero', 'house-account-is-sum-of-postings'],
    ],
  ]
  for (const [text, rules] of tampers) {
    await database.run(forAll((table) => `create table kept_${table} as table ${table}`))
    await database.run(text)
    expect([...new Set((await broken()).map(([rule]) => rule))], text).toEqual(rules)
    await database.run(`truncate ${changed.join()}`)
    await database.run(forAll((table) => `insert into ${table} table kept_${table}; drop table kept_${table}`))
  }
  await database.run('update wallet set posted = posted + 1 where member_id = 8')
  expect(await run()).toEqual([
    {
      rule: 'wallet-is-sum-of-postings',
      count: 1,
      sites: [1],
      counts: { 1: 1 },
      first: [{ site_id: '1', member_id: '8', type: 'BINARY', currency: 'KRW', posted: '10001', sum: '10000' }],
    },
  ])
})

test.each(['full', 'since-closing'] as const)(
  'a bonus wallet holds what open bonuses have left beside what is at stake: %s',
  async (scope) => {
    await database.run(`
    insert into wallet values (1, 8, 'BONUS', 'KRW', 9000, 2000);
    insert into house_account values (1, 'BONUS_EXP', 'KRW', -9000);
    insert into posting values
      (1, 9, 5, 'MEMBER_BONUS', 8, 'BONUS', 'KRW', 9000, 'BONUS', null, 0), (1, 10, 5, 'BONUS_EXP', null, null, 'KRW', -9000, 'BONUS', null, 0);
    insert into bet select 1, 23, 31, 11, 8, 'B', 2000, 19000, 0, 2, '00', 0, null, null, null, 0, null, null;
    update bet set bonus_point = 2000 where id = 23;
    insert into bonus_grant (site_id, id, member_id, point, required, done, cap, converted, state, granted_at, expires_at, closed_at, remainder)
    values (1, 71, 8, 5000, 1, 0, 1, 0, 'OPEN', 0, 1, null, 3000), (1, 72, 8, 4000, 1, 0, 1, 0, 'OPEN', 0, 1, null, 4000)`)
    const bonuses = async () => (await broken(scope)).filter(([rule]) => rule === 'bonus-is-sum-of-remainders')
    expect(await bonuses()).toEqual([])
    await database.run('update bonus_grant set remainder = 3999 where id = 72')
    expect(await bonuses()).toEqual([['bonus-is-sum-of-remainders', 1]])
    await database.run("update bonus_grant set state = 'SPENT', closed_at = 1, remainder = 0")
    expect(await bonuses()).toEqual([['bonus-is-sum-of-remainders', 1]])
  },
)

test('what followers set aside, what traders are owed and what copies came to agree, to the last unit', async () => {
  // Member 8 follows member 7: one copy is open, one came to 200, of which a tenth of the first 100 was settled.
  await database.run(`
    insert into wallet values (1, 8, 'FUTURES', 'USDT', 1000, 50);
    update house_account set balance = -1110 where account = 'PROVIDER_CLEARING' and currency = 'USDT';
    insert into house_account (site_id, account, sub, currency, balance) values
      (1, 'FUNDING', '', 'USDT', -200), (1, 'TRADER_PAYABLE', '7', 'USDT', 10);
    insert into posting (site_id, id, txn_id, account, sub, member_id, wallet_type, currency, amount, reason, ref_id, at) values
      (1, 11, 11, 'MEMBER', '', 8, 'FUTURES', 'USDT', 810, 'DEMO_GRANT', null, 0), (1, 12, 11, 'PROVIDER_CLEARING', '', null, null, 'USDT', -810, 'DEMO_GRANT', null, 0),
      (1, 13, 12, 'MEMBER', '', 8, 'FUTURES', 'USDT', 200, 'FUTURES_FUNDING', 45, 0), (1, 14, 12, 'FUNDING', '', null, null, 'USDT', -200, 'FUTURES_FUNDING', 45, 0),
      (1, 15, 13, 'MEMBER', '', 8, 'FUTURES', 'USDT', -10, 'COPY_SHARE', 91, 0), (1, 16, 13, 'TRADER_PAYABLE', '7', null, null, 'USDT', 10, 'COPY_SHARE', 91, 0);
    insert into copy_trader (site_id, member_id, state, is_active, is_hide, share_ppm, applied_at, slots, leads, version) values
      (1, 7, 'ACTIVE', true, false, 100000, 0, 1, '[]', 1);
    insert into copy_pair (site_id, trader_id, follower_id, net, hwm, share_ppm, day) values (1, 7, 8, 200, 100, 100000, 0);
    insert into copy_follow (site_id, id, trader_id, member_id, slot, known, option_ids, multiply_per, one_max_bet, max_bet, slip_ppm,
      loss_stop_close, net_before, share_ppm, skips, quit, started_at) values
      (1, 71, 7, 8, 0, '[]', '[1]', 100, 10, 100, 5000, true, 0, 100000, 0, '[]', 0);
    insert into copy_share (site_id, id, trader_id, follower_id, day, net, open_loss, hwm_before, hwm_after, rate_ppm, amount, state, txn_id, at) values
      (1, 91, 7, 8, 0, 100, 0, 0, 100, 100000, 10, 'HELD', 13, 0);
    insert into copy_payout (site_id, id, trader_id, day, amount, pay_at) values (1, 95, 7, 0, 10, 9);
    insert into trading_position (site_id, id, book, option_id, member_id, lot, follow_id, lead_lot, side, qty, entry_quote, leverage, margin_type, margin,
      funding_index, funding_fee, fee, realized_pnl, max_qty, opened_quote, closed_qty, closed_quote, is_warned, opened_at, changed_at, closed_at) values
      (1, 43, 'futures', 1, 8, 43, 71, 99, 'LONG', 1, 100, 10, 'ISOLATED', 40, 0, 5, 0, 0, 1, 100, 0, 0, false, 0, 0, null),
      (1, 44, 'futures', 1, 7, 99, null, 99, 'LONG', 1, 100, 10, 'ISOLATED', 0, 0, 0, 0, 0, 1, 100, 0, 0, false, 0, 0, null),
      (1, 45, 'futures', 1, 8, 45, 71, 98, 'LONG', 0, 0, 10, 'ISOLATED', 0, 0, 200, 0, 0, 1, 100, 1, 100, false, 0, 0, 1);
    insert into trading_fill (site_id, id, book, fan_out_id, position_id, option_id, member_id, lot, side, market_type, qty, quote, fee,
      realized_pnl, is_close, is_maker, best, book_u, book_ts, at) values
      (1, 81, 'futures', 1, 43, 1, 8, 43, 'LONG', 'MARKET', 1, 100, 0, 0, false, false, 1, 1, 0, 0),
      (1, 82, 'futures', 1, 44, 1, 7, 99, 'LONG', 'MARKET', 1, 100, 0, 0, false, false, 1, 1, 0, 0),
      (1, 83, 'futures', 1, 45, 1, 8, 45, 'LONG', 'MARKET', 1, 100, 0, 0, false, false, 1, 1, 0, 0),
      (1, 84, 'futures', 1, 45, 1, 8, 45, 'SHORT', 'MARKET', 1, 100, 0, 0, true, false, 1, 1, 0, 0)`)
  expect(await broken()).toEqual([])
  const tampers = [
    ['update copy_payout set amount = 11', 'payable-is-sum-of-shares'],
    ['update copy_share set amount = 9', 'payable-is-sum-of-shares'],
    ['update copy_pair set net = 201', 'pair-net-is-postings'],
    ['update wallet set reserved = 49 where member_id = 8', 'reserved-covers-futures-positions'],
    ['update copy_pair set hwm = 99', 'share-within-mark'],
    ['update trading_position set lot = 97 where id = 44', 'copies-have-a-lead-or-an-end'],
  ] as const
  for (const [text, rule] of tampers) {
    const [table] = /copy_payout|copy_share|copy_pair|wallet|trading_position/.exec(text)!
    await database.run(`create table kept as select * from ${table}; ${text}`)
    expect(
      (await broken()).map(([name]) => name),
      text,
    ).toContain(rule)
    await database.run(`delete from ${table}; insert into ${table} select * from kept; drop table kept`)
  }
  expect(await broken()).toEqual([])
})

test('all sites are looked at, many breaks are counted and the first are told', async () => {
  await database.run(`insert into wallet select 25, n, 'BINARY', 'KRW', 1, 0 from generate_series(1, 30) n`)
  const [found] = await run()
  expect(found).toMatchObject({ rule: 'wallet-is-sum-of-postings', count: 30, sites: [25], first: { length: 20 } })
  expect(found?.first[0]).toMatchObject({ site_id: '25' })
})

test('it sees one moment: what is committed while it looks neither disturbs it nor waits for it', async () => {
  // Another transaction moves a unit between two of its queries: with two snapshots the ledger would not balance.
  let queries = 0
  const db = {
    ...database.db,
    system: ((work) =>
      database.db.system((tx) =>
        work({
          async query(text, values) {
            const rows = await tx.query(text, values)
            queries += 1
            if (queries === 3) {
              await database.run(
                `update wallet set posted = posted + 1 where member_id = 8; update house_account set balance = balance - 1 where account = 'PNL_ROUND'`,
              )
            }
            return rows as never
          },
        }),
      )) as typeof database.db.system,
  }
  expect(await findBreaks(db, signal, 'full')).toEqual([])
  expect(queries).toBeGreaterThan(3)
  expect(await broken()).toHaveLength(2)
})

test('an abort ends it, also in the middle of a long query', async () => {
  await expect(findBreaks(database.db, AbortSignal.abort(new Error('the end')), 'full')).rejects.toThrow('the end')
  const abort = new AbortController()
  const db = {
    ...database.db,
    system: ((work) =>
      database.db.system((tx) =>
        work({
          query(text, values) {
            if (!text.includes('from posting')) return tx.query(text, values)
            const sleeping = tx.query('select pg_sleep(50)')
            abort.abort()
            return sleeping as never
          },
        }),
      )) as typeof database.db.system,
  }
  await expect(findBreaks(db, abort.signal, 'full')).rejects.toThrow(/cancel/)
})

const day = 86_400_000
const found: Break = {
  rule: 'wallet-is-sum-of-postings',
  count: 2,
  sites: [1],
  counts: { 1: 2 },
  first: [{ member_id: '8' }],
}
const note = (at: number, scope: Scope, breaks: readonly Break[]) =>
  database.db.system((tx) => noteOutcome(tx, at, scope, { breaks, alarms: [] }))

test('what was found stays for all processes to see, for 90 days', async () => {
  await note(day, 'full', [found])
  await note(91 * day, 'full', [])
  const rows = () =>
    database.run('select at::text, breaks::int, findings from reconciliation order by reconciliation.at')
  expect(await rows()).toEqual([
    { at: String(day), breaks: 2, findings: [found] },
    { at: String(91 * day), breaks: 0, findings: [] },
  ])
  await note(91 * day + 1, 'full', [])
  expect(await rows()).toHaveLength(2)
})

test('what a full audit found stands until another one finds it put right', async () => {
  const standing = () => database.db.system(standingBreaks)
  const { rule } = found
  const other = { rule: 'house-account-is-sum-of-postings', count: 1, sites: [25], counts: { 25: 1 }, first: [] }
  expect(await standing()).toEqual([])
  await note(1, 'full', [found])
  await note(2, 'since-closing', [])
  expect(await standing()).toEqual([found])
  await note(3, 'since-closing', [other, { ...found, count: 3 }])
  expect(brokenSites(await standing())).toBe(`does not balance on site 1, 25: ${other.rule} (1), ${rule} (3)`)
  await note(4, 'full', [])
  expect(await standing()).toEqual([])
  expect(brokenSites([])).toBeNull()
  await note(5, 'since-closing', [other])
  await note(6, 'since-closing', [])
  expect(await standing()).toEqual([])
})
