import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'

const noon = Date.UTC(2026, 0, 5, 3, 0, 0)

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(noon))
  // The newest version in which money of another payer named no request.
  await house.bringTo(611)
})
afterEach(() => house.drop())

/** A deposit request of member 7 over the bank. */
const deposit = (id: number, point: number, isOpen = true) =>
  `(1, ${id}, 7, 'D', '${isOpen ? 'REVIEW' : 'REJECTED'}', 'BINARY', 'KRW', ${point}, 0, ${point}, '', '홍길동', 'BANK_KRW', 'KB-1', '', '["NEW"]',
    ${noon}, ${isOpen ? 'null' : noon}, '[]', '[]', null, 3)`
const suspended = (id: number, cause: string, reference: string, amount: number, state = 'OPEN') =>
  `(1, ${id}, '${cause}', 'bank', 'b-${id}', '${reference}', '김길동', 7, 'KRW', ${amount}, 'BANK_KRW', 'KB-1', ${noon}, '${state}',
    ${state === 'OPEN' ? 'null' : noon}, null, '')`

test('money of another payer names the open request that it came for, which then tells it; a settled deposit is expected no more', async () => {
  await house.query(`
    insert into dnw (site_id, id, member_id, type, status, wallet_type, currency, point, fee, won, account, counterparty, house_account,
        house_sub, reason, flags, created_at, processed_at, steps, approvals, cancelable_until, rev)
      values ${[deposit(101, 10_000), deposit(102, 20_000), deposit(103, 30_000, false), deposit(104, 40_000), deposit(105, 50_000)].join(', ')};
    insert into suspense (site_id, id, cause, provider, provider_ref, reference, payer, member_id, currency, amount, house_account, house_sub,
        created_at, state, closed_at, dnw_id, note)
      values ${[
        suspended(201, 'PAYER', 'D101', 10_000),
        suspended(202, 'LIMIT', 'D102', 20_000),
        suspended(203, 'PAYER', 'D103', 30_000),
        suspended(204, 'PAYER', 'D104', 41_000),
        suspended(205, 'PAYER', 'D105', 50_000, 'RETURNED'),
        suspended(206, 'AMOUNT', 'D104', 40_000),
      ].join(', ')};
    insert into expected_deposit (site_id, id, provider, currency, amount, payer, created_at, provider_ref, closed_at)
      values (1, 401, 'bank', 'KRW', 60000, '홍길동', ${noon}, '', null), (1, 402, 'bank', 'KRW', 70000, '홍길동', ${noon}, '', null);
    insert into house_movement (site_id, posting_id, txn_id, provider, sub, currency, amount, reason, ref_id, names, seen_at, is_shown)
      values (1, 1, 4711, 'bank', 'KB-1', 'KRW', 60000, 'DEPOSIT', 401, '{}', ${noon}, true),
             (1, 2, 4712, 'bank', 'KB-1', 'KRW', 70000, 'DEPOSIT', 402, '{}', ${noon}, false);
    insert into break_settlement (site_id, id, approval_id, cause, provider, currency, amount, account, sub, line_kind, provider_ref, posting_id,
        txn_id, created_at)
      values (1, 501, 502, 'BAD_DEBT', 'bank', 'KRW', -60000, 'BANK_KRW', 'KB-1', '', '', 1, 4713, ${noon + 1});`)
  await house.migrate()
  const named = await house.query(
    'select id::int, request_id::int from suspense where request_id is not null order by id',
  )
  expect(named).toEqual([
    { id: 201, request_id: 101 },
    { id: 202, request_id: 102 },
  ])
  const flagged = await house.query('select id::int, flags, rev from dnw order by id')
  expect(flagged.map(({ id, flags, rev }) => [id, flags, rev])).toEqual([
    [101, ['NEW', 'IN_SUSPENSE'], 4],
    [102, ['NEW', 'IN_SUSPENSE'], 4],
    [103, ['NEW'], 3],
    [104, ['NEW'], 3],
    [105, ['NEW'], 3],
  ])
  expect(await house.query('select id::int, closed_at::text from expected_deposit order by id')).toEqual([
    { id: 401, closed_at: String(noon + 1) },
    { id: 402, closed_at: null },
  ])
  const { stop } = await house.start(noon)
  await stop()
})
