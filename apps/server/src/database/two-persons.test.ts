import { columnName, defaultMoney } from '@maru/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'

const noon = Date.UTC(2026, 0, 5, 3, 0, 0)

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(noon))
  // The newest version in which a site could let one person agree to any amount.
  await house.bringTo(651)
})
afterEach(() => house.drop())

interface Parts {
  readonly type?: string
  readonly sub?: string
  readonly won?: number
  readonly status?: string
  readonly flags?: readonly string[]
  readonly by?: readonly number[]
}

/** A request of member 7, to which staff `by` agreed. */
const row = (
  id: number,
  { type = 'W', sub = '', won = 20_000_000, status = 'COMPLETED', flags = [], by = [] }: Parts,
) =>
  `(1, ${id}, 7, '${type}', '${status}', 'BINARY', 'KRW', ${won}, 0, ${won}, '', '', 'BANK_KRW', '${sub}', '', '${JSON.stringify(flags)}',
    ${noon}, ${status === 'COMPLETED' || status === 'REJECTED' ? noon : 'null'}, '[]',
    '${JSON.stringify(by.map((staffId) => ({ staffId, at: noon })))}', null, 1)`

test('a site of before has the shipped amount, and what it let one person decide is no break of the rule that came later', async () => {
  const config = { siteId: 1, ...defaultMoney, fourEyesFrom: 1_000_000_000n }
  const columns = Object.fromEntries(Object.entries(config).map(([field, value]) => [columnName(field), value]))
  const json = JSON.stringify(columns, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  await house.query(`
    insert into money_config select (jsonb_populate_record(null::money_config, '${json}')).*;
    set session_replication_role = replica;
    insert into staff select (jsonb_populate_record(null::staff,
      jsonb_build_object('site_id', 1, 'member_id', n, 'role', 'FINANCE', 'site_ids', '{1}', 'created_at', 1, 'name', n::text))).*
      from generate_series(11, 12) n;
    set session_replication_role = origin;
    insert into dnw (site_id, id, member_id, type, status, wallet_type, currency, point, fee, won, account, counterparty, house_account,
        house_sub, reason, flags, created_at, processed_at, steps, approvals, cancelable_until, rev)
      values ${[
        row(101, { by: [11] }),
        row(102, { by: [11, 12] }),
        row(103, { by: [11], won: 500_000 }),
        row(104, { by: [11], won: 500_000, flags: ['VELOCITY'], status: 'APPROVED' }),
        row(105, { by: [11], status: 'REVIEW' }),
        row(106, { type: 'D', by: [11] }),
        row(107, { type: 'D' }),
        row(108, { type: 'WS', sub: 'p2p-3' }),
        row(109, { type: 'WS', sub: 'p2p-3', status: 'REJECTED' }),
      ].join(', ')};`)
  await house.migrate()
  expect(await house.query('select four_eyes_from::int from money_config')).toEqual([{ four_eyes_from: 10_000_000 }])
  expect(
    (await house.query('select dnw_id::int from earlier_decision order by 1')).map(({ dnw_id }) => dnw_id),
  ).toEqual([101, 104, 106, 108])
})
