import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ServerUnderLoad, serverUnderLoad } from '../test/server-under-load.ts'

// A process of its own with a database of its own, which is stopped for longer than callers wait.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: ServerUnderLoad
beforeAll(async () => {
  server = await serverUnderLoad()
})
afterAll(() => server?.close())

const isReady = () =>
  fetch(`${server.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
const newBets = (before: number) => expect.poll(() => server.bets.size, { timeout: 60_000 }).toBeGreaterThan(before)
const read = '/api/trade/game/recent'
const bet = '/api/trade/history/betting'

/** Every answer was one that a client expects: never a 500, and 503 only with the body of the catalogue. */
function expectNoFault(): void {
  const faults = server.answers.filter(({ status, code }) =>
    status === 503 ? code !== 'TRY_AGAIN_LATER' : status === null || status >= 500,
  )
  expect(faults).toEqual([])
  expect(server.child.exitCode).toBeNull()
}

test('the load is one: reads are answered, and bets are taken', async () => {
  await newBets(40)
  const reads = () => server.answers.filter(({ path }) => path.startsWith(read))
  await expect.poll(() => reads().length).toBeGreaterThan(20)
  expect(reads().filter(({ status }) => status !== 200)).toEqual([])
})

test('backends that end under load are answered with TRY_AGAIN_LATER at most, and others take their place', async () => {
  await newBets(3)
  for (const role of ['maru_api', 'maru_core', 'maru_api', 'maru_core', 'maru_core', 'maru_api']) {
    const before = server.answers.length
    const end = () =>
      server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and state is not null`,
      )
    // Right after the last time there may be none yet.
    await expect.poll(async () => (await end()).length).toBeGreaterThan(0)
    await expect.poll(() => server.answers.length).toBeGreaterThan(before + 20)
  }
  await expect.poll(isReady).toBe(true)
  await newBets(server.bets.size)
  expectNoFault()
})

test('a PostgreSQL that stops answers nobody, and everybody is told; once it goes on, so does the house', async () => {
  await expect.poll(isReady).toBe(true)
  const seen = server.answers.length
  const stopped = server.postgresProcesses()
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  const turnedAway = (path: string) =>
    server.answers.slice(seen).some((answer) => answer.path.startsWith(path) && answer.status === 503)
  await expect.poll(isReady).toBe(false)
  await expect.poll(() => turnedAway(read)).toBe(true)
  await expect.poll(() => turnedAway(bet)).toBe(true)
  const { body } = await server.call('/readyz')
  expect(body).toMatchObject({ ready: false, checks: { bus: 'ok' } })
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  await expect.poll(isReady).toBe(true)
  await newBets(server.bets.size)
  server.answers.splice(0, server.answers.length, ...server.answers.filter(({ path }) => path !== '/readyz'))
  expectNoFault()
})

test('a database that takes no writes answers TRY_AGAIN_LATER to what writes; once it does, so does the house, without a restart', async () => {
  const seen = server.answers.length
  const setReadOnly = async (to: 'on' | 'off') => {
    await server.sql(`alter system set default_transaction_read_only = ${to}`)
    await server.sql('select pg_reload_conf()')
  }
  const turnedAway = () =>
    server.answers.slice(seen).filter(({ path, status }) => path.startsWith(bet) && status === 503)
  await setReadOnly('on')
  await expect.poll(() => turnedAway().length, { timeout: 60_000 }).toBeGreaterThan(10)
  await setReadOnly('off')
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  await newBets(server.bets.size)
  server.answers.splice(0, server.answers.length, ...server.answers.filter(({ path }) => path !== '/readyz'))
  expectNoFault()
})

test('a database without a free connection answers TRY_AGAIN_LATER to what needs one; once it has some, so does the house, without a restart', async () => {
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  const seen = server.answers.length
  const turnedAway = () =>
    server.answers.slice(seen).filter(({ path, status }) => path.startsWith(bet) && status === 503)
  const release = await server.exhaust()
  await expect.poll(() => turnedAway().length).toBeGreaterThan(10)
  await release()
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  await newBets(server.bets.size)
  server.answers.splice(0, server.answers.length, ...server.answers.filter(({ path }) => path !== '/readyz'))
  expectNoFault()
})

test('a postmaster that is killed is started again by itself, with everything that was acknowledged', async () => {
  const before = server.postmaster()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.answers.at(-1)?.status).toBe(503)
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
  expect(server.postmaster()).not.toBe(before)
  await newBets(server.bets.size)
  expectNoFault()
})

test('what was acknowledged exists once, with the key that asked for it, and nothing else does', async () => {
  await server.endLoad()
  await expect.poll(isReady).toBe(true)
  const stored = await server.sql(
    `select key::text, (body::json->>'id')::bigint as id from stored_reply where status = 200 and route like '%history/betting'`,
  )
  const bets = await server.sql('select id from bet')
  expect(new Set(bets.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => id)))
  const replies = new Map(stored.map(({ key, id }) => [key, Number(id)]))
  for (const [key, id] of server.bets) expect([key, replies.get(key)]).toEqual([key, id])
})
