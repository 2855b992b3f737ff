import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { atLeastOf } from './version.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_990, ask: 600_010, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  while ((await server.call('/readyz')).status !== 200) await sleep(50)
  token = (await server.login('demo1')).accessToken
})
afterAll(() => server.close())

const order = { futuresOptionId: 1, side: 'LONG', marketType: 'LIMIT', qty: '0.01', price: '59000' }
const place = () =>
  fetch(`${server.url}/api/futures/order?siteInfoId=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(order),
  })
const open = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/futures/history/open_order?siteInfoId=1`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
const openOrders = async () => (await (await open()).json()) as unknown[]
const isSettled = (one: Promise<unknown>) => Promise.race([one.then(() => true), sleep(200, false)])
/** No batch is committed while `work` runs; the core goes on executing. */
const whileHeld = (work: () => Promise<void>) =>
  server.deps.db.system(async (tx) => {
    await tx.query('select from core_lease for update')
    await work()
  })

test('an order is shown once it is durable, and its reply names the state that shows it', async () => {
  let placed: Promise<Response> | undefined
  let read: Promise<Response> | undefined
  await whileHeld(async () => {
    placed = place()
    await sleep(300) // it is executed, not committed
    read = open()
    expect(await isSettled(read)).toBe(false)
    expect(await isSettled(placed)).toBe(false)
    // What the order does not touch is answered meanwhile.
    const options = fetch(`${server.url}/api/futures/option/list?siteInfoId=1`)
    expect((await options).status).toBe(200)
  })
  const version = (await placed)?.headers.get('x-maru-version')
  expect(version).toMatch(/^\d+\.\d+$/)
  expect(await (await read)?.json()).toHaveLength(1)
  const after = await open({ 'x-maru-at-least': version! })
  expect(after.status).toBe(200)
  expect(await after.json()).toHaveLength(1)
})

test('an order whose batch fails was never shown: who reads meanwhile is told TRY_AGAIN_LATER', async () => {
  const before = await openOrders()
  let answers: Promise<Response[]> | undefined
  await whileHeld(async () => {
    answers = Promise.all([place(), sleep(300).then(() => open())])
    await sleep(500)
    await server.database.run(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'maru journal' and datname = current_database()`,
    )
  })
  for (const answer of (await answers) ?? []) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'TRY_AGAIN_LATER' })
  }
  await expect.poll(async () => (await open()).status).toBe(200)
  expect(await openOrders()).toEqual(before)
})

test('a state that nobody was told of is refused at once, and a header that names none is no request', async () => {
  const { epoch } = server.runner
  for (const made of [`${epoch}.999999999999999`, `${epoch + 1}.0`]) {
    const began = performance.now()
    expect((await open({ 'x-maru-at-least': made })).status).toBe(503)
    expect(performance.now() - began).toBeLessThan(500)
  }
  for (const broken of ['', '1', '1.', '.1', '-1.1', '1.1.1', '1e3.1', ' 1.1x', '1.1, 1.2', '9'.repeat(5_000), '１.１'])
    if (/^[\x20-\x7e]*$/.test(broken))
      expect([broken, (await open({ 'x-maru-at-least': broken })).status]).toEqual([broken, 400])
    else expect(() => atLeastOf({ headers: { 'x-maru-at-least': broken } })).toThrow()
  expect(atLeastOf({ headers: { 'x-maru-at-least': `${epoch}.7` } })).toEqual({ epoch, batch: 7 })
  expect(atLeastOf({ headers: {} })).toBeNull()
})
