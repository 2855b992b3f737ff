import { byProvider } from '@maru/core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staffOf } from '../../test/money-house.ts'
import { findBreaks, lookAt } from './find-breaks.ts'
import type { Scope } from './sums.ts'

// Of a house in which money was brought, taken, refused, paid and moved: each rule holds, and what breaks it is told by its name.

const atOnce = {
  changeHoldMs: 0,
  holdMs: 0,
  firstHoldMs: 0,
  cancelWindowMs: 0,
  withdrawDayMax: '1000000000',
  flagWithdrawals: 100,
}
const reason = '확인했습니다'
const scopes: readonly Scope[] = ['full', 'since-closing']
const signal = new AbortController().signal

let server: TestServer
/** A large withdrawal that was paid, one that was refused, and a flagged one that waits for its payout. */
let paid: number
let refused: number
let waiting: number
beforeAll(async () => {
  server = await moneyServer(atOnce)
  const of = staffOf(server)
  const [finance, finance2] = [await of('finance'), await of('finance2')]
  const member = await enrolled(server, 'demo1')
  const ask = async (type: 'D' | 'W', point: string) => {
    const answer = await member.post('/api/dnw/apply', { type, point, ...(type === 'W' ? { otp: member.otp() } : {}) })
    expect(answer.body.code).toBeUndefined()
    return answer.body.id as number
  }
  const step = async (by: typeof finance, id: number, what: string, version: number, more: object = {}) => {
    const { status, body } = await by.post(`/api/console/dnw/${id}/${what}`, { reason, version, ...more })
    expect([what, status < 300, body.code]).toEqual([what, true, undefined])
    return (await by.get(`/api/console/dnw/${id}`)).body.version as number
  }
  const byTwo = async (id: number) => step(finance2, id, 'approve', await step(finance, id, 'approve', 1))
  await step(finance, await ask('D', '5000000'), 'approve', 1)
  await byTwo(await ask('D', '12000000'))
  paid = await ask('W', '11000000')
  await byTwo(paid)
  const [payout] = await server.database.run(`select id::int, provider from payout where dnw_id = ${paid}`)
  const outcome = { outcome: 'CONFIRMED', providerRef: 'paid-1', detail: '', fee: 0n, closed: null } as const
  const by = byProvider(1, String(payout!['provider']), 'paid-1')
  await server.deps.core.submit({ kind: 'payoutOutcome', ...by, payoutId: Number(payout!['id']), ...outcome })
  refused = await ask('W', '300000')
  await step(finance, refused, 'reject', 1)
  waiting = await ask('W', '200000')
  await byTwo(waiting)
  const given = { username: 'demo2', walletType: 'BINARY', point: '20000', otp: member.otp() }
  expect((await member.post('/api/dnw/transfer', given)).body.code).toBeUndefined()
}, 120_000)
afterAll(() => server.close())

const tables = [
  'dnw',
  'payout',
  'money_day',
  'posting',
  'staff',
  'house_account',
  'p2p_order',
  'earlier_decision',
  'deposit_lock',
]
beforeEach(async () => {
  for (const table of tables) await server.database.run(`create table if not exists kept_${table} as table ${table}`)
})

/** What a change of the tables breaks, among the rules that are looked at here; then all is as it was. */
async function brokenBy(text: string, looked: readonly string[], scope: Scope): Promise<string[]> {
  await server.database.run(`begin; ${text}; commit`)
  const found = (await findBreaks(server.database.db, signal, scope)).map(({ rule }) => rule)
  await server.database.run(`
    begin; ${tables.map((table) => `delete from ${table}; insert into ${table} table kept_${table}`).join(';')}; commit`)
  return found.filter((rule) => looked.includes(rule))
}

const mine = [
  'payouts-end-as-their-requests',
  'withdrawals-are-booked-as-they-ended',
  'large-requests-have-two-persons',
  'day-sums-are-sums-of-rows',
]

it('holds in a house in which all went right', async () => {
  for (const scope of scopes)
    expect(await lookAt(server.database.db, signal, scope)).toEqual({ breaks: [], alarms: [] })
})

it.each(scopes)('tells of a payout that ended otherwise than its request: %s', async (scope) => {
  const [payouts] = mine
  for (const text of [
    `update payout set state = 'FAILED' where dnw_id = ${paid}`,
    `delete from payout where dnw_id = ${waiting}`,
    `delete from payout where dnw_id = ${paid}`,
    `update payout set state = 'CONFIRMED', closed_at = 1 where dnw_id = ${waiting}`,
    `delete from dnw where id = ${waiting}`,
  ])
    expect([text, await brokenBy(text, mine.slice(0, 1), scope)]).toEqual([text, [payouts]])
})

