import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OlderHouse, olderHouse, smallHouse } from '../../test/older-house.ts'
import { countWaitingLines } from '../statements/waiting.ts'

const noon = Date.UTC(2026, 0, 5, 3, 0, 0)

let house: OlderHouse
beforeEach(async () => {
  house = await olderHouse(130)
  await house.query(smallHouse(noon))
  // The newest version in which one person imported a statement.
  await house.bringTo(541)
})
afterEach(() => house.drop())

const day = (date: string, importedBy: number | null) =>
  `(1, 'bank', 'KRW', '${date}', 1000000, 1500000, true, ${noon}, ${importedBy ?? 'null'}, ${importedBy === null ? 'null' : "'은행 장애'"})`
const line = (kind: string, ref: string, amount: number, date: string, txnId: number | null) =>
  `(1, 'bank', 'KRW', '${kind}', '${ref}', null, ${amount}, 0, ${noon}, '${date}', '${date}', ${noon}, ${txnId ?? 'null'})`

test('a day that one person imported before is his file, and its lines that show nothing yet wait for another person', async () => {
  await house.query(`
    insert into statement_day (site_id, provider, currency, day, opening, closing, is_final, read_at, imported_by, import_reason)
      values ${[day('2026-01-03', null), day('2026-01-04', 9)].join(', ')};
    insert into statement_line (site_id, provider, currency, kind, provider_ref, reference, amount, fee, at, value_date, day, seen_at, txn_id)
      values ${[
        line('deposit', 'told', 200_000, '2026-01-03', null),
        line('deposit', 'shown', 300_000, '2026-01-04', 4711),
        line('deposit', 'open', 200_000, '2026-01-04', null),
      ].join(', ')};`)
  await house.migrate()
  const { db, stop } = await house.start(noon)
  try {
    expect(
      await house.query(
        'select day::text, opening::int, closing::int, is_correction, lines, requested_by::int, reason, stored_at::text from statement_import',
      ),
    ).toEqual([
      {
        day: '2026-01-04',
        opening: 1_000_000,
        closing: 1_500_000,
        is_correction: false,
        lines: [],
        requested_by: 9,
        reason: '은행 장애',
        stored_at: String(noon),
      },
    ])
    expect(
      await house.query(
        `select l.provider_ref, i.day::text as file, confirmed_by, fee_gap::int from statement_line l
           left join statement_import i on i.id = l.import_id order by 1`,
      ),
    ).toEqual([
      { provider_ref: 'open', file: '2026-01-04', confirmed_by: null, fee_gap: 0 },
      { provider_ref: 'shown', file: '2026-01-04', confirmed_by: null, fee_gap: 0 },
      { provider_ref: 'told', file: null, confirmed_by: null, fee_gap: 0 },
    ])
    expect(await db.tenant(1, (tx) => countWaitingLines(tx, 1))).toBe(1)
    expect(await house.query('select corrected_opening, corrected_closing from statement_day')).toEqual(
      Array(2).fill({ corrected_opening: null, corrected_closing: null }),
    )
  } finally {
    await stop()
  }
})
