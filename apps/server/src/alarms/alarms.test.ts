import { verifyRequest } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, staffOf } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { startWebReceiver } from '../../test/web-receiver.ts'
import { forgetMessages, Messages } from '../outgoing/index.ts'
import { AddressStore, alarmJob, forgetAlarms } from './index.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof startWebReceiver>>
let who: ReturnType<typeof staffOf>
const reason = '야간 당직'
const hourMs = 3_600_000

beforeAll(async () => {
  receiver = await startWebReceiver()
  server = await startTestServer({ reach: receiver.reach })
  who = staffOf(server)
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

/** Looks for what waits, as the job does at `now`. */
const look = (now = Date.now()) => {
  const { deps, app } = server
  const messages = new Messages(deps.config.tokenSecret, deps.bus, deps.clocks.wall)
  const addresses = new AddressStore(deps.config.tokenSecret)
  const sites = () => app.sites.all().filter(({ id }) => id === 1)
  return alarmJob({ deps, sites, addresses, messages, now: () => now }).run(AbortSignal.timeout(60_000))
}
const address = (more: object = {}) => ({
  role: 'FINANCE',
  channel: 'WEBHOOK',
  to: `https://${receiver.host}/hook?token=secret-9876`,
  kinds: ['DEPOSIT'],
  fromHour: 0,
  toHour: 0,
  reason,
  ...more,
})
const add = async (more: object = {}, by = 'operator') =>
  (await who(by)).post('/api/console/alarm_address', address(more))
async function added(more: object = {}) {
  const { status, body } = await add(more)
  expect([status, body.code]).toEqual([200, undefined])
  return body
}
const remove = async (id: number) => (await who('operator')).post(`/api/console/alarm_address/${id}/remove`, { reason })
const alarms = async (by = 'finance') => (await (await who(by)).get('/api/console/alarm')).body.alarms
const take = async (id: number, by: string) => (await who(by)).post(`/api/console/alarm/${id}/take`, {})
const rowsTo = (id: number) =>
  server.database.run(
    `select state, payload, last_error from outgoing where provider = 'alarm-${id}' order by created_at, id`,
  )
async function deposit(username: string) {
  const member = await enrolled(server, username)
  return (await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '300000' })).body.id as number
}

it('a deposit that waits is sent once, signed, repeated until somebody takes it, and then silent', async () => {
  const hook = await added()
  const slack = await added({ channel: 'SLACK', to: `https://${receiver.host}/services/T0` })
  const now = Date.now()
  const id = await deposit('demo1')
  await look(now)
  await look(now)
  await until('both messages', () => receiver.received.length === 2)
  const [first] = receiver.received.filter(({ path }) => path === '/hook?token=secret-9876')
  const [plain] = receiver.received.filter(({ path }) => path === '/services/T0')
  expect(JSON.parse(plain!.body)).toEqual({
    text: '[마루] 확인이 필요합니다. 입금 1건. 콘솔 현황에서 담당하기를 누르면 다시 알리지 않습니다.',
  })
  expect(JSON.parse(first!.body)).toMatchObject({
    event: 'alarm',
    site: 'maru',
    alarms: [{ kind: 'DEPOSIT', subject: String(id), raisedAt: now }],
  })
  const { path, headers, body } = first!
  const signed = { method: 'POST', host: receiver.host, path, body }
  const key = { id: `alarm-${hook.id}`, secret: hook.secret }
  expect(verifyRequest(signed, headers, [key], Date.now())).toMatchObject({ ok: true })
  expect(body).not.toMatch(/300000|300,000|demo1/)

  await server.database.run('update alarm set next_at = 1')
  await look()
  await until('its repetition', () => receiver.received.length === 4)
  const [open] = await alarms()
  expect(open).toMatchObject({ kind: 'DEPOSIT', subject: String(id), takenBy: null })
  expect(await take(open.id, 'finance')).toMatchObject({ status: 200, body: { takenByName: expect.any(String) } })
  expect((await take(open.id, 'finance')).status).toBe(200)
  const late = await take(open.id, 'operator')
  expect([refusal(late), late.body.params.name]).toEqual([[409, 'ALARM_TAKEN'], (await alarms())[0].takenByName])
  await server.database.run('update alarm set next_at = 1')
  expect(await look()).toBe(0)
  expect((await rowsTo(hook.id)).length).toBe(2)

  const { version } = (await (await who('finance')).get(`/api/console/dnw/${id}`)).body
  const rejected = await (await who('finance')).post(`/api/console/dnw/${id}/reject`, { reason, version })
  expect(rejected.status).toBe(200)
  await look()
  expect(await alarms()).toEqual([])
  expect(refusal(await take(open.id, 'operator'))).toEqual([404, 'ALARM_NOT_FOUND'])
  for (const one of [hook, slack]) await remove(one.id)
})

