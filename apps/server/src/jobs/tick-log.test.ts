import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoundOption, RoundRow } from '@maru/core'
import { chainStart, generateKeyPair, leafHash, toHex, verifyProof, verifyRoundEvidence } from '@maru/evidence'
import { type TickLeaf, TickLog, verifyMinute } from '@maru/market'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { localTimestamper } from '../evidence/index.ts'
import { issueRoundEvidence } from '../evidence/round-evidence.ts'
import { tickProof, ticksAround } from '../market/index.ts'
import { appendMinutes, chainFrom } from '../market/tick-store.ts'
import { roundById } from '../rounds/index.ts'
import { demoRoundOptions } from '../seed/index.ts'
import { tidyTickLog } from './tick-log.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
// A tick a second for half an hour; rounds of 30 s tile it.
const begin = Date.UTC(2026, 0, 5, 3, 0, 0)
const minutes = 30
const startAt = begin + 5 * minuteMs + 30_000
const round = { id: 500, siteId: 1 }
const instrument = {
  symbol: 'BTCUSDT',
  koName: '비트코인',
  kind: 'crypto',
  precision: 1,
  tickUnits: 1,
  contractUnits: 1,
  staleAfterMs: 2_000,
} as const

let database: TestDatabase
let dataDir: string
let option: RoundOption
const pair = generateKeyPair()
const publicKeys = [{ keyId: 'k', publicKey: pair.publicKey, validFrom: 0, validTo: null }]

const leaves: TickLeaf[] = Array.from({ length: minutes * 60 }, (_, i) => ({
  optionId: 'BTCUSDT',
  source: 'test',
  sourceTradeId: String(i),
  sourceTs: begin + i * 1_000,
  recvTs: begin + i * 1_000 + 20,
  price: (60_000 + i / 10).toFixed(1),
  qty: '1',
  seq: i + 1,
}))
const tickOf = (at: number) => {
  const leaf = leaves.find(({ sourceTs }) => sourceTs === at)
  if (!leaf) throw new Error('a tick a second')
  const { optionId, price, ...rest } = leaf
  return { ...rest, instrument: optionId, price: Math.round(Number(price) * 10) }
}
const evidence = async () => {
  const row = (await database.db.tenant(1, (tx) => roundById(tx, 1, round.id))) as RoundRow
  const issuer = { key: { keyId: 'k', secretKey: pair.secretKey }, timestamper: localTimestamper(dataDir), issuedAt: 1 }
  return issueRoundEvidence(database.db, row, option, issuer)
}
const wholeLeft = async () =>
  Number((await database.run('select count(*) as n from tick_log where leaves is not null'))[0]?.['n'])

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'maru-evidence-'))
  option = demoRoundOptions([instrument]).find(({ siteId, type }) => siteId === 1 && type === 'R.5') as RoundOption
  await database.run(
    `insert into round_option values (1, $1, $2, 'BTCUSDT', '비트코인', 'R.5', 1, 'KRW', true, false, 19000, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000)`,
    [option.id, option.stock],
  )
  await database.run(
    `insert into round values (1, $1, $2, 1452, $3::bigint - 30000, $3::bigint - 3000, $3, $3::bigint + 30000, 'SETTLED', 19000, 'A-1', 1, null,
       $4, $5, 0, 0, 0, null, $6, $3::bigint + 31600, $3::bigint + 31600, null, 300, 2000)`,
    [
      round.id,
      option.id,
      startAt,
      JSON.stringify(tickOf(startAt)),
      JSON.stringify(tickOf(startAt + 30_000)),
      JSON.stringify([{ kind: 'feed', instrument: 'BTCUSDT', state: 'live', at: startAt - 60_000 }]),
    ],
  )
  await startAgain()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Fills the log anew, whole; gives what it answers then. */