it.each(scopes)('tells of a request whose money went elsewhere than its state says: %s', async (scope) => {
  const [, booked] = mine
  for (const text of [
    `update dnw set status = 'COMPLETED' where id = ${refused}`,
    `update dnw set status = 'REJECTED' where id = ${paid}`,
    `update dnw set point = point + 1 where id = ${paid}`,
    `update posting set ref_id = ${waiting} where ref_id = ${paid} and reason = 'WITHDRAWAL'`,
    `update dnw set type = 'C' where id = ${paid}`,
  ])
    expect([text, await brokenBy(text, mine.slice(1, 2), scope)]).toEqual([text, [booked]])
})

it('tells of a request of which nothing was ever booked, by its site and number', async () => {
  await server.database.run(`begin; delete from posting where ref_id = ${paid}; commit`)
  const found = await findBreaks(server.database.db, signal, 'full')
  await server.database.run('begin; delete from posting; insert into posting table kept_posting; commit')
  const told = found.find(({ rule }) => rule === 'withdrawals-are-booked-as-they-ended')
  expect(told).toMatchObject({ count: 1, sites: [1], first: [{ site_id: '1', ref_id: String(paid) }] })
})

it.each(scopes)(
  'tells of a large or flagged sale to a merchant that two persons did not approve: %s',
  async (scope) => {
    const persons = 'large-requests-have-two-persons'
    const id = 2_000_000_000
    const sale = (parts: object) =>
      `insert into dnw select (jsonb_populate_record(d, '${JSON.stringify({ id, type: 'WS', house_sub: 'p2p-7', ...parts })}')).*
     from dnw d where id = ${paid}`
    const order = (parts: object) =>
      `insert into p2p_order select (jsonb_populate_record(null::p2p_order, '${JSON.stringify({
        site_id: 1,
        id: id + 1,
        member_id: 7,
        side: 'SELL',
        merchant_id: 7,
        merchant: '',
        won: 1,
        point: 1,
        rate: 1,
        wallet_type: 'FUTURES',
        payer: '',
        account: '',
        memo: '',
        state: 'OPEN',
        escrow: 1,
        reference: '',
        steps: [],
        reason: '',
        statements: 0,
        dnw_id: id,
        created_at: 1,
        rev: 1,
        ...parts,
      })}')).*`
    const broken = (text: string) => brokenBy(text, [persons], scope)
    const open = { status: 'REQUESTED', approvals: [], processed_at: null }
    for (const text of [
      sale({ approvals: [] }),
      sale({ won: 50_000, flags: ['VELOCITY'], approvals: [] }),
      // It was sent to its merchant, and is not paid yet.
      `${sale(open)}; ${order({})}`,
    ])
      expect([text, await broken(text)]).toEqual([text, [persons]])
    for (const text of [
      sale({}),
      sale({ won: 50_000, flags: [], approvals: [] }),
      `${sale(open)}; ${order({ review_by: 8_640_000_000_000_000 })}`,
      `${sale({ approvals: [] })}; insert into earlier_decision values (1, ${id})`,
    ])
      expect([text, await broken(text)]).toEqual([text, []])
  },
)

it.each(scopes)('tells of a large or flagged request without two persons of the staff: %s', async (scope) => {
  const persons = 'large-requests-have-two-persons'
  const first = `approvals -> 0`
  for (const text of [
    // The same person twice, one alone, one who was no longer there, and one who came later.
    `update dnw set approvals = jsonb_build_array(${first}, ${first}) where id = ${paid}`,
    `update dnw set approvals = jsonb_build_array(${first}) where id = ${paid}`,
    `update dnw set approvals = jsonb_build_array(${first}) where type = 'D' and won = 12000000`,
    `update staff set disabled_at = 1 where member_id = (select (approvals -> 1 ->> 'staffId')::bigint from dnw where id = ${paid})`,
    `update staff set created_at = 8640000000000000 where member_id = (select (approvals -> 0 ->> 'staffId')::bigint from dnw where id = ${paid})`,
    `update dnw set flags = '["VELOCITY"]', approvals = jsonb_build_array(${first}) where id = ${waiting}`,
    `update dnw set approvals = '[]' where id = ${waiting}`,
  ])
    expect([text, await brokenBy(text, [persons], scope)]).toEqual([text, [persons]])
  // Who is disabled after he agreed had a say when he had.
  const later = `update staff set disabled_at = 8640000000000000`
  expect(await brokenBy(later, [persons], scope)).toEqual([])
})

