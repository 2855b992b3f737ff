import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../test/database.ts'
import { refuseClockBack } from './clock-back.ts'
import { ConfigError } from './config.ts'

const wall = Date.UTC(2026, 10, 28, 15, 0, 0)
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const lines: object[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const start = (at: number, mayLieBack = false) => refuseClockBack(database.db, { wall: at, mayLieBack, log })

test('a house starts on a clock that goes on, or lies back by 5 s at most', async () => {
  await start(wall)
  await database.run(`insert into job_run (name, ended_at, rows) values ('tidy', ${wall}, 0)`)
  for (const at of [wall + 1, wall, wall - 5_000]) await start(at)
  expect(lines).toEqual([])
})

test('on one that lies back further it is refused in one line, unless the flag says so, which is logged', async () => {
  const refused = await start(wall - 5_001).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toBe(
    'the clock lies 5001 ms back: it says 2026-11-28T14:59:54.999Z, the newest row 2026-11-28T15:00:00.000Z; set it right, or CLOCK_BACK=1',
  )
  await start(wall - 5_001, true)
  expect(lines).toMatchObject([{ level: 40, behindMs: 5_001 }])
})

test('what the checks of the books wrote counts too', async () => {
  await database.run(`insert into reconciliation (at, breaks, findings) values (${wall + 60_000}, 0, '[]')`)
  await expect(start(wall + 54_999)).rejects.toThrow(ConfigError)
  await start(wall + 55_000)
})