async function startAgain() {
  await database.run('truncate tick_log, tick_spool')
  const log = new TickLog('BTCUSDT', { chainNo: 0, chain: toHex(chainStart()), minute: begin - minuteMs })
  const closed = [...leaves.map((leaf) => log.append(leaf)), log.closeBefore(begin + minutes * minuteMs)]
  await database.db.system((tx) =>
    appendMinutes(
      tx,
      closed.filter((minute) => minute !== null),
    ),
  )
  const around = new Map<number, TickLeaf[]>()
  for (const at of [startAt, startAt + 30_000]) around.set(at, (await ticksAround(database.db, 'BTCUSDT', at)).ticks)
  const proofs = new Map<number, Awaited<ReturnType<typeof tickProof>>>()
  for (const leaf of [...[...around.values()].flat(), leaves[100]!]) {
    proofs.set(leaf.seq, await tickProof(database.db, { instrument: 'BTCUSDT', ...leaf }))
  }
  return { evidence: await evidence(), around, proofs }
}

/** The house at a time: its newest batch, which the log's own rules go by, and its jobs. */
async function tidyAt(now: number, db = database.db, log = pino({ level: 'silent' })): Promise<number> {
  await database.run('delete from journal_batch')
  await database.run(
    "insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('main', 1, 1, $1, 0, 0)",
    [now],
  )
  return tidyTickLog(db, now, new AbortController().signal, log)
}
/** The whole of the log, to see that nothing changed. */
const everything = () => database.run('select * from tick_log order by instrument, chain_no')

/** Appends a minute of one tick, `later` after the others. */
async function tickLater(later: number): Promise<void> {
  const [head] = (await chainFrom(database.db, 'BTCUSDT', 1, 1_000)).slice(-1)
  const log = new TickLog('BTCUSDT', head!)
  const at = begin + later
  log.append({ ...leaves[0]!, sourceTs: at, recvTs: at, seq: leaves.length + head!.chainNo })
  const closed = log.closeBefore(at + minuteMs)
  await database.db.system((tx) => appendMinutes(tx, [closed!]))
}

test('ticks of the last 90 days stay whole', async () => {
  const before = await everything()
  expect(await tidyAt(begin + 90 * dayMs + minuteMs)).toBe(0)
  expect(await everything()).toEqual(before)
  // The last moment of the oldest minute is older.
  expect(await tidyAt(begin + 90 * dayMs + minuteMs + 1)).toBe(1)
  expect(await wholeLeft()).toBe(minutes - 1)
})

test('a run that stops in between goes on where it was', async () => {
  let calls = 0
  const db = {
    ...database.db,
    system: ((work) => {
      calls += 1
      return calls > 6 ? Promise.reject(new Error('the database is away')) : database.db.system(work)
    }) as typeof database.db.system,
  }
  await expect(tidyAt(begin + 100 * dayMs, db)).rejects.toThrow('away')
  const left = await wholeLeft()
  expect(left).toBeGreaterThan(1)
  expect(left).toBeLessThan(minutes - 1)
})