it.each(scopes)('tells of a day on which other sums count than its rows say: %s', async (scope) => {
  const days = 'day-sums-are-sums-of-rows'
  for (const kind of ['WITHDRAW', 'WITHDRAWALS', 'TRANSFER']) {
    const text = `update money_day set sum = sum - 1 where kind = '${kind}'`
    expect([text, await brokenBy(text, [days], scope)]).toEqual([text, [days]])
  }
  // A sale to a merchant counts as what any withdrawal does, and one that was paid late what it was for.
  const row = (parts: object) =>
    `insert into dnw select (jsonb_populate_record(d, '${JSON.stringify(parts)}')).* from dnw d where id = ${waiting}`
  const more = (kind: string, sum: number) => `update money_day set sum = sum + ${sum} where kind = '${kind}'`
  const sale = row({ id: 2_000_000_000, type: 'WS', house_sub: 'p2p-7', won: 50_000, cancelable_until: null })
  expect(await brokenBy(sale, [days], scope)).toEqual([days])
  expect(await brokenBy(`${sale}; ${more('WITHDRAW', 50_000)}; ${more('WITHDRAWALS', 1)}`, [days], scope)).toEqual([])
  const back = `update dnw set created_at = created_at - 2 * 86400000 where id = ${waiting}`
  // What a wall clock that was set back wrote counts into the newest day.
  expect(await brokenBy(back, [days], scope)).toEqual([])
})

it.each(scopes)(
  'tells of more that is locked of a deposit than it brought, and of a lock of none: %s',
  async (scope) => {
    const locks = 'locks-are-of-their-deposits'
    const broken = (text: string) => brokenBy(text, [locks], scope)
    const deposit = `(select id from dnw where type = 'D' and won = 12000000)`
    const lock = (amount: number, of = deposit, closedAt = 'null') =>
      `insert into deposit_lock select site_id, ${2_000_000_000 + amount}, member_id, 'BINARY', ${of}, ${amount}, 8640000000000000, ${closedAt}
       from dnw where id = ${deposit}`
    for (const text of [
      lock(12_000_001),
      `${lock(8_000_000)}; ${lock(4_000_001)}`,
      lock(1, String(paid)),
      lock(1, '7'),
    ])
      expect([text, await broken(text)]).toEqual([text, [locks]])
    const exchanged = `insert into dnw select (jsonb_populate_record(d, '{"id": 2000000001, "type": "CI"}')).* from dnw d where id = ${paid}`
    for (const text of [
      lock(12_000_000),
      `${lock(8_000_000)}; ${lock(4_000_000)}`,
      lock(12_000_001, deposit, '1'),
      `${exchanged}; ${lock(12_000_001)}`,
    ])
      expect([text, await broken(text)]).toEqual([text, []])
  },
)

it('tells of a house that owes more than it has, and of an account that paid what it had not: nothing is paused for it', async () => {
  const alarms = async (text: string) => {
    await server.database.run(text)
    const found = (await lookAt(server.database.db, signal, 'full')).alarms
    await server.database.run(
      'begin; delete from house_account; insert into house_account table kept_house_account; commit',
    )
    return found.map(({ rule, sites }) => [rule, sites])
  }
  const account = (name: string, sub: string, currency: string, balance: number) =>
    `insert into house_account (site_id, account, sub, currency, balance) values (15, '${name}', '${sub}', '${currency}', ${balance})`
  expect(await alarms(account('PNL_ROUND', '', 'KRW', -1))).toEqual([['assets-cover-liabilities', [15]]])
  expect(await alarms(`${account('PNL_ROUND', '', 'KRW', -5)}; ${account('FEE_ROUND', '', 'KRW', 5)}`)).toEqual([])
  expect(await alarms(account('COIN_HOT', 'TRC20', 'USDT', 1))).toEqual([['house-holds-what-it-paid', [15]]])
  const fee = `${account('PROVIDER_FEE', 'onepay', 'KRW', -300)}; ${account('FEE_ROUND', '', 'KRW', 900)}`
  expect(await alarms(`${fee}; ${account('PROVIDER_CLEARING', 'onepay', 'KRW', 300)}`)).toEqual([])
  expect(await alarms(`${fee}; ${account('PROVIDER_CLEARING', 'onepay', 'KRW', 301)}`)).toEqual([
    ['house-holds-what-it-paid', [15]],
  ])
  expect(await alarms(account('PROVIDER_CLEARING', 'p2p-7', 'USDT', -1))).toEqual([
    ['merchants-have-what-they-lend', [15]],
  ])
})
