import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, key, startHttp, unlimited } from '../../test/http-app.ts'
import { registerFutures } from '../futures/index.ts'
import { registerOversea } from '../oversea/index.ts'
import { registerRounds } from '../rounds/index.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({
    rates: unlimited,
    before: (app, deps) => {
      registerRounds(app, deps)
      registerFutures(app, deps)
      registerOversea(app, deps)
    },
  })
})
afterAll(() => house.close())

async function turnSite(moneyMode: 'DEMO' | 'LICENSED'): Promise<void> {
  await house.database.run(`update site set money_mode = $1 where id = 1`, [moneyMode])
  await house.app.sites.load()
}

const orders = [
  ['/api/trade/history/betting', { point: '5000', tradeRoundId: 1, type: 'B' }],
  ['/api/futures/order', { futuresOptionId: 9, side: 'LONG', marketType: 'MARKET', qty: '1' }],
  ['/api/oversea/order', { overseaOptionId: 9, tradeType: 'LONG', marketType: 'MARKET', count: 1 }],
] as const

const bearer = async (username: string) => ({ authorization: `Bearer ${(await house.login(username)).accessToken}` })
const codeOf = async (headers: object, url: string, payload: object): Promise<string> =>
  (await house.app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': key() }, payload })).json()
    .code
const codes = (headers: object, more: object = {}) =>
  Promise.all(orders.map(([url, body]) => codeOf(headers, url, { ...body, ...more })))

test('J 2: with real money no stake and no opening order is taken before the warning is read, and again each year', async () => {
  const mine = await bearer('demo1')
  await turnSite('LICENSED')
  const required = orders.map(() => 'RISK_ACK_REQUIRED')
  expect(await codes(mine)).toEqual(required)
  await house.app.inject({ method: 'POST', url: '/api/limit/risk', headers: mine, payload: {} })
  const after = await codes(mine)
  expect(after).not.toContain('RISK_ACK_REQUIRED')
  expect(after).not.toContain('INVALID_REQUEST')
  expect(await codes(await bearer('demo2'))).toEqual(required)

  house.wall.offset = 366 * 86_400_000
  expect(await codes(await bearer('demo1'))).toEqual(required)
  house.wall.offset = 0
})

test('J 2: what is open can be closed by those who have not read it', async () => {
  const headers = await bearer('demo3')
  const closing = await Promise.all(
    orders.slice(1).map(([url, body]) => codeOf(headers, url, { ...body, isReduceOnly: true })),
  )
  expect(closing).not.toContain('RISK_ACK_REQUIRED')
  expect(closing).not.toContain('INVALID_REQUEST')
})

test('J 2: on a DEMO site the page asks, and the server takes them', async () => {
  await turnSite('DEMO')
  expect(await codes(await bearer('demo4'))).not.toContain('RISK_ACK_REQUIRED')
})
