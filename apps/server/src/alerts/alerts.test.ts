import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { startPushService } from '../../test/push-service.ts'
import { until } from '../../test/until.ts'
import type { ControlEvent } from '../ports.ts'
import { allNumbers } from '../sites/index.ts'
import { Teller } from './teller.ts'

type Shown = Extract<ControlEvent, { kind: 'message' }>
const stock = 'CR_BTCUSDTPERP'
let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let token: string
let publicKey = ''
const shown: Shown[] = []

/** A member with whom the others have nothing to do; what he waits for shows that what rang before was told. */
let witness: { readonly token: string; readonly id: number }
let witnessed = 0
let witnessPrice = 100_000

const listen = (to: TestServer) =>
  to.deps.bus.subscribe('control', (event) => {
    if (event.kind !== 'message' || !/^(가격|급변) 알림$/.test(event.data.title)) return
    if (event.memberId === witness.id) witnessed += 1
    else shown.push(event)
  })
beforeAll(async () => {
  service = await startPushService(() => publicKey)
  server = await startTestServer({ reach: service.reach, env: service.env })
  listen(server)
  token = (await server.login('demo1')).accessToken
  witness = { token: (await server.login('demo3')).accessToken, id: 1003 }
  publicKey = (await alerts()).publicKey
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  setPrice(100_000)
  service.answers(201)
  for (const { id } of (await alerts()).alerts) await server.call(`/api/alert/${id}/delete`, { token, body: {} })
  shown.length = 0
  service.pushed.length = 0
  pushesBefore = await pushRows()
})

/** A price that is said now and from now on. */
function setPrice(price: number, instrument = 'BTCUSDT'): void {
  server.feed.setPrice(instrument, price)
  server.feed.trade(instrument, price)
}

/** Waits until all that rang so far is told: alerts are told in the order in which they ring. */
async function settled(): Promise<void> {
  const before = witnessed
  witnessPrice += 1
  const price = (witnessPrice / 100).toFixed(2)
  const { id } = await added({ stock: 'CR_ETHUSDTPERP', direction: 'ABOVE', price }, witness.token)
  setPrice(witnessPrice, 'ETHUSDT')
  await until('what the witness waits for', () => witnessed > before)
  await server.call(`/api/alert/${id}/delete`, { token: witness.token, body: {} })
}

let pushesBefore = 0
const pushRows = async () => (await server.database.run(`select from outgoing where kind = 'push'`)).length
/** Pushes that this test asked for: a device hears of nothing else. */
const pushesAsked = async () => (await pushRows()) - pushesBefore

