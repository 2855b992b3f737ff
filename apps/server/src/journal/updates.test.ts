import {
  columnName,
  type Effects,
  fieldsOf,
  InvariantBroken,
  type MoneyDayRow,
  noRows,
  type RoundOption,
  type Rows,
  tables,
  type WalletRow,
} from '@maru/core'
import { marketInstruments } from '@maru/market'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { seizeLease } from '../../test/lease.ts'
import { demoRoundOptions } from '../seed/index.ts'
import { collectRows } from './batch.ts'
import { changesOf } from './changes.ts'
import { type Journal, openJournal } from './journal.ts'
import { statementsOf } from './statements.ts'

let database: TestDatabase
let journal: Journal
let epoch: number
let seq = 0

beforeEach(async () => {
  database = await testDatabase()
  epoch = await seizeLease(database.db, 'test')
  journal = await openJournal(database.core, 'main')
  seq = 0
})
afterEach(async () => {
  await journal.close()
  await database.drop()
})

const wallet: WalletRow = { siteId: 1, memberId: 7, type: 'BINARY', currency: 'KRW', posted: 10n, reserved: 0n }

const [option] = demoRoundOptions(marketInstruments) as [RoundOption]

const changeOf = (row: WalletRow, before: WalletRow | null): Pick<Effects, 'rows' | 'before'> => ({
  rows: { ...noRows, wallets: [row] } satisfies Rows,
  before: { ...noRows, wallets: [before] },
})

function batchOf(...changes: readonly Pick<Effects, 'rows' | 'before'>[]) {
  const batch = collectRows()
  for (const change of changes) batch.add(change)
  return batch
}

async function commit(...changes: readonly Pick<Effects, 'rows' | 'before'>[]): Promise<void> {
  seq += 1
  await journal.commit({ epoch, seq, at: 1, commands: 0, rows: batchOf(...changes) })
}

const otherThan = (value: unknown): unknown =>
  typeof value === 'number'
    ? value + 1
    : typeof value === 'bigint'
      ? value + 1n
      : typeof value === 'boolean'
        ? !value
        : []

/** Open orders of one member, as the book of perpetuals takes them. */
const openOrders = (count: number): Rows['orders'] =>
  Array.from({ length: count }, (_, n) => ({
    siteId: 1,
    id: 1 + n,
    book: 'futures',
    optionId: 1,
    memberId: 7,
    lot: 0,
    side: 'LONG',
    marketType: 'MARKET',
    qty: 1,
    price: null,
    triggerPrice: null,
    triggerKind: null,
    triggerDirection: null,
    ticks: null,
    isReduceOnly: false,
    positionId: null,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    leverage: 1,
    marginType: 'CROSS',
    tolerancePpm: null,
    basePrice: null,
    executeAt: null,
    expiresAt: null,
    isUncovered: false,
    status: 'NEW',
    filledQty: 0,
    filledQuote: 0n,
    fee: 0n,
    reason: null,
    origin: 'MEMBER',
    acceptedAt: 1,
    triggeredAt: null,
    closedAt: null,
  }))

/** How many rows each way of reading has given to the journal. */
async function readsOf(): Promise<{ readonly key: number; readonly others: number; readonly scanned: number }> {
  const [row] = await database.run(`
    select (select sum(idx_tup_read) from pg_stat_all_indexes where indexrelname = 'trading_order_pkey') as key,
      (select sum(idx_tup_read) from pg_stat_all_indexes where relname = 'trading_order' and indexrelname <> 'trading_order_pkey') as others,
      (select seq_tup_read from pg_stat_all_tables where relname = 'trading_order') as scanned`)
  return { key: Number(row?.['key']), others: Number(row?.['others']), scanned: Number(row?.['scanned']) }
}

const stored = () => database.run('select member_id, posted, reserved from wallet order by member_id')

test('a row that is new and changes within its batch is added in its newest form', async () => {
  const later = { ...wallet, reserved: 4n }
  await commit(changeOf(wallet, null), changeOf(later, wallet))
  expect(await stored()).toEqual([{ member_id: '7', posted: '10', reserved: '4' }])
})

test('of a row that changed twice in a batch the columns are written in which its newest form differs from the stored one', async () => {
  await commit(changeOf(wallet, null))
  const once = { ...wallet, posted: 8n, reserved: 4n }
  const twice = { ...once, reserved: 0n }
  const [sent, ...more] = statementsOf(batchOf(changeOf(once, wallet), changeOf(twice, once)))
  expect(more).toEqual([])
  expect(sent?.text).toMatch(/update wallet t set "posted" = newest."posted" from/)
  await commit(changeOf(once, wallet), changeOf(twice, once))
  expect(await stored()).toEqual([{ member_id: '7', posted: '8', reserved: '0' }])
})

test('a row that is again what it was is not written', async () => {
  const once = { ...wallet, reserved: 4n }
  expect([...statementsOf(batchOf(changeOf(once, wallet), changeOf({ ...once, reserved: 0n }, once)))]).toEqual([])
})