it('an address hears of its kinds in its hours, which may pass midnight, as long as its role may read them', async () => {
  const at = Date.UTC(2026, 10, 30, 14) // 23:00 KST
  const hours = [
    { fromHour: 22, toHour: 6, hears: true },
    { fromHour: 9, toHour: 18, hears: false },
    { fromHour: 23, toHour: 0, hears: true },
    { fromHour: 22, toHour: 23, hears: false },
    { fromHour: 7, toHour: 7, hears: true },
    { fromHour: 0, toHour: 0, kinds: ['WITHDRAWAL'], hears: false },
  ]
  const made = []
  for (const { hears, ...more } of hours) made.push({ ...(await added(more)), hears })
  await deposit('demo2')
  await look(at)
  const told = []
  for (const { id } of made) told.push((await rowsTo(id)).length > 0)
  expect(told).toEqual(hours.map(({ hears }) => hears))
  for (const { id } of made) await remove(id)
})

it('what is stopped, what nobody confirmed, a failing provider and a failed job are tasks and alarms, until they are over', async () => {
  const operator = await who('operator')
  const { run } = server.database
  const stop = (await operator.post('/api/console/stop', { scope: 'LINE', id: 'ROUND', reason })).body
  await run(`insert into provider_breaker values (1, 'bank', 'OPEN', ${Date.now()})`)
  await run(
    `insert into job_run (name, rows, failed_at) values ('ledger', 0, 1) on conflict (name) do update set failed_at = 1`,
  )
  const tasks = async () =>
    (await operator.get('/api/console/overview')).body.tasks
      .filter(({ kind }: { kind: string }) => ['UNCONFIRMED', 'STOPPED', 'PROVIDER', 'JOB'].includes(kind))
      .map(({ kind, name }: Record<string, string>) => [kind, name])
  expect(await tasks()).toEqual([
    ['UNCONFIRMED', 'ROUND'],
    ['PROVIDER', 'bank'],
    ['JOB', 'ledger'],
  ])
  await look()
  const seen = async (by: string) =>
    (await alarms(by))
      .filter(({ kind }: { kind: string }) => kind !== 'DEPOSIT')
      .map(({ kind, subject }: Record<string, string>) => [kind, subject])
  const all = [
    ['STOP', 'ROUND'],
    ['PROVIDER', 'bank'],
    ['JOB', 'ledger'],
  ]
  expect(await seen('operator')).toEqual(all)
  expect(await seen('cs')).toEqual(all.filter(([kind]) => kind !== 'PROVIDER'))
  await (await who('operator2')).post(`/api/console/stop/${stop.id}/confirm`, { reason })
  expect((await tasks())[0]).toEqual(['STOPPED', 'ROUND'])
  await run('delete from provider_breaker')
  await run('update job_run set failed_at = null')
  await look()
  expect(await seen('operator')).toEqual([['STOP', 'ROUND']])
})

it('a message that does not get through is tried again, one that is refused is not, and neither holds up anything', async () => {
  const hook = await added()
  receiver.answers(503)
  await (await who('operator')).post(`/api/console/alarm_address/${hook.id}/try`, { reason })
  const row = await until('an attempt', async () => (await rowsTo(hook.id)).find((one) => one['last_error'] !== null))
  expect(row).toMatchObject({ state: 'QUEUED', last_error: 'the address answers 503' })
  receiver.answers(404)
  await server.database.run(`update outgoing set next_at = 1 where provider = 'alarm-${hook.id}'`)
  server.deps.bus.publish('outgoing', null)
  await until('its end', async () => (await rowsTo(hook.id))[0]?.['state'] === 'FAILED')
  receiver.answers(200)
  await remove(hook.id)
})

