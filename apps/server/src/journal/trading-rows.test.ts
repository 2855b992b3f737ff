import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type FillRow,
  type FixingRow,
  type FundingRow,
  type FuturesSettingRow,
  isChanging,
  nameOf,
  noRows,
  type OrderRow,
  type PositionRow,
  type Rows,
  tableNames,
  tables,
} from '@maru/core'
import { marketInstruments } from '@maru/market'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { seizeLease } from '../../test/lease.ts'
import { readSnapshot } from '../runner/restore.ts'
import { demoFuturesOptions, demoOverseaOptions } from '../seed/index.ts'
import { type Changes, collectRows } from './batch.ts'
import { type Journal, openJournal } from './journal.ts'

let database: TestDatabase
let journal: Journal
let epoch: number
let seq = 0

beforeEach(async () => {
  database = await testDatabase()
  epoch = await seizeLease(database.db, 'test')
  journal = await openJournal(database.core, 'main')
  seq = 0
  written.clear()
})
afterEach(async () => {
  await journal.close()
  await database.drop()
})

/** The rows that were written last, by table and key. */
const written = new Map<string, object>()

/** The effects of one call that changes rows. */
function effectsOf(part: Partial<Rows>): Changes {
  const rows = { ...noRows, ...part }
  const before = tableNames.filter(isChanging).map((table) => {
    const nameIn = nameOf(tables[table]) as (row: object) => string
    const earlier = rows[table].map((row) => {
      const name = `${table} ${nameIn(row)}`
      const form = written.get(name) ?? null
      written.set(name, row)
      return form
    })
    return [table, earlier]
  })
  return { rows, before: Object.fromEntries(before) as Changes['before'] }
}

/** Writes each part as one call's effects, all of them in one batch. */
async function write(at: number, ...parts: Partial<Rows>[]): Promise<void> {
  const rows = collectRows()
  for (const part of parts) rows.add(effectsOf(part))
  seq += 1
  await journal.commit({ epoch, seq, at, commands: 0, rows })
}

const option = demoFuturesOptions(1, marketInstruments)[0]!

const order: OrderRow = {
  siteId: 1,
  id: 200_001,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 3,
  side: 'LONG',
  marketType: 'STOPLIMIT',
  qty: 9_007_199_254_740_991,
  price: 600_005,
  triggerPrice: 610_000,
  triggerKind: 'mark',
  triggerDirection: 'rises',
  ticks: null,
  isReduceOnly: false,
  positionId: null,
  takeProfit: 650_000,
  stopLoss: null,
  isMarkTp: true,
  isMarkSl: false,
  leverage: 10,
  marginType: 'ISOLATED',
  tolerancePpm: 5_000,
  isUncovered: false,
  basePrice: 600_001,
  executeAt: 1_150,
  expiresAt: 99_000,
  status: 'NEW',
  filledQty: 0,
  filledQuote: 0n,
  fee: 0n,
  reason: null,
  origin: 'MEMBER',
  acceptedAt: 1_000,
  triggeredAt: null,
  closedAt: null,
}

const position: PositionRow = {
  siteId: 1,
  id: 200_010,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 3,
  followId: null,
  leadLot: null,
  owedClose: 0,
  owedBy: null,
  otherPnl: 0n,
  side: 'SHORT',
  qty: -100,
  entryQuote: -600_000_500_000n,
  leverage: 10,
  marginType: 'CROSS',
  margin: 0n,
  fundingIndex: -123_456_789_012_345_678_901_234_567n,
  fundingFee: -1_000n,
  fee: 240_000_200n,
  realizedPnl: -5n,
  maxQty: 100,
  growth: [{ at: 1_100, qty: 25 }],
  changedAt: 1_100,
  openedQuote: 600_000_500_000n,
  closedQty: 0,
  closedQuote: 0n,
  isWarned: true,
  overnight: null,
  fxRate: null,
  tradingDay: null,
  openedAt: 1_000,
  closedAt: null,
  closeReason: null,
}

const fill: FillRow = {
  siteId: 1,
  id: 200_020,
  book: 'futures',
  orderId: 200_001,
  fanOutId: null,
  positionId: 200_010,
  optionId: 1,
  memberId: 7,
  lot: 3,
  side: 'SHORT',
  marketType: 'MARKET',
  qty: 100,
  quote: 600_000_500_000n,
  fee: 240_000_200n,
  realizedPnl: -5n,
  isClose: false,
  isMaker: false,
  best: 600_000,
  mark: null,
  bookU: 8_812_345_678_901,
  bookTs: 1_150,
  fxRate: null,
  tradingDay: null,
  at: 1_200,
  wall: 1_200,
}

const setting: FuturesSettingRow = { siteId: 1, memberId: 7, optionId: 1, leverage: 25, marginType: 'CROSS' }
const funding: FundingRow = {
  siteGroup: 'main',
  instrument: 'BTCUSDT',
  at: 500,
  rate: -12_345,
  mark: 600_000,
  index: -7_407n * 10n ** 30n,
}

const contract = demoOverseaOptions(1, marketInstruments, 'real')[2]!
const fixing: FixingRow = {
  siteGroup: 'main',
  tradingDay: '2026-03-02',
  rate: 140_025,
  source: 'simulator',
  sourceTs: 400,
  at: 500,
}

const restored = async () => {
  const { futuresOptions, futuresSettings, orders, positions, recentFills, fundings } = await readSnapshot(
    database.db,
    'main',
    { at: 0, wall: 0 },
  )
  return { futuresOptions, futuresSettings, orders, positions, recentFills, fundings }
}

