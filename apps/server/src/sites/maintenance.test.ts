import { randomUUID } from 'node:crypto'
import type { FuturesOrder, FuturesPosition, OverseaOrder, OverseaPosition } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '데이터베이스 교체'
const hour = 3_600_000
let server: TestServer
let people: Record<'admin' | 'admin2' | 'operator' | 'finance', Person>
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  const names = ['admin', 'admin2', 'operator', 'finance'] as const
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await staff(server, name)])),
  ) as typeof people
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const ask = (parts: object = {}, by = people.admin) =>
  by.post('/api/console/maintenance', {
    isEverySite: false,
    until: Date.now() + hour,
    note: '서버를 바꿉니다',
    reason,
    ...parts,
  })
const askLift = (isEverySite = false) => people.admin.post('/api/console/maintenance/lift', { isEverySite, reason })
const agree = (asked: { body: { approvalId: number } }, by = people.admin2) =>
  by.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason })
const close = async (parts: object = {}) => {
  const agreed = await agree(await ask(parts))
  expect(agreed.status).toBe(200)
  return agreed.body
}
const open = async (isEverySite = false) => expect((await agree(await askLift(isEverySite))).status).toBe(200)
const deposit = () => member.post('/api/dnw/apply', { type: 'D', point: '50000' })
/** Changes nothing, in maintenance or not. */
const coupon = (by: { token: string } = member) =>
  server.call('/api/coupon/use', { token: by.token, key: true, body: { promoCode: 'NONE', walletType: 'BINARY' } })
const unknown = [404, 'COUPON_NOT_FOUND']
const infoOf = async (site: string) =>
  (await server.app.inject({ url: `/api/site_info/code?site=${site}` })).json().maintenance

it('takes two SUPERs: nobody else asks, and nobody agrees to what he asked for', async () => {
  expect(refusal(await ask({}, people.operator))).toEqual([403, 'PERMISSION_DENIED'])
  const asked = await ask()
  expect(asked.status).toBe(202)
  expect(refusal(await agree(asked, people.admin))).toEqual([403, 'APPROVAL_SELF'])
  expect(refusal(await agree(asked, people.finance))).toEqual([403, 'PERMISSION_DENIED'])
  expect(refusal(await coupon())).toEqual(unknown)
  expect((await agree(asked)).body).toMatchObject({
    kind: 'MAINTENANCE',
    state: 'APPROVED',
    fields: [
      {
        label: { ko: expect.stringContaining('점검'), en: expect.stringContaining('maintenance') },
        before: { ko: '없음', en: 'None' },
        after: {
          ko: expect.stringContaining('승인 시점 ~'),
          en: expect.stringContaining('When approved ~'),
        },
      },
    ],
  })
  await open()
})

it('refuses what requests money or opens an account, with the end, and lets staff work on what was requested', async () => {
  const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '50000' })).body
  await close()
  const refused = await deposit()
  expect(refusal(refused)).toEqual([503, 'MAINTENANCE'])
  expect(refused.body.params.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  // A guest who names his site in the body alone.
  const named = await server.app.inject({
    method: 'POST',
    url: '/api/player',
    payload: {
      siteInfoId: 1,
      username: 'someone1',
      password: 'lantern-orbit-7',
      name: '홍',
      phone: '010-1',
      nick: 'a',
    },
  })
  expect([named.statusCode, named.json().code]).toEqual([503, 'MAINTENANCE'])
  // What he asked for before is worked off.
  const { version } = (await people.finance.get(`/api/console/dnw/${id}`)).body
  expect((await people.finance.post(`/api/console/dnw/${id}/approve`, { reason, version })).status).toBe(200)
  expect(await infoOf('maru')).toMatchObject({ note: '서버를 바꿉니다', isOn: true })
  await open()
  expect((await deposit()).status).toBe(200)
})

