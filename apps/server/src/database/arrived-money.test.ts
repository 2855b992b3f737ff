import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'
import { type ReportedFact, reportFact } from '../providers/index.ts'

const start = Date.UTC(2026, 0, 5, 3, 0, 0)
/** The newest version in which a deposit was booked when it was approved. */
const before = 530

const deposit = (id: number, point: number, parts: { flags?: string[]; approvals?: number[]; done?: boolean }) => {
  const { flags = [], approvals = [], done = false } = parts
  const steps = ['REQUESTED', 'REVIEW', ...(done ? ['APPROVED', 'COMPLETED'] : [])].map((state) => ({
    state,
    at: start,
  }))
  const given = approvals.map((staffId) => ({ staffId, at: start }))
  return `(1, ${id}, 7, 'D', '${done ? 'COMPLETED' : 'REVIEW'}', 'BINARY', 'KRW', ${point}, 0, ${point}, '', '홍길동', 'BANK_KRW', 'KB-1',
    '', '${JSON.stringify(flags)}', ${start}, ${done ? start : 'null'}, '${JSON.stringify(steps)}', '${JSON.stringify(given)}', 3)`
}
const suspended = (id: number, ref: string, amount: number, state: string, reference = '') =>
  `(1, ${id}, 'AMOUNT', 'bank', '${ref}', '${reference}', '', 7, 'KRW', ${amount}, 'BANK_KRW', 'KB-1', ${start}, '${state}',
    ${state === 'OPEN' ? 'null' : start}, null, '')`

const money = `
  insert into house_account (site_id, account, sub, currency, balance) values (1, 'BANK_KRW', 'KB-1', 'KRW', -11000000),
    (1, 'DEPOSIT_SUSPENSE', '', 'KRW', 11000000);
  insert into dnw (site_id, id, member_id, type, status, wallet_type, currency, point, fee, won, account, counterparty, house_account,
      house_sub, reason, flags, created_at, processed_at, steps, approvals, rev)
    values ${[
      deposit(101, 10_000_000, { flags: ['ARRIVED b-1'] }),
      deposit(102, 11_000_000, { flags: ['ARRIVED b-2'] }),
      deposit(103, 12_000_000, { flags: ['NEW', 'ARRIVED b-3'] }),
      deposit(104, 500_000, { done: true }),
      deposit(105, 510_000, { done: true, approvals: [9] }),
      deposit(106, 520_000, { done: true, approvals: [9] }),
      deposit(107, 100_000, {}).replace("'D', 'REVIEW'", "'W', 'APPROVED'"),
    ].join(', ')};
  insert into suspense (site_id, id, cause, provider, provider_ref, reference, payer, member_id, currency, amount, house_account, house_sub,
      created_at, state, closed_at, dnw_id, note)
    values ${[suspended(202, 'b-2', 11_000_000, 'OPEN'), suspended(203, 'b-3', 12_000_000, 'RETURNED')].join(', ')};
  insert into provider_event (site_id, provider, event, kind, body, received_at, dispatched_at, next_at)
    values (1, 'bank', 'e-4', 'deposit', '{"providerRef": "b-4", "amount": "500000.0", "currency": "KRW"}', ${start}, ${start}, 0),
           (1, 'bank', 'e-1', 'deposit', '{"providerRef": "b-1", "amount": "10000000", "currency": "KRW"}', ${start}, ${start}, 0),
           (1, 'bank', 'e-9', 'deposit', '{"providerRef": "b-9", "amount": "7", "currency": "KRW"}', ${start}, null, 0);
  insert into statement_line (site_id, provider, currency, kind, provider_ref, reference, amount, fee, at, value_date, day, seen_at, txn_id)
    values (1, 'bank', 'KRW', 'deposit', 'b-6', null, 520000, 0, ${start}, '2026-01-05', '2026-01-05', ${start}, 4711);
  insert into house_movement values (1, 1, 4711, 'bank', 'KB-1', 'KRW', 520000, 'DEPOSIT', 106, '{}', ${start}, true, false);
  insert into payout (site_id, id, dnw_id, member_id, wallet_type, provider, house_account, house_sub, currency, amount, state, provider_ref,
      detail, created_at)
    values (1, 301, 107, 7, 'BINARY', 'bank', 'BANK_KRW', 'KB-1', 'KRW', 99000, 'SENT', 'p-1', '', ${start});`

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(start))
  await house.bringTo(before)
})
afterEach(() => house.drop())

