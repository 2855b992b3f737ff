import { type Book, books, bySystem, type Command, coreOf } from '@maru/core'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { openBus } from '../bus/index.ts'
import { makeClocks } from '../clocks.ts'
import { allocateIds } from '../database/index.ts'
import { startRunner } from './runner.ts'
import type { Runner } from './setup.ts'

interface Alarm {
  readonly clock: 'due' | 'dueWall'
  readonly at: number
}
interface Rung extends Alarm {
  readonly domain: number
  readonly wall: number
}

const start = Date.UTC(2026, 0, 5, 3, 0, 0)
let database: TestDatabase
let runner: Runner
let rung: Rung[]

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(() => runner.stop())
afterAll(() => database.drop())

/** Rings at a time of either clock. */
const alarms = {
  name: 'alarms',
  commands: {
    setAlarm: {
      actors: ['system'],
      key: 'none',
      run(state: Record<Alarm['clock'], { push(at: number, task: unknown): void }>, { alarm }: { alarm: Alarm }) {
        state[alarm.clock].push(alarm.at, (_state: unknown, turn: { at: number; wall: number }) =>
          rung.push({ ...alarm, domain: turn.at, wall: turn.wall }),
        )
        return { status: 200, body: null }
      },
    },
  },
} as unknown as Book

async function run(speed: number) {
  rung = []
  const clocks = makeClocks({ start, speed, notBefore: null })
  runner = await startRunner({
    db: database.db,
    connection: database.core,
    siteGroup: 'main',
    createCore: coreOf([...books, alarms]),
    clocks,
    ids: await allocateIds(database.db, () => undefined),
    bus: openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    holder: 'test',
    onFatal: () => undefined,
  })
  return clocks
}

const set = (alarm: Alarm) => runner.submit({ kind: 'setAlarm', ...bySystem(null), alarm } as unknown as Command)

test('the runner wakes for what is due by the wall clock, while the domain clock all but stands', async () => {
  const clocks = await run(0.000_1)
  const alarm: Alarm = { clock: 'dueWall', at: clocks.wall() + 200 }
  await set(alarm)
  // A later one that is set after it does not take its place.
  await set({ clock: 'dueWall', at: alarm.at + 3_600_000 })
  await expect.poll(() => rung).toMatchObject([alarm])
  expect(rung[0]!.wall).toBeGreaterThanOrEqual(alarm.at)
  expect(rung[0]!.domain).toBeLessThan(start + 1_000)
})

test('a domain clock of another start and speed decides alone about what is due by it, and the wall clock about the rest', async () => {
  const clocks = await run(1_000)
  const byDomain: Alarm = { clock: 'due', at: clocks.domain.now() + 100_000 }
  const byWall: Alarm = { clock: 'dueWall', at: clocks.wall() + 1_000 }
  await set(byDomain)
  await set(byWall)
  await expect.poll(() => rung).toMatchObject([byDomain, byWall])
  const [first, second] = rung as [Rung, Rung]
  expect(first.domain).toBeGreaterThanOrEqual(byDomain.at)
  expect(second.wall).toBeGreaterThanOrEqual(byWall.at)
})
