import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoundOption, RoundRow } from '@maru/core'
import { chainStart, generateKeyPair, toHex, verifyRoundEvidence } from '@maru/evidence'
import { type TickLeaf, TickLog } from '@maru/market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { tickProof, ticksAround } from '../market/index.ts'
import { appendMinutes } from '../market/tick-store.ts'
import { roundById } from '../rounds/index.ts'
import { demoRoundOptions } from '../seed/index.ts'
import { forgetWindows, thinTickLog } from './retention.ts'
import { issueRoundEvidence } from './round-evidence.ts'
import { localTimestamper, stampChains } from './timestamps.ts'

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
  const log = new TickLog('BTCUSDT', { chainNo: 0, chain: toHex(chainStart()), minute: begin - minuteMs })
  const closed = [...leaves.map((leaf) => log.append(leaf)), log.closeBefore(begin + minutes * minuteMs)]
  await database.db.system((tx) =>
    appendMinutes(
      tx,
      closed.filter((minute) => minute !== null),
    ),
  )
  await database.run(
    `insert into round_option values (1, $1, $2, 'BTCUSDT', '비트코인', 'R.5', 1, 'KRW', true, false, 19000, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000)`,
    [option.id, option.stock],
  )
  await database.run(
    `insert into round values (1, $1, $2, 1452, $3::bigint - 30000, $3::bigint - 3000, $3, $3::bigint + 30000, 'SETTLED', 19000, 'A-1', 1, null,
       $4, $5, 0, 0, 0, null, $6, $3::bigint + 31600, $3::bigint + 31600)`,
    [
      round.id,
      option.id,
      startAt,
      JSON.stringify(tickOf(startAt)),
      JSON.stringify(tickOf(startAt + 30_000)),
      JSON.stringify([{ kind: 'feed', instrument: 'BTCUSDT', state: 'live', at: startAt - 60_000 }]),
    ],
  )
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('ticks of the last 90 days stay whole', async () => {
  expect(await thinTickLog(database.db, 'BTCUSDT', begin + 89 * dayMs)).toBe(0)
  expect(await wholeLeft()).toBe(minutes)
})

test('older ticks go, roots and chain stay, and the evidence of a round is the same as before', async () => {
  const before = await evidence()
  expect(verifyRoundEvidence(before, publicKeys).filter(({ ok }) => !ok)).toEqual([])
  expect(await thinTickLog(database.db, 'BTCUSDT', begin + 100 * dayMs)).toBe(minutes - 10)
  expect(await wholeLeft()).toBe(10)
  expect(await ticksAround(database.db, 'BTCUSDT', startAt)).toEqual([])
  expect(await tickProof(database.db, tickOf(startAt))).toBeNull()
  expect(await evidence()).toEqual(before)
  const [chain] = await database.run('select count(*) as n, count(distinct chain) as chains from tick_log')
  expect(chain).toEqual({ n: String(minutes), chains: String(minutes) })
  expect(await thinTickLog(database.db, 'BTCUSDT', begin + 100 * dayMs)).toBe(0)
})

test('a root or a link can not be changed, nor a minute deleted', async () => {
  for (const text of [
    `update tick_log set root = chain`,
    `update tick_log set tick_count = 1`,
    'delete from tick_log',
  ]) {
    await expect(
      database.db.system((tx) => tx.query(text)),
      text,
    ).rejects.toThrow(/permission denied/)
  }
})

test('the chains are witnessed in a file, which says that it is one', async () => {
  const timestamper = localTimestamper(dataDir)
  expect(timestamper).toMatchObject({ kind: 'local', note: expect.stringContaining('모의') })
  await stampChains(database.db, timestamper, ['BTCUSDT', 'ETHUSDT'], 7)
  await stampChains(database.db, timestamper, ['ETHUSDT'], 8)
  const lines = readFileSync(join(dataDir, 'timestamps.jsonl'), 'utf8').trim().split('\n')
  const [head] = await database.run(`select encode(chain, 'hex') as chain from tick_log order by chain_no desc limit 1`)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      at: 7,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      statement: [
        { instrument: 'BTCUSDT', minute: begin + (minutes - 1) * minuteMs, chainNo: minutes, chain: head?.['chain'] },
      ],
    },
  ])
})

test('windows go after five years', async () => {
  const windows = async () => Number((await database.run('select count(*) as n from evidence_window'))[0]?.['n'])
  expect(await windows()).toBe(2)
  await forgetWindows(database.db, begin + 4 * 365 * dayMs)
  expect(await windows()).toBe(2)
  await forgetWindows(database.db, begin + 6 * 365 * dayMs)
  expect(await windows()).toBe(0)
})
