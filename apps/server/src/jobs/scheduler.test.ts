import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { createScheduler, failedJobs, type Job } from './scheduler.ts'

const minuteMs = 60_000
let database: TestDatabase
let now: number
beforeEach(async () => {
  database = await testDatabase()
  now = Date.UTC(2026, 10, 18, 3)
})
afterEach(() => database.drop())

function schedulerOf(jobs: Job[]) {
  const metrics = new Registry()
  const told: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(JSON.parse(line)) })
  const scheduler = createScheduler({ db: database.db, jobs, now: () => now, log, metrics })
  const value = async (name: string) => (await metrics.getSingleMetric(name)?.get())?.values[0]?.value
  return { ...scheduler, told, value }
}
const counting = (name = 'a') => {
  const job = { name, everyMs: 10 * minuteMs, runs: 0, run: async () => 5 * ++job.runs }
  return job
}

test('a job runs when it is due, and says on its metrics when it did and how much', async () => {
  const job = counting()
  const scheduler = schedulerOf([job])
  await scheduler.runDue()
  await scheduler.runDue()
  now += 10 * minuteMs - 1
  await scheduler.runDue()
  expect(job.runs).toBe(1)
  const second = now
  now += minuteMs
  await scheduler.runDue()
  expect(job.runs).toBe(2)
  expect(await scheduler.value('maru_job_rows_total')).toBe(15)
  expect(await scheduler.value('maru_job_last_success_timestamp_seconds')).toBe(now / 1_000)
  expect(now).toBeGreaterThan(second)
  expect(await database.run('select name, ended_at::text, rows::int from job_run')).toEqual([
    { name: 'a', ended_at: String(now), rows: 10 },
  ])
})

test('of several processes one runs a job: not while another does, nor before it is due again', async () => {
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let started: () => void = () => undefined
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  const slow = {
    name: 'a',
    everyMs: 10 * minuteMs,
    async run() {
      started()
      await finished
      return 1
    },
  }
  const here = counting()
  const first = schedulerOf([slow]).runDue()
  await running
  const second = schedulerOf([here])
  await second.runDue()
  expect(here.runs).toBe(0)
  finish()
  await first
  now += 2 * minuteMs // it looks again, and finds that the other one did it
  await second.runDue()
  expect(here.runs).toBe(0)
  now += 9 * minuteMs
  await second.runDue()
  expect(here.runs).toBe(1)
})

test('what fails is told, holds up no other job, and is tried again after a longer while each time', async () => {
  const other = counting('b')
  let tries = 0
  const bad: Job = {
    name: 'a',
    everyMs: 10 * minuteMs,
    async run() {
      tries += 1
      throw new Error('no luck')
    },
  }
  const scheduler = schedulerOf([bad, other])
  await scheduler.runDue()
  expect([tries, other.runs]).toEqual([1, 1])
  expect(scheduler.told).toMatchObject([{ job: 'a', failed: 1, err: { message: 'no luck' } }])
  const failed = now
  expect(await database.db.system(failedJobs)).toEqual([{ name: 'a', at: failed }])
  expect(await database.run('select name from job_run where ended_at is not null')).toEqual([{ name: 'b' }])
  now += minuteMs - 1
  await scheduler.runDue()
  expect(tries).toBe(1)
  now += minuteMs
  await scheduler.runDue()
  expect(tries).toBe(2)
  now += 2 * minuteMs - 1
  await scheduler.runDue()
  expect(tries).toBe(2)
  now += 2 * minuteMs
  await scheduler.runDue()
  expect(tries).toBe(3)
  expect(await scheduler.value('maru_job_failures_total')).toBe(3)
  // Known to all processes since its first failure, until it ends well.
  expect(await database.db.system(failedJobs)).toEqual([{ name: 'a', at: failed }])
  now += 60 * minuteMs
  await schedulerOf([counting('a')]).runDue()
  expect(await database.db.system(failedJobs)).toEqual([])
})

test('at the end what runs is aborted and waited for, the rest does not begin, and a stopped run does not count', async () => {
  const later = counting('b')
  let ended = false
  let started: () => void = () => undefined
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  const long: Job = {
    name: 'a',
    everyMs: minuteMs,
    async run(signal) {
      started()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      ended = true
      return 1
    },
  }
  const scheduler = schedulerOf([long, later])
  const due = scheduler.runDue()
  await running
  await scheduler.stop()
  await due
  expect([ended, later.runs]).toEqual([true, 0])
  expect(await database.run('select from job_run')).toEqual([])
  expect(scheduler.told).toEqual([])
  await scheduler.runDue()
  expect(later.runs).toBe(0)
})