test('a row that is added though it is there fails its batch', async () => {
  await commit(changeOf(wallet, null))
  await expect(commit(changeOf({ ...wallet, posted: 99n }, null))).rejects.toThrow(/duplicate key/)
  expect(await stored()).toEqual([{ member_id: '7', posted: '10', reserved: '0' }])
})

test('a row that changes though it is not there fails its batch', async () => {
  await commit(changeOf(wallet, null))
  const other = { ...wallet, memberId: 8 }
  await expect(
    commit(changeOf({ ...wallet, posted: 1n }, wallet), changeOf({ ...other, posted: 9n }, other)),
  ).rejects.toThrow(/1 of 2 changed rows are in the database/)
  expect(await stored()).toEqual([{ member_id: '7', posted: '10', reserved: '0' }])
})

test('changed rows are found by their key, also when the first plan was made for an empty table', async () => {
  await database.run('vacuum analyze trading_order')
  const orders = (rows: Rows['orders'], before: readonly (Rows['orders'][number] | null)[]) =>
    commit({ rows: { ...noRows, orders: [...rows] }, before: { ...noRows, orders: [...before] } })
  const added = (rows: Rows['orders']) =>
    orders(
      rows,
      rows.map(() => null),
    )
  const closed = (rows: Rows['orders']) =>
    orders(
      rows.map((order) => ({ ...order, status: 'CANCELED' as const, closedAt: 2 })),
      rows,
    )
  const [first, ...others] = openOrders(400) as [Rows['orders'][number], ...Rows['orders']]
  await added([first])
  await closed([first])
  await added(others)
  await closed(others.slice(0, 200))
  await journal.close()
  const { key, others: byOthers, scanned } = await readsOf()
  expect(scanned).toBe(0)
  expect(key).toBe(200)
  // One row: the table had no more when the first plan was made.
  expect(byOthers).toBeLessThanOrEqual(1)
})

test('what is fixed by the first form of a row does not change', () => {
  const fields = Object.entries(tables.futuresSettings.columns).map(([field]) => [field, 1])
  const setting = Object.fromEntries(fields) as unknown as Rows['futuresSettings'][number]
  expect(changesOf(tables.futuresSettings, [{ ...setting, leverage: 2 }], [setting]).fields).toEqual(['leverage'])

  const bet = { siteId: 1, id: 2, memberId: 7, status: 0 } as Rows['bets'][number]
  expect(() => changesOf(tables.bets, [{ ...bet, memberId: 8, status: 1 }], [bet])).toThrow(InvariantBroken)
})

test('rows that contradict each other are refused before anything is sent: the next batch finds no open transaction', async () => {
  const [bet, changed] = [
    { siteId: 1, id: 2, memberId: 7 },
    { siteId: 1, id: 2, memberId: 8 },
  ] as Rows['bets']
  await expect(commit({ rows: { ...noRows, bets: [changed!] }, before: { ...noRows, bets: [bet!] } })).rejects.toThrow(
    InvariantBroken,
  )
  seq -= 1
  await commit(changeOf(wallet, null))
  expect(await stored()).toHaveLength(1)
})

test.each([
  ['a number that is not whole', { memberId: 1.5 }],
  ['a number that is not safe', { memberId: 2 ** 53 }],
  ['an amount of more than 64 bits', { posted: 2n ** 63n }],
])('%s is refused before anything is sent', async (_what, changes) => {
  await expect(commit(changeOf({ ...wallet, ...changes }, null))).rejects.toThrow(RangeError)
  expect(await stored()).toEqual([])
})

test('sets of columns beyond those that a connection keeps prepared are written whole', () => {
  const changing = fieldsOf(tables.options, 'changing') as (keyof RoundOption)[]
  const names = new Set<string>()
  for (const first of changing) {
    for (const second of changing) {
      const batch = collectRows()
      const changed = { ...option, [first]: otherThan(option[first]), [second]: otherThan(option[second]) }
      batch.add({ rows: { ...noRows, options: [changed] }, before: { ...noRows, options: [option] } })
      const [{ name, text } = { name: '', text: '' }] = statementsOf(batch)
      names.add(name)
      for (const field of [first, second])
        expect(text).toContain(`"${columnName(field)}" = newest."${columnName(field)}"`)
    }
  }
  expect(names.size).toBeLessThanOrEqual(25)
})

test('a day that is over and forgotten begins again by an upsert: its row is there once', async () => {
  const id = { siteId: 1, memberId: 7, day: '2026-11-28', kind: 'WITHDRAW' } as const
  const day = { ...id, sum: 5n, until: 1_000, closedAt: null }
  const told = (row: MoneyDayRow, before: MoneyDayRow | null) => ({
    rows: { ...noRows, moneyDays: [row] } satisfies Rows,
    before: { ...noRows, moneyDays: [before] },
  })
  await commit(told(day, null))
  await commit(told({ ...day, closedAt: 1_000 }, day))
  await commit(told({ ...day, sum: 7n }, null))
  expect(await database.run('select sum::int, closed_at from money_day')).toEqual([{ sum: 7, closed_at: null }])
})
