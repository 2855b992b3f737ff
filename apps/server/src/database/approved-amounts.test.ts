import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'
import { usualAmount } from '../approvals/usual.ts'

const noon = Date.UTC(2026, 0, 5, 3, 0, 0)

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(noon))
  // The newest version in which an approval did not tell its amount.
  await house.bringTo(570)
})
afterEach(() => house.drop())

/** A request of one member of staff to which another one agreed. */
const approval = (id: number, kind: string, subjectId: number, payload: object = {}) =>
  `(1, ${id}, '${kind}', ${subjectId}, '${JSON.stringify(payload)}', '확인', 11, 'key-${id}', gen_random_uuid(), ${noon}, ${noon}, 'APPROVED', 12,
    ${noon}, '네')`

test('what two persons agreed to before tells its amount where a row or its payload has one, and counts as usual', async () => {
  await house.query(`
    insert into suspense (site_id, id, cause, provider, provider_ref, reference, payer, member_id, currency, amount, house_account, house_sub,
        created_at, state, closed_at, dnw_id, note)
      values (1, 201, 'AMOUNT', 'bank', 'b-1', '', '', 7, 'KRW', 777000, 'BANK_KRW', 'KB-1', ${noon}, 'ASSIGNED', ${noon}, null, '');
    insert into p2p_order (site_id, id, member_id, side, merchant_id, merchant, won, point, rate, wallet_type, payer, account_id, account, memo,
        state, escrow, reference, pay_by, answer_by, steps, reason, statements, dnw_id, created_at, closed_at, rev)
      values (1, 301, 7, 'BUY', 101, '상인', 300000, 22000000000, 1360, 'FUTURES', '홍길동', null, '', '', 'RELEASED', 0, '', null, null, '[]', '', 1,
        302, ${noon}, ${noon}, 5);
    insert into approval (site_id, id, kind, subject_id, payload, reason, requested_by, request_key, command_key, created_at, expires_at, state,
        decided_by, decided_at, decision_reason)
      values ${[
        approval(1, 'SUSPENSE_ASSIGN', 201, { memberId: 7 }),
        approval(2, 'SUSPENSE_RETURN', 999),
        approval(3, 'P2P_RETURN', 301, { version: 4 }),
        approval(4, 'BONUS_GRANT', 7, { point: '50000' }),
        approval(5, 'BONUS_DEDUCT', 7, { point: '-1' }),
        approval(6, 'HOUSE_MOVE', 0, { amount: '1000000', currency: 'USDT' }),
        approval(7, 'HOUSE_MOVE', 0, { amount: '1000000' }),
        approval(8, 'COUPON_CREATE', 0, { point: '5000', maxUses: '100' }),
        approval(9, 'COUPON_CREATE', 0, { point: '900000000000000000', maxUses: '100' }),
        approval(10, 'UNFREEZE', 7),
        approval(11, 'BONUS_GRANT', 7, { point: '70000' }),
        approval(12, 'BONUS_GRANT', 7, { point: '60000' }),
      ].join(', ')};`)
  await house.migrate()
  const rows = await house.query(
    'select id::int, amount::text, currency from approval where amount is not null order by id',
  )
  expect(rows.map(({ id, amount, currency }) => [id, amount, currency])).toEqual([
    [1, '777000', 'KRW'],
    [3, '300000', 'KRW'],
    [4, '50000', 'KRW'],
    [6, '1000000', 'USDT'],
    [8, '500000', 'KRW'],
    [9, '9223372036854775807', 'KRW'],
    [11, '70000', 'KRW'],
    [12, '60000', 'KRW'],
  ])
  const { db, stop } = await house.start(noon)
  try {
    const usual = (kind: 'BONUS_GRANT' | 'BONUS_DEDUCT') =>
      db.tenant(1, (tx) => usualAmount(tx, { siteId: 1, kind, currency: 'KRW' }))
    expect([await usual('BONUS_GRANT'), await usual('BONUS_DEDUCT')]).toEqual([60_000n, null])
  } finally {
    await stop()
  }
})
