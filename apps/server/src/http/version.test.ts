import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { atLeastOf } from './version.ts'

let server: TestServer
let token: string
/** Of a member who has no orders. */
let other: string

beforeAll(async () => {
  server = await startTestServer()
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_990, ask: 600_010, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  await until('the house is ready', async () => (await server.call('/readyz')).status === 200)
  token = (await server.login('demo1')).accessToken
  other = (await server.login('demo2')).accessToken
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
const open = (headers: Record<string, string> = {}, of = token) =>
  fetch(`${server.url}/api/futures/history/open_order?siteInfoId=1`, {
    headers: { authorization: `Bearer ${of}`, ...headers },
  })
const openOrders = async () => (await (await open()).json()) as unknown[]
/**
 * A read that waits for an order which is being placed: one that was answered while another member read twice was answered from the
 * state before the order.
 */
const waitingRead = (before: unknown[]) =>
  until('a read that waits', async () => {
    const read = open()
    let answer: Response | undefined
    void read.then((response) => {
      answer = response
    })
    for (let reads = 0; reads < 2; reads += 1) expect((await open({}, other)).status).toBe(200)
    if (answer === undefined) return { read }
    expect(await answer.json()).toEqual(before)
    return null
  })
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
    let isAnswered = false
    void placed.then(() => {
      isAnswered = true
    })
    read = (await waitingRead([])).read
    expect(isAnswered).toBe(false)
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
    const placed = place()
    const { read } = await waitingRead(before)
    answers = Promise.all([placed, read])
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
    let status: number | null = null
    void open({ 'x-maru-at-least': made }).then((answer) => {
      status = answer.status
    })
    // It is there no later than what is asked for after it.
    for (let reads = 0; reads < 3; reads += 1) await open({}, other)
    expect(status).toBe(503)
  }
  for (const broken of ['', '1', '1.', '.1', '-1.1', '1.1.1', '1e3.1', ' 1.1x', '1.1, 1.2', '9'.repeat(5_000), '１.１'])
    if (/^[\x20-\x7e]*$/.test(broken))
      expect([broken, (await open({ 'x-maru-at-least': broken })).status]).toEqual([broken, 400])
    else expect(() => atLeastOf({ headers: { 'x-maru-at-least': broken } })).toThrow()
  expect(atLeastOf({ headers: { 'x-maru-at-least': `${epoch}.7` } })).toEqual({ epoch, batch: 7 })
  expect(atLeastOf({ headers: {} })).toBeNull()
})