test('older minutes keep what proves rounds: ticks around, proofs and evidence answer the same, the chain verifies', async () => {
  const atWhole = await startAgain()
  const struck = leaves[100]! // in no round's window: it struck a bet
  await database.run(
    `insert into bet values (1, 900, $1, $2, 7, 'B', 5000, 18500, $3, 0, '00', 1, $4, $5, $4, 0, null, $3)`,
    [round.id, option.id, startAt, tickOf(struck.sourceTs).price, JSON.stringify(tickOf(struck.sourceTs))],
  )
  await database.run(`update round_option set type = 'B1'`)
  expect(await tidyAt(begin + 100 * dayMs)).toBe(minutes)
  expect(await wholeLeft()).toBe(0)
  await database.run(`update round_option set type = 'R.5'`)

  const { evidence: before, proofs, around } = atWhole
  expect(verifyRoundEvidence(before, publicKeys).filter(({ ok }) => !ok)).toEqual([])
  expect(await evidence()).toEqual(before)
  for (const at of [startAt, startAt + 30_000]) {
    const { ticks } = await ticksAround(database.db, 'BTCUSDT', at)
    expect(ticks).toHaveLength(11)
    expect(ticks).toEqual(around.get(at))
    for (const tick of ticks) {
      const proof = await tickProof(database.db, { instrument: 'BTCUSDT', ...tick })
      expect(proof).toEqual(proofs.get(tick.seq))
      expect(verifyProof(leafHash(tick), proof!)).toBe(true)
    }
  }
  expect(await tickProof(database.db, { instrument: 'BTCUSDT', ...struck })).toEqual(proofs.get(struck.seq))
  // Nothing else was kept.
  const kept = (await chainFrom(database.db, 'BTCUSDT', 1, 100)).flatMap((minute) => minute.leaves)
  expect(kept).toHaveLength(23)
  expect(await tickProof(database.db, { instrument: 'BTCUSDT', ...leaves[200]! })).toBeNull()

  let previous = toHex(chainStart())
  for (const minute of await chainFrom(database.db, 'BTCUSDT', 1, 100)) {
    expect(minute.previousChain).toBe(previous)
    expect(verifyMinute(minute)).toBe(true)
    previous = minute.chain
  }
})

test('a quiet market: evidence and what is kept reach back to the deciding tick, also over minutes', async () => {
  const all = leaves.splice(0)
  const decided = startAt + 30_000
  // Nobody traded for three minutes before the end but once, and that one is older and came too late to matter.
  const quietFrom = decided - 180_000
  const older = { ...all[0]!, sourceTs: quietFrom - 500, recvTs: quietFrom + 90_000 }
  const quiet = all.filter(({ sourceTs }) => sourceTs <= quietFrom || sourceTs > decided)
  leaves.push(...[...quiet, older].sort((a, b) => a.recvTs - b.recvTs).map((leaf, i) => ({ ...leaf, seq: i + 1 })))
  const [before] = await database.run('select strike_tick, close_tick from round where id = $1', [round.id])
  const put = (strike: unknown, close: unknown) =>
    database.run('update round set strike_tick = $2, close_tick = $3 where id = $1', [round.id, strike, close])
  try {
    const deciding = JSON.stringify(tickOf(quietFrom))
    await put(deciding, deciding)
    const { evidence: whole } = await startAgain()
    expect(whole.ticks.end.map(({ sourceTs }) => sourceTs - decided)).toEqual([
      -180_000, -180_500, 1_000, 2_000, 3_000, 4_000, 5_000,
    ])
    expect(whole.ticks.start.map(({ sourceTs }) => sourceTs - startAt)).toEqual([-150_000, -150_500])
    const failed = verifyRoundEvidence(whole, publicKeys).filter(({ ok }) => !ok)
    expect(failed.map(({ name }) => name)).toEqual(['result']) // made up: the same price twice
    expect(await tidyAt(begin + 100 * dayMs)).toBeGreaterThan(20)
    expect(await wholeLeft()).toBe(0)
    expect(await evidence()).toEqual(whole)
    const kept = (await chainFrom(database.db, 'BTCUSDT', 1, 100)).flatMap((minute) => minute.leaves)
    expect(kept.filter(({ seq }) => seq !== 101)).toHaveLength(7)
  } finally {
    leaves.splice(0, leaves.length, ...all)
    await put(JSON.stringify(before?.['strike_tick']), JSON.stringify(before?.['close_tick']))
  }
})

test('a second run changes nothing', async () => {
  const before = await everything()
  expect(await tidyAt(begin + 101 * dayMs)).toBe(0)
  expect(await everything()).toEqual(before)
})