it('a mail goes to its address through the house’s mail server, and a test says that it is one', async () => {
  const mail = await added({ channel: 'MAIL', to: 'night@house.example' })
  expect(mail).toMatchObject({ shown: 'night@house.example', secret: null })
  await (await who('operator')).post(`/api/console/alarm_address/${mail.id}/try`, { reason })
  const [row] = await server.database.run(
    `select id, site_id::int as "siteId", payload from outgoing where kind = 'mail' order by created_at desc limit 1`,
  )
  const messages = new Messages(server.deps.config.tokenSecret, server.deps.bus, Date.now)
  expect(messages.open(row as never)).toMatchObject({
    to: 'night@house.example',
    text: '[마루] 테스트 알람입니다. 이 주소로 알람이 옵니다.',
    isForStaff: true,
  })
  await remove(mail.id)
})

it.each([
  ['no address', { to: 'hook' }, 422, 'ALARM_ADDRESS_INVALID'],
  ['http', { to: 'http://example.com/hook' }, 422, 'ALARM_ADDRESS_INVALID'],
  ['a name and password', { to: 'https://a:b@example.com/hook' }, 422, 'ALARM_ADDRESS_INVALID'],
  ['a private network', { to: 'https://10.0.0.1/hook' }, 422, 'ALARM_ADDRESS_PRIVATE'],
  ["the cloud's own", { to: 'https://169.254.169.254/latest' }, 422, 'ALARM_ADDRESS_PRIVATE'],
  ['two mail addresses', { channel: 'MAIL', to: 'a@b.kr, c@d.kr' }, 422, 'ALARM_ADDRESS_INVALID'],
  ['a kind that the role may not see', { role: 'CS', kinds: ['PROVIDER'] }, 422, 'ALARM_KIND_FOR_ROLE'],
  ['no kind', { kinds: [] }, 400, 'INVALID_REQUEST'],
  ['an hour that there is not', { toHour: 24 }, 400, 'INVALID_REQUEST'],
])('%s is refused as an address, and nothing is added', async (_name, more, status, code) => {
  expect(refusal(await add(more))).toEqual([status, code])
  expect((await (await who('operator')).get('/api/console/alarm_address')).body.addresses).toEqual([])
})

it('SITE and SUPER set addresses, others read them without their secret; a repeated call adds one', async () => {
  for (const by of ['finance', 'cs', 'audit']) expect(refusal(await add({}, by))).toEqual([403, 'PERMISSION_DENIED'])
  const operator = await who('operator')
  const key = crypto.randomUUID()
  const once = await operator.post('/api/console/alarm_address', address(), 1, key)
  const again = await operator.post('/api/console/alarm_address', address(), 1, key)
  expect(again.body).toEqual(once.body)
  const list = await (await who('audit')).get('/api/console/alarm_address')
  expect(list.body.addresses).toEqual([expect.objectContaining({ id: once.body.id, shown: `${receiver.host} …9876` })])
  expect(JSON.stringify(list.body)).not.toMatch(new RegExp(`${once.body.secret}|secret-9876`))
  const acts = await (await who('audit')).get('/api/console/audit?action=alarm_address&kind=ACTS')
  expect(JSON.stringify(acts.body)).not.toMatch(new RegExp(`${once.body.secret}|secret-9876`))
  expect(refusal(await (await who('audit')).post('/api/console/alarm/1/take', {}))).toEqual([403, 'PERMISSION_DENIED'])
  await remove(once.body.id)
  expect(refusal(await remove(once.body.id))).toEqual([404, 'ALARM_ADDRESS_NOT_FOUND'])
})

it('what was sent and what is over is forgotten after a while', async () => {
  const { db } = server.deps
  await server.database.run(`update alarm set closed_at = 1`)
  expect(await db.system((tx) => forgetAlarms(tx, 2, 100))).toBeGreaterThan(0)
  await db.system((tx) => forgetMessages(tx, Date.now() + hourMs, 1_000))
  expect(await server.database.run(`select 1 from outgoing where kind = 'alarm' and closed_at is not null`)).toEqual([])
})
