/**
 * What the database does for one order of perpetuals, by statement of the journal: rows, WAL records and bytes, pages touched, and time of
 * execution, as EXPLAIN (ANALYZE, BUFFERS, WAL) counts them; with the index entries that its tables have. Batches of 256 orders, made
 * beforehand by a core in memory, one batch after another.
 */
import pg from 'pg'
import { byKeySettings } from '../../apps/server/src/journal/by-key.ts'
import { statementsOf } from '../../apps/server/src/journal/statements.ts'
import { openHouse } from './support/house.ts'
import { rowsOfOrders } from './support/order-rate.ts'
import { perpetuals } from './support/perpetuals.ts'
import { report, round } from './support/report.ts'

const orders = Number(process.argv[2] ?? 40_000)

interface Plan {
  readonly 'Execution Time': number
  readonly Plan: Record<string, number>
}

interface Cost {
  calls: number
  rows: number
  records: number
  bytes: number
  pages: number
  ms: number
  parameters: number
}

const house = await openHouse(1)
const batches = await rowsOfOrders(perpetuals, house, {
  count: orders,
  aBatch: 256,
  traders: 12_000,
  firstMember: 70_000_000,
})
const client = new pg.Client(house.opened.core)
await client.connect()
await client.query(byKeySettings)
const costs = new Map<string, Cost>()
const began = await walPosition()
for (const batch of batches) {
  await client.query('begin')
  for (const { name, text, values } of statementsOf(batch)) {
    const { rows } = await client.query(`explain (analyze, buffers, wal, timing off, format json) ${text}`, [...values])
    const { Plan, 'Execution Time': ms } = (rows[0] as { 'QUERY PLAN': [Plan] })['QUERY PLAN'][0]
    const cost = costs.get(name) ?? { calls: 0, rows: 0, records: 0, bytes: 0, pages: 0, ms: 0, parameters: 0 }
    cost.calls += 1
    cost.rows +=
      Plan['Plans'] === undefined
        ? 0
        : ((Plan['Plans'] as unknown as Record<string, number>[])[0]?.['Actual Rows'] ?? 0)
    cost.records += Plan['WAL Records'] ?? 0
    cost.bytes += Plan['WAL Bytes'] ?? 0
    cost.pages += (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
    cost.ms += ms
    cost.parameters += values.reduce((sum, value) => sum + value.length, 0)
    costs.set(name, cost)
  }
  await client.query('commit')
}
const wal = (await walPosition()) - began
const each = (value: number) => round(value / orders)
console.table(
  [...costs].map(([statement, cost]) => ({
    statement,
    rows: each(cost.rows),
    'WAL records': each(cost.records),
    'WAL bytes': each(cost.bytes),
    pages: each(cost.pages),
    'parameter bytes': each(cost.parameters),
    µs: each(cost.ms * 1_000),
  })),
)
const sum = (of: (cost: Cost) => number) => [...costs.values()].reduce((total, cost) => total + of(cost), 0)
await client.end()
await house.stop()
report({
  bench: 'journal-cost',
  value: each(sum(({ bytes }) => bytes)),
  unit: 'WAL bytes an order',
  baseline: each(wal),
  ratio: round(sum(({ bytes }) => bytes) / wal),
  records: each(sum(({ records }) => records)),
  rows: each(sum(({ rows }) => rows)),
  parameterBytes: each(sum(({ parameters }) => parameters)),
  executionUs: each(sum(({ ms }) => ms * 1_000)),
})

async function walPosition(): Promise<number> {
  const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at`)
  return (rows[0] as { at: number }).at
}
