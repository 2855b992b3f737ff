import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'

const noon = Date.UTC(2026, 0, 5, 3, 0, 0)
const midnight = Date.UTC(2026, 0, 5, 15, 0, 0)
const dayMs = 86_400_000

/** A row of the history of member 7, which took or takes money out. */
const row = (id: number, type: string, houseSub: string, won: number, status: string, at = noon) =>
  `(1, ${id}, 7, '${type}', '${status}', 'BINARY', 'KRW', ${won}, 0, ${won}, '', '', 'BANK_KRW', '${houseSub}', '', '[]', ${at},
    ${status === 'REVIEW' ? 'null' : at}, '[]', '[]', ${type === 'W' ? at : 'null'}, 1)`

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(noon))
  // The newest version in which a sale to a merchant counted in no day.
  await house.bringTo(562)
})
afterEach(() => house.drop())

test('a sale to a merchant on the day of the upgrade counts in it: its seller’s sums are those of his rows', async () => {
  await house.query(`
    insert into dnw (site_id, id, member_id, type, status, wallet_type, currency, point, fee, won, account, counterparty, house_account,
        house_sub, reason, flags, created_at, processed_at, steps, approvals, cancelable_until, rev)
      values ${[
        row(100, 'WS', 'p2p-3', 70_000, 'COMPLETED', noon - dayMs),
        row(101, 'W', 'KB-1', 40_000, 'COMPLETED'),
        row(102, 'WS', 'p2p-3', 200_000, 'COMPLETED'),
        row(103, 'WS', 'p2p-3', 90_000, 'CANCELED'),
      ].join(', ')};
    insert into money_day (site_id, member_id, day, kind, sum, until) values
      (1, 7, '2026-01-05', 'WITHDRAW', 40000, ${midnight}), (1, 7, '2026-01-05', 'WITHDRAWALS', 1, ${midnight});`)
  await house.migrate()
  expect(
    await house.query('select day, kind, sum::int, until::text, closed_at from money_day order by day, kind'),
  ).toEqual([
    { day: '2026-01-05', kind: 'WITHDRAW', sum: 240_000, until: String(midnight), closed_at: null },
    { day: '2026-01-05', kind: 'WITHDRAWALS', sum: 3, until: String(midnight), closed_at: null },
  ])
})
