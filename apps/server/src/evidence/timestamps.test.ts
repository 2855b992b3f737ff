import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainStart, toHex } from '@maru/evidence'
import { TickLog } from '@maru/market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { appendMinutes } from '../market/tick-store.ts'
import { localTimestamper, stampChains } from './timestamps.ts'

const minuteMs = 60_000
const begin = Date.UTC(2026, 0, 5, 3, 0, 0)
const minutes = 2
let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  database = await testDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'maru-evidence-'))
  const log = new TickLog('BTCUSDT', { chainNo: 0, chain: toHex(chainStart()), minute: begin - minuteMs })
  const leaf = { optionId: 'BTCUSDT', source: 'test', sourceTradeId: '1', price: '1.0', qty: '1' }
  const closed = Array.from({ length: minutes }, (_, i) => {
    const at = begin + i * minuteMs
    log.append({ ...leaf, sourceTs: at, recvTs: at, seq: i + 1 })
    return log.closeBefore(at + minuteMs)
  })
  await database.db.system((tx) =>
    appendMinutes(
      tx,
      closed.filter((minute) => minute !== null),
    ),
  )
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
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