it('leaves open what sees, cancels, protects and closes', async () => {
  const { accessToken: token } = await server.login('demo2')
  const { post, done, openPositions, closedOrder } = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  const market = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  const resting = { ...market, marketType: 'LIMIT', price: '58000' }
  const closing = { ...market, side: 'SHORT', isReduceOnly: true }
  await closedOrder(token, (await done('order', token, market)).id)
  const [limit, other] = [await done('order', token, resting), await done('order', token, resting)]
  const withdrawal = { walletType: 'BINARY', point: '50000', otp: member.otp() }
  const withdrawn = (await member.post('/api/dnw/withdraw/apply', withdrawal)).body
  expect(withdrawn.status).toBe('REQUESTED')

  await close()
  for (const order of [market, resting, { ...market, side: 'SHORT' }])
    expect(refusal(await post('order', token, order))).toEqual([503, 'MAINTENANCE'])
  const bet = { tradeRoundId: 1, point: '5000', type: 'B' }
  expect(refusal(await server.call('/api/trade/history/betting', { token, key: true, body: bet }))).toEqual([
    503,
    'MAINTENANCE',
  ])
  const [position] = await openPositions(token)
  const futuresPositionId = position!.id
  expect((await post('order/tpsl', token, { futuresPositionId, stopLoss: '57000' })).status).toBe(200)
  expect((await post('order/margin', token, { futuresPositionId, amount: '10', type: 'ADD' })).status).toBe(200)
  expect((await post('order/cancel', token, { id: limit.id })).status).toBe(200)
  expect((await post('order/cancel_all', token, {})).body).toEqual({ count: 1, ids: [other.id] })
  const { id } = await done('order', token, closing)
  expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED' })
  expect((await member.post('/api/dnw/cancel', { dnwHistoryId: withdrawn.id })).status).toBe(200)
  for (const path of ['/api/p2p/1/paid', '/api/p2p/1/cancel', '/api/p2p/1/release', '/api/p2p/1/dispute']) {
    const body = path.endsWith('paid')
      ? { reference: 'MARU-1' }
      : path.endsWith('dispute')
        ? { text: '입금했습니다' }
        : {}
    expect(refusal(await member.post(path, body))).toEqual([404, 'ORDER_NOT_FOUND'])
  }
  const night = { overseaPositionId: 1, isActive: false }
  const overnight = await server.call('/api/oversea/overnight', { token, key: true, body: night })
  expect(refusal(overnight)).toEqual([404, 'POSITION_NOT_FOUND'])
  const { refreshToken } = await server.login('demo3')
  expect((await server.call('/api/login', { body: { refreshToken } })).status).toBe(200)
  expect((await server.call('/api/trade/option/list')).status).toBe(200)
  expect((await member.get('/api/wallet/my')).status).toBe(200)
  await open()
})

it('takes an overseas order on the other side as a close where the position covers it, and none that opens', async () => {
  const { accessToken: token } = await server.login('demo4')
  const { post, done, openPositions, closedOrder } = bookCalls<OverseaOrder, OverseaPosition>('oversea', () => server)
  server.feed.setPrice('EURUSD', 110_000)
  server.feed.setBook('EURUSD', { bid: 109_990, ask: 110_010, mark: 110_000 })
  server.feed.trade('EURUSD', 110_000)
  const long = { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', count: 2 }
  await closedOrder(token, (await done('order', token, long)).id)
  await close()
  const short = { ...long, tradeType: 'SHORT' }
  for (const order of [long, { ...short, count: 3 }, { ...short, overseaOptionId: 3 }])
    expect(refusal(await post('order', token, order))).toEqual([503, 'MAINTENANCE'])
  const one = await done('order', token, { ...short, count: 1, tpTick: 10 })
  expect(await closedOrder(token, one.id)).toMatchObject({ status: 'FILLED', isReduceOnly: true })
  expect(await openPositions(token)).toMatchObject([{ count: 1, tpTick: null }])
  const { id } = await done('order', token, { ...short, count: 1, isReduceOnly: true })
  expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED' })
  expect(await openPositions(token)).toEqual([])
  expect(refusal(await post('order', token, { ...short, count: 1 }))).toEqual([503, 'MAINTENANCE'])
  await open()
})

it('answers what was executed and comes again with its reply, and refuses the key of anything else', async () => {
  const { accessToken: token } = await server.login('demo5')
  const futures = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)
  const oversea = bookCalls<OverseaOrder, OverseaPosition>('oversea', () => server)
  const perpetual = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  const contract = { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', count: 1 }
  const keys = { perpetual: randomUUID(), contract: randomUUID(), close: randomUUID(), deposit: randomUUID() }
  const deposits = () =>
    server.call('/api/dnw/apply', { token, key: keys.deposit, body: { type: 'D', point: '50000' } })
  for (const [symbol, price, half] of [
    ['BTCUSDT', 600_000, 1],
    ['EURUSD', 110_000, 10],
  ] as const) {
    server.feed.setPrice(symbol, price)
    server.feed.setBook(symbol, { bid: price - half, ask: price + half, mark: price })
    server.feed.trade(symbol, price)
  }
  const opened = [
    await futures.post('order', token, perpetual, keys.perpetual),
    await oversea.post('order', token, contract, keys.contract),
    await deposits(),
  ]
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
  await oversea.closedOrder(token, opened[1]!.body.id)
  await close()
  const closing = { ...contract, tradeType: 'SHORT' }
  const closed = await oversea.post('order', token, closing, keys.close)
  expect(await oversea.closedOrder(token, closed.body.id)).toMatchObject({ status: 'FILLED' })
  const again = [
    await futures.post('order', token, perpetual, keys.perpetual),
    await oversea.post('order', token, contract, keys.contract),
    await deposits(),
    await oversea.post('order', token, closing, keys.close),
  ]
  expect(again.map(({ status, body }) => [status, body])).toEqual([...opened, closed].map(({ body }) => [200, body]))
  expect(refusal(await futures.post('order', token, { ...perpetual, qty: '0.2' }, keys.perpetual))).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ])
  expect(refusal(await oversea.post('order', token, closing))).toEqual([503, 'MAINTENANCE'])
  await open()
})