test('a house of before books at its start what arrived for open requests, knows its facts, and no total of a member changes', async () => {
  await house.query(money)
  const wallets = () => house.query('select * from wallet order by site_id, member_id, type')
  const payouts = () => house.query('select id, state, provider_ref from payout')
  const [walletsBefore, payoutsBefore] = [await wallets(), await payouts()]
  await house.migrate()
  const { runner, db, stop } = await house.start(start)
  const balances = async () =>
    Object.fromEntries(
      (await house.query(`select account, balance::int from house_account where account <> 'PROVIDER_CLEARING'`)).map(
        ({ account, balance }) => [account, balance],
      ),
    )
  let events = 0
  const told = {
    kind: 'deposit',
    reference: '',
    currency: 'KRW',
    payer: '',
    houseSub: '',
    requestId: null,
    closed: null,
  } as const
  const report = (
    providerRef: string,
    amount: bigint,
    parts: Partial<Extract<ReportedFact, { kind: 'deposit' }>> = {},
  ) =>
    reportFact(
      { db, core: runner },
      { siteId: 1, provider: 'bank', event: `n-${++events}` },
      {
        ...told,
        providerRef,
        amount,
        ...parts,
      },
    )
  try {
    // The first turn of the core is written with the first command.
    await report('b-1', 10_000_000n)
    const booked = { BANK_KRW: -21_000_000, DEPOSIT_SUSPENSE: 21_000_000 }
    expect(await balances()).toEqual(booked)
    for (const [ref, amount] of [
      ['b-2', 11_000_000n],
      ['b-3', 12_000_000n],
      ['b-4', 500_000n],
      ['b-6', 520_000n],
    ] as const)
      expect((await report(ref, amount)).status).toBe(200)
    await report('b-5', 510_000n, { requestId: 105 })
    expect(await balances()).toEqual(booked)
    expect(await wallets()).toEqual(walletsBefore)
    expect(await payouts()).toEqual(payoutsBefore)
    expect(await house.query('select key from payout')).toEqual([{ key: 'payout-301' }])
    expect(
      await house.query(
        `select cause, provider_ref, request_id::int from suspense where state = 'OPEN' order by provider_ref`,
      ),
    ).toEqual([
      { cause: 'ARRIVED', provider_ref: 'b-1', request_id: 101 },
      { cause: 'ARRIVED', provider_ref: 'b-2', request_id: 102 },
    ])
    // What the desk gave back is not there for its request any more.
    expect(await house.query(`select flags, status from dnw where id = 103`)).toEqual([
      { flags: ['NEW'], status: 'REVIEW' },
    ])
    const arrived = await house.query(
      `select id::int from dnw where steps @? '$[*] ? (@.state == "ARRIVED")' order by id`,
    )
    expect(arrived).toEqual([{ id: 101 }, { id: 102 }])
    expect(await house.query('select id::int, provider_ref from expected_deposit')).toEqual([
      { id: 105, provider_ref: 'b-5' },
    ])
    const facts = await house.query('select reference from money_fact order by reference')
    expect(facts.map(({ reference }) => reference)).toEqual(['b-1', 'b-2', 'b-3', 'b-4', 'b-5', 'b-6'])
    const [sums] = await house.query(
      `select sum(amount) filter (where state = 'OPEN')::int as open from suspense where currency = 'KRW'`,
    )
    expect(sums).toEqual({ open: booked.DEPOSIT_SUSPENSE })
  } finally {
    await stop()
  }
})