test('rows of trading come back as the core wrote them', async () => {
  const older = { ...funding, at: 400, index: 1n }
  await write(
    2_000,
    { futuresOptions: [option], futuresSettings: [setting], fundings: [older] },
    { orders: [order], positions: [position], fills: [fill], fundings: [funding] },
  )
  expect(await restored()).toEqual({
    futuresOptions: [option],
    futuresSettings: [setting],
    orders: [order],
    positions: [position],
    recentFills: [fill],
    fundings: [funding],
  })
})

test('a changed row keeps its newest form, within a batch and after it', async () => {
  const partly = { ...order, status: 'PARTIALLY_FILLED', filledQty: 5, filledQuote: 7n, positionId: 200_010 } as const
  await write(2_000, { orders: [order], positions: [position] }, { orders: [partly] })
  expect((await restored()).orders).toEqual([partly])

  const triggered = { ...partly, status: 'TRIGGERED', triggerPrice: 1, triggerKind: null, triggeredAt: 2_500 } as const
  const growth = [...position.growth!, { at: 2_600, qty: 100 }]
  const grown = {
    ...position,
    qty: -200,
    maxQty: 200,
    growth,
    changedAt: 2_600,
    margin: 3n,
    marginType: 'ISOLATED',
    isWarned: false,
  } as const
  const stopped = { ...option, isStop: true, brackets: option.brackets.slice(0, 1) }
  await write(
    3_000,
    { orders: [triggered], positions: [grown], futuresOptions: [option] },
    { futuresOptions: [stopped] },
  )
  expect(await restored()).toMatchObject({ orders: [triggered], positions: [grown], futuresOptions: [stopped] })

  const old = { ...grown, growth: null }
  await write(4_000, { positions: [old] })
  expect((await restored()).positions).toEqual([old])
})

test('what is closed does not come back, and a flip in one batch leaves the new position', async () => {
  const closed = { ...position, qty: 0, entryQuote: 0n, closedAt: 2_500, closeReason: 'MEMBER' } as const
  const flipped = { ...position, id: 200_011, side: 'LONG', qty: 50, entryQuote: 5n } as const
  await write(2_000, { orders: [order], positions: [position] })
  await write(2_500, {
    orders: [{ ...order, status: 'CANCELED', reason: 'MEMBER', closedAt: 2_500 }],
    positions: [closed, flipped],
  })
  expect(await restored()).toMatchObject({ orders: [], positions: [flipped] })
})

test('fills of the minute before the newest batch come back, older ones do not', async () => {
  const later = { ...fill, id: 200_021, at: 5_500 }
  await write(65_400, { fills: [fill, later, { ...fill, id: 200_022, at: 5_400 }] })
  expect((await restored()).recentFills).toEqual([later])
})

test('what was open before there were lots is its member’s own', async () => {
  await write(2_000, { orders: [order], positions: [position], fills: [fill] })
  await database.run(`
    alter table trading_order drop column lot;
    alter table trading_position drop column lot;
    alter table trading_fill drop column lot;
    create unique index trading_position_open on trading_position (site_id, member_id, book, option_id)
      where closed_at is null`)
  const folder = join(import.meta.dirname, '../database/migrations')
  await database.run(readFileSync(join(folder, '0134.do.lot.sql'), 'utf8'))
  expect(await restored()).toMatchObject({
    orders: [{ ...order, lot: 0 }],
    positions: [{ ...position, lot: 0 }],
    recentFills: [{ ...fill, lot: 0 }],
  })
  const copied = { ...position, id: 200_014, lot: 4 }
  await write(2_100, { positions: [copied] })
  expect((await restored()).positions.map(({ lot }) => lot)).toEqual([0, 4])
})

test('positions of two lots of a member in one market lie beside each other', async () => {
  const copied = { ...position, id: 200_013, lot: 4 }
  await write(2_000, { positions: [position, copied] })
  expect((await restored()).positions).toEqual([position, copied])
})

test('the database refuses what the rules exclude', async () => {
  const second = { ...position, id: 200_012 }
  await expect(write(2_000, { positions: [position, second] })).rejects.toThrow(/trading_position_open/)
  await expect(database.db.system((tx) => tx.query('update trading_fill set fee = 0'))).rejects.toThrow(/denied/)
  await expect(database.db.tenant(1, (tx) => tx.query('delete from trading_order'))).rejects.toThrow(/denied/)
})

test('contracts, their positions and the newest fixing come back; a position may turn over more than a bigint holds', async () => {
  const later = { ...fixing, tradingDay: '2026-03-03', rate: 139_900 }
  const nights = { overnight: '2026-03-02', fxRate: 140_025, tradingDay: '2026-03-02', marginType: 'CROSS' } as const
  const held = { ...position, ...nights, book: 'oversea', margin: 5n, openedQuote: 10n ** 20n } as const
  const traded = { ...fill, book: 'oversea', fxRate: 140_025, tradingDay: '2026-03-02' } as const
  await write(2_000, { overseaOptions: [contract], fixings: [fixing, later], positions: [held], fills: [traded] })
  const stopped = { ...contract, isStop: true }
  await write(2_100, { overseaOptions: [stopped] })
  const { overseaOptions, fixings, positions, recentFills } = await readSnapshot(database.db, 'main', {
    at: 0,
    wall: 0,
  })
  expect({ overseaOptions, fixings, positions, recentFills }).toEqual({
    overseaOptions: [stopped],
    fixings: [later],
    positions: [held],
    recentFills: [traded],
  })
})