it('closes one site alone, or all of whoever asks', async () => {
  const others = async () => (await server.call('/api/player', { siteInfoId: 15, body: {} })).status
  await close()
  expect(await others()).toBe(400)
  await open()
  await close({ isEverySite: true })
  expect(await others()).toBe(503)
  await open()
  expect([await others(), refusal(await coupon())]).toEqual([503, unknown])
  await open(true)
  expect(await others()).toBe(400)
})

it('bars a second person who does not run each of the sites', async () => {
  const asked = await ask({ isEverySite: true })
  const all = (await server.database.run(`select site_ids from staff s join member m on m.id = s.member_id
     where m.username = 'admin2' and s.site_id = 1`)) as unknown as { site_ids: string[] }[]
  const set = (ids: readonly unknown[]) =>
    server.database.run(`update staff set site_ids = '{${ids.join(',')}}' where site_id = 1 and member_id =
      (select id from member where username = 'admin2' and site_id = 1)`)
  await set([1])
  expect(refusal(await agree(asked))).toEqual([403, 'PERMISSION_DENIED'])
  await set(all[0]?.site_ids ?? [])
  expect(refusal(await coupon())).toEqual(unknown)
})

it('begins and ends by itself, and tells open pages both times', async () => {
  const told: boolean[] = []
  server.deps.bus.subscribe('control', (event) => {
    if (event.kind === 'site' && event.siteId === 1) told.push(event.data.maintenance?.isOn ?? false)
  })
  const now = Date.now()
  await close({ from: now + 3_000, until: now + 6_000 })
  expect(refusal(await coupon())).toEqual(unknown)
  expect(await infoOf('maru')).toMatchObject({ isOn: false })
  await until('it begins', () => told.length === 2)
  expect(refusal(await coupon())).toEqual([503, 'MAINTENANCE'])
  await until('it ends', () => told.length === 3)
  expect(refusal(await coupon())).toEqual(unknown)
  expect(await infoOf('maru')).toBeNull()
  expect(told).toEqual([false, true, false])
  expect(refusal(await askLift())).toEqual([422, 'SETTING_INVALID'])
})

it('refuses an end that has come, that is too far, and that went by while it waited', async () => {
  const now = Date.now()
  expect(refusal(await ask({ until: now - 1 }))).toEqual([422, 'SETTING_INVALID'])
  expect(refusal(await ask({ from: now + hour, until: now + hour }))).toEqual([422, 'SETTING_INVALID'])
  expect(refusal(await ask({ until: now + 73 * hour }))).toEqual([422, 'SETTING_INVALID'])
  expect(refusal(await ask({ note: '' }))).toEqual([400, 'INVALID_REQUEST'])
  const end = Date.now() + 1_000
  const asked = await ask({ until: end })
  await until('it is over', () => Date.now() > end)
  expect(refusal(await agree(asked))).toEqual([422, 'SETTING_INVALID'])
  expect(await infoOf('maru')).toBeNull()
})

it('of two who ask at once the later hears what stands by now', async () => {
  const [one, two] = [await ask({ note: '하나입니다' }), await ask({ note: '둘입니다' })]
  expect((await agree(one)).status).toBe(200)
  const late = await agree(two)
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params.newer).toContain('하나입니다')
})

it('stands after a restart, and can be lifted by who asked before it', async () => {
  const lift = await askLift()
  await server.close(true)
  server = await startTestServer({ database: server.database })
  expect(refusal(await coupon())).toEqual([503, 'MAINTENANCE'])
  const { token } = people.admin2
  const path = `/api/console/approvals/${lift.body.approvalId}/approve`
  expect((await server.call(path, { token, key: true, body: { reason }, siteInfoId: 1 })).status).toBe(200)
  expect(refusal(await coupon())).toEqual(unknown)
})