test('a minute that does not verify stays whole and is told; those after it are reduced', async () => {
  await startAgain()
  // What only the owner of the table could do: past the rules of the log.
  await database.run('alter table tick_log disable trigger user')
  await database.run(`update tick_log set leaves = (select leaves from tick_log where chain_no = 9) where chain_no = 8`)
  await database.run('alter table tick_log enable trigger user')
  const told: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(line) })
  expect(await tidyAt(begin + 100 * dayMs, database.db, log)).toBe(minutes - 1)
  expect(await wholeLeft()).toBe(1)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('does not verify')
})

test('the log allows this reduction and nothing else', async () => {
  await startAgain()
  await tidyAt(begin + 90 * dayMs + 10 * minuteMs + 1)
  const as = (text: string) => database.db.system((tx) => tx.query(text))
  const before = await everything()
  for (const text of [`update tick_log set root = chain`, `update tick_log set tick_count = 1`, 'truncate tick_log']) {
    await expect(as(text), text).rejects.toThrow(/permission denied/)
  }
  for (const text of [
    `update tick_log set leaves = 'x' where leaves is null`, // whole again
    `update tick_log set kept = 'x' where leaves is null`, // reduced again
    `update tick_log set leaves = 'x' where leaves is not null`, // other ticks
    `update tick_log set leaves = null where chain_no = 12`, // nothing kept
    `update tick_log set leaves = null, kept = 'x' where chain_no = ${minutes}`, // before its time
    `delete from tick_log where chain_no = 1`, // before its time
  ]) {
    await expect(as(text), text).rejects.toMatchObject({ code: 'MR003' })
  }
  // Not even as the owner of the table.
  await expect(database.run('update tick_log set root = chain')).rejects.toMatchObject({ code: 'MR003' })
  expect(await everything()).toEqual(before)
})

test('after five years minutes go from the start of the chain, never the newest, and the chain goes on', async () => {
  await startAgain()
  await tickLater(2 * 366 * dayMs)
  const fiveYears = 5 * 366 * dayMs
  await tidyAt(begin + fiveYears + 25 * minuteMs + 1)
  const kept = await chainFrom(database.db, 'BTCUSDT', 1, 100)
  expect(kept.map(({ chainNo }) => chainNo)).toEqual([26, 27, 28, 29, 30, 31])
  await expect(
    database.db.system((tx) => tx.query('delete from tick_log where chain_no = 27')),
    'a hole',
  ).rejects.toMatchObject({ code: 'MR003' })
  expect(await tidyAt(begin + 20 * fiveYears)).toBe(5)
  expect((await chainFrom(database.db, 'BTCUSDT', 1, 100)).map(({ chainNo }) => chainNo)).toEqual([31])
  await expect(
    database.db.system((tx) => tx.query('delete from tick_log')),
    'the newest',
  ).rejects.toMatchObject({ code: 'MR003' })
  expect(await tidyAt(begin + 20 * fiveYears)).toBe(0)
  await tickLater(21 * fiveYears)
  const [first, second] = await chainFrom(database.db, 'BTCUSDT', 1, 100)
  expect([second?.chainNo, second?.previousChain]).toEqual([32, first?.chain])
})

test('spooled ticks go once their minute is logged, or when nobody closed it for 90 days', async () => {
  const spool = (instrument: string, seq: number, minute: number) =>
    database.run('insert into tick_spool values ($1, $2, $3, $4)', [instrument, seq, minute, '[]'])
  const now = begin + 95 * dayMs
  await startAgain()
  await spool('BTCUSDT', 1, begin) // logged
  await spool('BTCUSDT', 2, now) // open
  await spool('GONE', 1, now - 90 * dayMs - 1)
  await spool('GONE', 2, now - 90 * dayMs)
  await tidyAt(now)
  const left = await database.run('select instrument, first_seq::int as seq from tick_spool order by 1, 2')
  expect(left).toEqual([
    { instrument: 'BTCUSDT', seq: 2 },
    { instrument: 'GONE', seq: 2 },
  ])
  expect(await tidyAt(now)).toBe(0)
})