const alerts = async (of = token) => (await server.call('/api/alert', { token: of })).body
const add = (body: object, of = token) => server.call('/api/alert', { token: of, body: { stock, ...body } })
async function added(body: object, of = token) {
  const answer = await add(body, of)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const subscribe = (body: object, of = token) => server.call('/api/push/subscribe', { token: of, body })
const said = () => shown.map(({ data }) => data.content)

describe('a price alert', () => {
  it('rings once at its price: on the open page and on the device', async () => {
    expect((await subscribe(service.subscribe())).body).toEqual({ devices: 1 })
    const { id } = await added({ direction: 'ABOVE', price: '10100.0' })
    setPrice(100_999)
    await settled()
    expect(shown).toEqual([])
    setPrice(101_000)
    await until('its push', async () => service.pushed.length > 0)
    expect(service.pushed).toMatchObject([
      { title: '가격 알림', text: expect.stringContaining('10,100.0 이상'), url: '/future' },
    ])
    await until('its message', async () => shown.length > 0)
    expect(said()).toEqual([expect.stringContaining('10,100.0 이상')])
    expect((await alerts()).alerts).toMatchObject([{ id, isOn: false, rungAt: expect.any(Number) }])
    setPrice(100_500)
    setPrice(101_500)
    await settled()
    expect([shown.length, await pushesAsked()]).toEqual([1, 1])
  })
})

it('a repeated alert that another process rang rings here the next time', async () => {
  const { id } = await added({ direction: 'ABOVE', price: '10100.0', isRepeated: true })
  await server.database.run(
    `update price_alert set is_armed = false, rung_at = ${Date.now() - 660_000} where id = ${id}`,
  )
  setPrice(101_000)
  await settled()
  // Two looks at what may be armed again pass.
  const looks = vi.spyOn(server.deps.db, 'system')
  await until('two looks', () => looks.mock.calls.filter(([work]) => work === allNumbers).length > 1)
  looks.mockRestore()
  await settled()
  expect(shown).toEqual([])
  setPrice(100_000)
  await until(
    'it is armed',
    async () => (await server.database.run(`select is_armed from price_alert where id = ${id}`))[0]?.['is_armed'],
  )
  setPrice(101_000)
  await until('its message', async () => shown.length > 0)
})

describe('a move', () => {
  const move = (percent: string, minutes: number) => ({ direction: 'MOVE', move: { percent, minutes } })

  it('rings once when the price has come so far, up or down, and rests', async () => {
    await subscribe(service.subscribe())
    const once = await added(move('3', 5))
    const again = await added({ ...move('5.0', 15), isRepeated: true })
    expect([once, again]).toMatchObject([{ price: null, move: { percent: '3.0', minutes: 5 } }, { isRepeated: true }])
    setPrice(102_999)
    await settled()
    expect(shown).toEqual([])
    setPrice(103_000)
    await until('its push', async () => service.pushed.length > 0)
    expect(service.pushed[0]).toMatchObject({
      title: '급변 알림',
      text: expect.stringMatching(/5분 안에 3\.0% 올랐습니다/),
      url: '/future',
    })
    // From 103,000 down: 5 %, and a fifteenth of it again while the repeated one rests.
    setPrice(97_800)
    await until('the second', async () => shown.length > 1)
    expect(said()[1]).toMatch(/15분 안에 5\.0% 내렸습니다/)
    setPrice(110_000)
    await settled()
    expect(shown.length).toBe(2)
    expect((await alerts()).alerts).toMatchObject([
      { id: again.id, isOn: true, rungAt: expect.any(Number) },
      { id: once.id, isOn: false, rungAt: expect.any(Number) },
    ])
  })

  it('of before the alert was made, or turned on again, rings nothing', async () => {
    setPrice(105_000)
    const { id } = await added(move('3.0', 60))
    setPrice(105_000)
    await settled()
    await server.call(`/api/alert/${id}/turn`, { token, body: { isOn: false } })
    setPrice(109_000)
    await server.call(`/api/alert/${id}/turn`, { token, body: { isOn: true } })
    setPrice(109_000)
    await settled()
    expect(shown).toEqual([])
    setPrice(112_300)
    await until('its message', async () => shown.length > 0)
    expect(said()).toEqual([expect.stringMatching(/60분 안에 3\.0% 올랐습니다/)])
  })

  it('that nobody sees, for the feed is silent, rings when it is live again', async () => {
    await added(move('3.0', 5))
    server.feed.pause('BTCUSDT')
    await until('it is stale', async () => server.deps.market.state('BTCUSDT').feed !== 'live')
    server.feed.setPrice('BTCUSDT', 104_000)
    await settled()
    expect(shown).toEqual([])
    server.feed.resume()
    await until('its message', async () => shown.length > 0)
    expect(said()).toEqual([expect.stringMatching(/5분 안에 4\.0% 올랐습니다/)])
  })

  it.each([
    ['too small', move('0.4', 5), 422, 'ALERT_MOVE_INVALID'],
    ['too large', move('50.1', 5), 422, 'ALERT_MOVE_INVALID'],
    ['between two steps', move('3.05', 5), 422, 'ALERT_MOVE_INVALID'],
    ['of nothing', move('0', 5), 400, 'INVALID_REQUEST'],
    ['within no such time', move('3', 7), 400, 'INVALID_REQUEST'],
    ['with a price', { ...move('3', 5), price: '10100.0' }, 400, 'INVALID_REQUEST'],
    ['without its size', { direction: 'MOVE' }, 400, 'INVALID_REQUEST'],
    ['as a price', { direction: 'MOVE', price: '10100.0' }, 400, 'INVALID_REQUEST'],
    ['in one direction', { ...move('3', 5), direction: 'ABOVE' }, 400, 'INVALID_REQUEST'],
  ])('%s makes no alert', async (_, body, status, code) => {
    expect(refusal(await add(body))).toEqual([status, code])
    expect((await alerts()).alerts).toEqual([])
  })

  it('is waited for once, and beside another size or time', async () => {
    await added(move('3.0', 5))
    expect(refusal(await add(move('3', 5)))).toEqual([409, 'ALERT_EXISTS'])
    await added(move('3.0', 15))
    await added(move('3.5', 5))
    expect((await alerts()).alerts).toHaveLength(3)
  })
})

describe('bad input', () => {
  it.each([
    [
      'a stock that the site does not trade',
      { stock: 'CR_NOPE', direction: 'ABOVE', price: '1' },
      404,
      'STOCK_NOT_FOUND',
    ],
    ['a price between two ticks', { direction: 'ABOVE', price: '10100.05' }, 400, 'PRICE_TICK_INVALID'],
    ['a price that is reached', { direction: 'ABOVE', price: '10000.0' }, 409, 'ALERT_REACHED'],
    ['a price that is passed', { direction: 'BELOW', price: '10000.1' }, 409, 'ALERT_REACHED'],
    ['a price that never comes', { direction: 'ABOVE', price: '100000.1' }, 422, 'ALERT_PRICE_FAR'],
    ['a price that never comes from above', { direction: 'BELOW', price: '999.9' }, 422, 'ALERT_PRICE_FAR'],
    ['a price of nothing', { direction: 'BELOW', price: '0' }, 400, 'INVALID_REQUEST'],
    ['a negative price', { direction: 'BELOW', price: '-5' }, 400, 'INVALID_REQUEST'],
    ['a third direction', { direction: 'AROUND', price: '10100.0' }, 400, 'INVALID_REQUEST'],
    ['more than is asked for', { direction: 'ABOVE', price: '10100.0', memberId: 1 }, 400, 'INVALID_REQUEST'],
  ])('%s makes no alert', async (_, body, status, code) => {
    expect(refusal(await add(body))).toEqual([status, code])
    expect((await alerts()).alerts).toEqual([])
  })

  it('the same alert is refused while it is on; the fifty-first always', async () => {
    await added({ direction: 'ABOVE', price: '10100.0' })
    expect(refusal(await add({ direction: 'ABOVE', price: '10100' }))).toEqual([409, 'ALERT_EXISTS'])
    await Promise.all(Array.from({ length: 48 }, (_, n) => added({ direction: 'ABOVE', price: `${10_200 + n}.0` })))
    // Two at once for the last place: one gets it.
    const two = await Promise.all(['10300.0', '10301.0'].map((price) => add({ direction: 'ABOVE', price })))
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(refusal(await add({ direction: 'BELOW', price: '9000.0' }))).toEqual([409, 'ALERT_LIMIT'])
  })

  it("another member's alert, and another site's, does not exist", async () => {
    const { id } = await added({ direction: 'ABOVE', price: '10100.0' })
    const other = (await server.login('demo2')).accessToken
    for (const path of ['delete', 'turn'])
      expect(
        refusal(
          await server.call(`/api/alert/${id}/${path}`, { token: other, body: path === 'turn' ? { isOn: false } : {} }),
        ),
      ).toEqual([404, 'ALERT_NOT_FOUND'])
    expect((await alerts()).alerts).toHaveLength(1)
    expect((await alerts(other)).alerts).toEqual([])
  })

  it.each([
    ['no address', 'push', 400, 'PUSH_INVALID'],
    ['no TLS', 'http://push.example/1', 400, 'PUSH_INVALID'],
    ['a password in it', 'https://a:b@localhost/1', 400, 'PUSH_INVALID'],
    ['a name of nobody', 'https://nobody.invalid/1', 400, 'PUSH_INVALID'],
    ['another port', 'https://fcm.googleapis.com:8443/1', 400, 'PUSH_INVALID'],
    ['a service that nobody knows', 'https://localhost/1', 400, 'PUSH_INVALID'],
    ['a private network', 'https://10.0.0.1/latest', 422, 'PUSH_PRIVATE'],
    ["the cloud's own", 'https://169.254.169.254/latest/meta-data', 422, 'PUSH_PRIVATE'],
    ['the same in one number', 'https://2852039166/latest', 422, 'PUSH_PRIVATE'],
    ['IPv6 around IPv4', 'https://[::ffff:10.0.0.1]/1', 422, 'PUSH_PRIVATE'],
  ])('a push address with %s is refused', async (_, endpoint, status, code) => {
    const { devices } = await alerts()
    expect(refusal(await subscribe({ ...service.subscribe(), endpoint }))).toEqual([status, code])
    expect((await alerts()).devices).toBe(devices)
  })

  it.each([
    ['a point on no curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short secret', { auth: 'AAAA' }],
  ])('push keys with %s are refused', async (_, keys) => {
    const device = service.subscribe()
    const answer = await subscribe({ ...device, keys: { ...device.keys, ...keys } })
    expect(refusal(answer)).toEqual([400, 'PUSH_KEYS_INVALID'])
  })

  it.each([
    ['an hour that is none', { quiet: { from: '24:00', to: '07:00' } }],
    ['hours without length', { quiet: { from: '07:00', to: '07:00' } }],
    ['a ratio at which the site warns anyway', { earlyRatio: 80 }],
    ['a kind too few', { channels: { PRICE: { app: true, push: true, mail: true } } }],
  ])('a setting with %s changes nothing', async (_, wrong) => {
    const { setting } = await alerts()
    const answer = await server.call('/api/alert/setting', { token, body: { channels: setting.channels, ...wrong } })
    expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST'])
    expect((await alerts()).setting).toEqual(setting)
  })
})

describe('a device', () => {
  const ringOnce = async (price: string, units: number) => {
    await added({ direction: 'ABOVE', price })
    setPrice(units)
  }

  it('that unsubscribed is forgotten with the first 410', async () => {
    const device = service.subscribe()
    const before = (await alerts()).devices
    await subscribe(device)
    expect((await alerts()).devices).toBe(before + 1)
    service.unsubscribe(device)
    await ringOnce('10110.0', 101_100)
    await until('it is forgotten', async () => (await alerts()).devices === before)
    const [row] = await server.database.run(
      `select state, last_error, payload from outgoing where kind = 'push' and state = 'FAILED'`,
    )
    expect(row).toMatchObject({ last_error: 'push service 410: unsubscribed', payload: {} })
  })

  it('whose push service fails is written to again, and gets it once', async () => {
    await subscribe(service.subscribe())
    service.answers(503)
    await ringOnce('10120.0', 101_200)
    await until(
      'a try',
      async () =>
        (await server.database.run(`select 1 from outgoing where kind = 'push' and last_error like '%503%'`)).length >
        0,
    )
    expect(service.pushed).toEqual([])
    service.answers(201)
    await until('the push', async () => service.pushed.length > 0)
  })

  it('whose push service leads to a private address by now is not called, and forgotten', async () => {
    const own = (await server.login('demo2')).accessToken
    await subscribe(service.subscribe(), own)
    const { database } = server
    await server.close(true)
    // From here on the name of the push service is one of the inside.
    server = await startTestServer({ env: service.env, database })
    listen(server)
    expect((await alerts(own)).devices).toBe(1)
    await added({ direction: 'ABOVE', price: '10150.0' }, own)
    setPrice(101_500)
    await until('it is forgotten', async () => (await alerts(own)).devices === 0)
    const failed = await until('its end', async () => {
      const rows = await database.run(`select last_error from outgoing where kind = 'push' and state = 'FAILED'`)
      return rows.find(({ last_error }) => String(last_error).includes('private address'))
    })
    expect(failed).toEqual({ last_error: 'the push service is at a private address' })
    expect(service.pushed).toEqual([])
    await server.close(true)
    server = await startTestServer({ reach: service.reach, env: service.env, database })
    listen(server)
  })

  it('of a service that the house no longer knows is not called, and forgotten', async () => {
    const own = (await server.login('demo5')).accessToken
    await subscribe(service.subscribe(), own)
    const { database } = server
    await server.close(true)
    server = await startTestServer({ reach: service.reach, database })
    listen(server)
    await added({ direction: 'ABOVE', price: '10150.0' }, own)
    setPrice(101_500)
    await until('it is forgotten', async () => (await alerts(own)).devices === 0)
    expect(service.pushed).toEqual([])
    await server.close(true)
    server = await startTestServer({ reach: service.reach, env: service.env, database })
    listen(server)
  })

  it('is reached no more once its member signs out', async () => {
    const session = await server.login('demo5')
    const own = service.subscribe()
    await subscribe(own, session.accessToken)
    await added({ direction: 'ABOVE', price: '10130.0' }, session.accessToken)
    await server.call('/api/logout', { token: session.accessToken, body: {} })
    service.pushed.length = 0
    setPrice(101_300)
    await until('its message', async () => shown.length > 0)
    expect(await pushesAsked()).toBe(0)
  })
})

describe('wishes', () => {
  const quietNow = () => {
    const at = (ms: number) => new Date(Date.now() + 9 * 3_600_000 + ms).toISOString().slice(11, 16)
    return { from: at(-60_000), to: at(3_600_000) }
  }
  const set = async (change: object) => {
    const { setting } = await alerts()
    const body = { channels: setting.channels, ...change }
    expect((await server.call('/api/alert/setting', { token, body })).status).toBe(200)
  }

  it('in quiet hours an alert waits in the box and rings no device; a kind that is off comes nowhere', async () => {
    await subscribe(service.subscribe())
    await set({ quiet: quietNow() })
    await added({ direction: 'ABOVE', price: '10140.0' })
    setPrice(101_400)
    await until('its message', async () => shown.length > 0)
    expect(await pushesAsked()).toBe(0)

    const { setting } = await alerts()
    await set({ channels: { ...setting.channels, PRICE: { app: false, push: false, mail: false } } })
    shown.length = 0
    const { id } = await added({ direction: 'ABOVE', price: '10150.0' })
    setPrice(101_500)
    await until(
      'it rings',
      async () => (await alerts()).alerts.find((one: { id: number }) => one.id === id).rungAt !== null,
    )
    await settled()
    expect([shown, await pushesAsked()]).toEqual([[], 0])
    await set({ channels: setting.channels })
  })
})

it('an alert that a database kept waiting says when it happened, and reaches no device an hour after it', async () => {
  const happenedAt = Date.parse('2026-11-23T05:03:00Z')
  let now = happenedAt
  const written: { text: string; expiresAt: number }[] = []
  const teller = new Teller(
    {
      ...server.deps,
      clocks: { ...server.deps.clocks, wall: () => now },
      db: {
        system: (work: Parameters<TestServer['deps']['db']['system']>[0]) => {
          now += 120_000
          return server.deps.db.system(work)
        },
      } as TestServer['deps']['db'],
    },
    {
      messages: {
        write: (_: unknown, message: (typeof written)[number]) => Promise.resolve(written.push(message)),
        wake() {},
      } as never,
      push: { devicesOf: () => Promise.resolve([{ id: 1, service: 'device' }]) } as never,
      siteOf: () => ({ name: '마루', language: 'ko' }),
    },
  )
  const what = { direction: 'BELOW', price: '9400.0' } as const
  teller.offer({
    siteId: 1,
    memberId: witness.id,
    subject: { kind: 'PRICE', koName: '비트코인', stock, what },
    key: 'late',
  })
  await teller.idle()
  const [said] = written
  expect(JSON.parse(said!.text).text).toBe('14:03 기준 · 비트코인 가격이 9,400.0 이하로 내려갔습니다.')
  expect(said!.expiresAt).toBe(happenedAt + 3_600_000)
})

describe('a restart', () => {
  it('keeps what members wait for, the keys and the devices, and rings once', async () => {
    const { accessToken: own } = await server.login('demo4')
    await subscribe(service.subscribe(), own)
    await added({ direction: 'BELOW', price: '9900.0' }, own)
    await added({ direction: 'ABOVE', price: '10160.0' }, own)
    setPrice(101_600)
    await until('the first', async () => service.pushed.length > 0 && shown.length > 0)
    const { database } = server
    await server.close(true)
    server = await startTestServer({ reach: service.reach, env: service.env, database, prices: { BTCUSDT: 101_700 } })
    listen(server)
    token = (await server.login('demo1')).accessToken
    expect((await alerts(own)).publicKey).toBe(publicKey)
    await settled()
    const texts = () => service.pushed.map(({ text }) => text)
    expect(await pushesAsked()).toBe(1)
    expect(texts()).toEqual([expect.stringContaining('10,160.0 이상')])
    expect(said()).toEqual(texts())
    setPrice(99_000)
    await until('the second', async () => service.pushed.length > 1 && shown.length > 1)
    expect(texts()[1]).toContain('9,900.0 이하')
    expect(said()).toEqual(texts())
  })

  it('counts moves from its own first price on, and rings once', async () => {
    const { accessToken: own } = await server.login('demo5')
    await added({ direction: 'MOVE', move: { percent: '3.0', minutes: 60 } }, own)
    const { database } = server
    await server.close(true)
    shown.length = 0
    server = await startTestServer({ reach: service.reach, env: service.env, database, prices: { BTCUSDT: 120_000 } })
    listen(server)
    await until('the price', () => server.deps.market.state('BTCUSDT').last === 120_000)
    await settled()
    expect(shown).toEqual([])
    setPrice(116_400)
    await until('its message', async () => shown.length > 0)
    setPrice(110_000)
    await settled()
    expect(said()).toEqual([expect.stringMatching(/60분 안에 3\.0% 내렸습니다/)])
  })

  it('tells of money that came in the second in which the process ended, and once', async () => {
    const [member] = await server.database.run(`select id from member where site_id = 1 and username = 'demo4'`)
    const about = async () =>
      (
        await server.database.run(
          `select content from message where member_id = ${member?.['id']} and title = '입출금'`,
        )
      ).length
    const { database } = server
    await server.close(true)
    const now = Date.now()
    await database.run(
      `insert into alert_cursor values ('main', ${now}) on conflict (site_group) do update set at = excluded.at`,
    )
    await database.run(
      `insert into dnw (site_id, id, member_id, type, status, wallet_type, currency, point, fee, won, account, counterparty, house_account, house_sub, reason, flags, steps, approvals, rev, created_at, processed_at)
       values (1, 77, ${member?.['id']}, 'D', 'COMPLETED', 'BINARY', 'KRW', 1000, 0, 1000, '', '', '', '', '', '[]', '[]', '[]', 1, ${now}, ${now})`,
    )
    for (const _ of ['first', 'again']) {
      server = await startTestServer({ reach: service.reach, env: service.env, database })
      listen(server)
      await until('it is told', async () => (await about()) > 0)
      await settled()
      expect(await about()).toBe(1)
      if (_ === 'first') await server.close(true)
    }
  })
})
