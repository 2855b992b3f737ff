import type { AlertKind } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { inbox } from '../../test/inbox.ts'
import { staff } from '../../test/money-house.ts'
import { startPushService } from '../../test/push-service.ts'
import { until } from '../../test/until.ts'

const btc = 1
const mail = 'demo2@example.kr'
const everywhere = { app: true, push: true, mail: true }
const nowhere = { app: false, push: false, mail: false }
const kinds: readonly AlertKind[] = ['PRICE', 'LIQUIDATION', 'ROUND', 'ORDER', 'MONEY', 'ECONOMIC']

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let publicKey = ''
/** One hears of everything everywhere, the other of nothing. */
let token: string
let deaf: string
beforeAll(async () => {
  service = await startPushService(() => publicKey)
  server = await startTestServer({ reach: service.reach, env: { ...service.env, CLOCK_SPEED: '20' } })
  token = (await server.login('demo2')).accessToken
  deaf = (await server.login('demo3')).accessToken
  publicKey = (await server.call('/api/alert', { token })).body.publicKey
  await server.database.run(
    `update member set email_verified_at = 1, email = case username when 'demo2' then '${mail}' else 'deaf@example.kr' end
      where site_id = 1 and username in ('demo2', 'demo3')`,
  )
  await choose(token, everywhere, { earlyRatio: 30 })
  await choose(deaf, nowhere)
  for (const who of [token, deaf])
    expect((await server.call('/api/push/subscribe', { token: who, body: service.subscribe() })).status).toBe(200)
  setPrice(600_000)
})
afterAll(async () => {
  await server.close()
  await service.close()
})

async function choose(of: string, channels: typeof everywhere, more: object = {}) {
  const body = { channels: Object.fromEntries(kinds.map((kind) => [kind, channels])), ...more }
  expect((await server.call('/api/alert/setting', { token: of, body })).status).toBe(200)
}
function setPrice(mark: number): void {
  server.feed.setPrice('BTCUSDT', mark)
  server.feed.setBook('BTCUSDT', { bid: mark - 1, ask: mark + 1, mark })
  server.feed.trade('BTCUSDT', mark)
}
async function done(path: string, body: object, of = token) {
  const answer = await server.call(path, { token: of, key: true, body })
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const positions = async (of: string): Promise<unknown[]> =>
  (await server.call('/api/futures/history/open_position', { token: of })).body

/** What a member finds in his box, on his device and in his mail of this text, once all three have it. */
const heard = (title: string, text: RegExp) =>
  until(`${title}: ${text}`, async () => {
    const box = (await server.call('/api/message/list', { token })).body as {
      title: string
      content: string
      kind: string
      link: string
    }[]
    const app = box.filter((one) => one.title === title && text.test(one.content))
    const push = service.pushed.filter((one) => one.title === title && text.test(one.text))
    const mails = (await inbox(server.database)).filter(
      (one) => one.to === mail && one.subject.endsWith(title) && text.test(one.text),
    )
    return app.length > 0 && push.length > 0 && mails.length > 0 && { app, push, mails }
  })
const once = { app: [{}], push: [{}], mails: [{}] }

it('a filled order is told in the app, on the device and by mail, once, to who wants to hear of it', async () => {
  const order = { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.01' }
  for (const who of [token, deaf]) await done('/api/futures/order', order, who)
  for (const who of [token, deaf]) await until('its position', async () => (await positions(who)).length > 0)
  const told = await heard('주문 체결', /매수 주문이 60,000\.\d에 체결되었습니다/)
  expect(told).toMatchObject(once)
  expect(told.push[0]?.url).toBe(`/future/${btc}`)
  expect(told.app[0]).toMatchObject({ kind: 'ORDER', link: `/future/${btc}` })
  // A lock screen shows what it says to anybody: the price of the market, no amount of his.
  expect(JSON.stringify(told)).not.toMatch(/0\.01|USDT\b.*\d원/)
})

it('a margin ratio that nears the liquidation is told from his own percentage on, then as a warning, then as the liquidation', async () => {
  for (const who of [token, deaf]) {
    const close = { futuresOptionId: btc, side: 'SHORT', marketType: 'MARKET', qty: '0.01', isReduceOnly: true }
    await done('/api/futures/order', close, who)
    await until('it is closed', async () => (await positions(who)).length === 0)
    await done('/api/futures/order/margin_type', { futuresOptionId: btc, marginType: 'ISOLATED' }, who)
    await done('/api/futures/order/leverage', { futuresOptionId: btc, leverage: 50 }, who)
    await done('/api/futures/order', { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.01' }, who)
  }
  for (const who of [token, deaf]) await until('its position', async () => (await positions(who)).length > 0)
  // From 30 % on, though the site warns at 80 % only.
  setPrice(594_500)
  const early = await heard('청산 위험', /증거금률이 [3-7]\d\.\d%입니다/)
  expect(early).toMatchObject(once)
  expect(early.push[0]?.url).toBe('/future')
  setPrice(590_900)
  expect(await heard('청산 위험', /증거금률이 [89]\d(\.\d)?%입니다/)).toMatchObject(once)
  setPrice(588_000)
  expect(await heard('청산 알림', /강제청산되었습니다/)).toMatchObject(once)
})

it('the result of a round is told with its number', async () => {
  // The shortest round: it is over in a second and a half at this speed.
  const stake = async (of: string) => {
    const { body } = await server.call('/api/trade/game/current?tradeOptionId=1')
    if (!body.betting?.isBettable) return false
    const bet = { point: '7000', tradeRoundId: body.betting.id, type: 'B' }
    return (await server.call('/api/trade/history/betting', { token: of, key: true, body: bet })).status === 200
  }
  const prices = setInterval(() => setPrice(600_000 + (Date.now() % 100)), 100)
  try {
    for (const who of [token, deaf]) await until('a stake', () => stake(who))
    const told = await heard('회차 결과', /\d+회차: (실현|실격|무효)/)
    expect(told.push[0]?.url).toBe('/exchange/1')
  } finally {
    clearInterval(prices)
  }
})

it('a deposit that is done is told without its amount', async () => {
  const finance = await staff(server, 'finance')
  for (const who of [deaf, token]) {
    const { id } = await done('/api/dnw/apply', { type: 'D', point: '123000' }, who)
    const answer = await finance.post(`/api/console/dnw/${id}/approve`, { reason: '입금 확인', version: 1 })
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status: 'COMPLETED' })
  }
  const told = await heard('입출금', /입금이 완료되었습니다/)
  expect(told).toMatchObject(once)
  expect(told.app[0]).toMatchObject({ kind: 'MONEY', link: '/balances/list' })
  expect(JSON.stringify(told)).not.toMatch(/123,?000/)
})

it('who turned every kind off hears of none of it, in no way', async () => {
  // Whatever was to leave has left.
  const open = `select from outgoing where kind = 'push' and closed_at is null`
  await until('every push', async () => (await server.database.run(open)).length === 0)
  const box = (await server.call('/api/message/list', { token: deaf })).body as { title: string }[]
  expect(box.filter(({ title }) => /주문 체결|청산|회차|입출금/.test(title))).toEqual([])
  expect((await inbox(server.database)).filter(({ to }) => to === 'deaf@example.kr')).toEqual([])
  expect(new Set(service.pushed.map(({ device }) => device)).size).toBe(1)
  expect(refusal(await server.call('/api/alert/setting', { token: deaf, body: { channels: {} } }))[0]).toBe(400)
})
