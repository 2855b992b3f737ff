import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { lossesSince } from './risk-store.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())

const bearer = async (username: string) => ({ authorization: `Bearer ${(await house.login(username)).accessToken}` })
const day = 86_400_000

it('J 2: the warning is due until it is read, on every device, and again after a year', async () => {
  const mine = await bearer('demo1')
  const look = async (headers = mine) => (await house.app.inject({ url: '/api/limit/risk', headers })).json()
  expect(await look()).toEqual({ acknowledgedAt: null, isDue: true })
  const read = await house.app.inject({ method: 'POST', url: '/api/limit/risk', headers: mine, payload: {} })
  expect(read.json()).toMatchObject({ isDue: false })
  expect(await look(await bearer('demo1'))).toEqual(read.json())
  expect(await look(await bearer('demo2'))).toEqual({ acknowledgedAt: null, isDue: true })
  house.wall.offset = 366 * day
  expect(await look(await bearer('demo1'))).toEqual({ ...read.json(), isDue: true })
  house.wall.offset = 0
})

it('J 2: a guest cannot acknowledge, and nothing else is taken in the body', async () => {
  const guest = await house.app.inject({ method: 'POST', url: '/api/limit/risk', payload: {} })
  expect([guest.statusCode, guest.json().code]).toEqual([401, 'UNAUTHENTICATED'])
  const headers = await bearer('demo3')
  const more = await house.app.inject({ method: 'POST', url: '/api/limit/risk', headers, payload: { at: 1 } })
  expect([more.statusCode, more.json().code]).toEqual([400, 'INVALID_REQUEST'])
})

it('J 2: the share of losing accounts is open to guests and says no percentage of fewer than 20 accounts', async () => {
  const answer = await house.app.inject({ url: '/api/public/loss_share?siteInfoId=1' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { accounts: 0, losing: 0, percent: null }])
})

it('J 2: accounts that lost more than they won within the year count as losing, those of other sites do not', async () => {
  const { db } = house.deps
  const rows = [
    [1, 9001, 1, 'MEMBER', 7001, -5_000, 'ROUND_LOSS', 1_000],
    [1, 9002, 2, 'MEMBER', 7001, 4_500, 'ROUND_WIN', 1_000],
    [1, 9003, 3, 'MEMBER', 7002, -5_000, 'ROUND_LOSS', 1_000],
    [1, 9004, 4, 'MEMBER', 7002, 9_000, 'ROUND_WIN', 1_000],
    [1, 9005, 5, 'MEMBER', 7003, -5_000, 'ROUND_LOSS', 500],
    [1, 9006, 6, 'MEMBER', 7004, 10_000, 'DEMO_GRANT', 1_000],
    [15, 9007, 7, 'MEMBER', 7005, -5_000, 'ROUND_LOSS', 1_000],
  ]
  await house.database.run(
    `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at)
     select site_id, id, txn_id, account, member_id, 'BINARY', 'KRW', amount, reason, at
       from json_to_recordset($1) as row (site_id bigint, id bigint, txn_id bigint, account text, member_id bigint,
                                          amount bigint, reason text, at bigint)`,
    [
      JSON.stringify(
        rows.map(([site_id, id, txn_id, account, member_id, amount, reason, at]) => ({
          site_id,
          id,
          txn_id,
          account,
          member_id,
          amount,
          reason,
          at,
        })),
      ),
    ],
  )
  expect(await db.tenant(1, (tx) => lossesSince(tx, 1, 500))).toEqual({ accounts: 2, losing: 1 })
  expect(await db.tenant(15, (tx) => lossesSince(tx, 15, 500))).toEqual({ accounts: 1, losing: 1 })
  // Futures count by their own wallet, with their fees.
  await house.database.run(
    `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at) values
       (1, 9011, 11, 'MEMBER', 7002, 'FUTURES', 'USDT', 5, 'FUTURES_PNL', 1000),
       (1, 9012, 12, 'MEMBER', 7002, 'FUTURES', 'USDT', -6, 'FUTURES_FEE', 1000),
       (1, 9013, 13, 'MEMBER', 7003, 'FUTURES', 'USDT', 1, 'FUTURES_FUNDING', 1000)`,
  )
  expect(await db.tenant(1, (tx) => lossesSince(tx, 1, 500))).toEqual({ accounts: 4, losing: 2 })
  // Overseas futures share their wallet with rounds.
  await house.database.run(
    `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at) values
       (1, 9021, 21, 'MEMBER', 7001, 'BINARY', 'KRW', 600, 'OVERSEA_PNL', 1000),
       (1, 9022, 22, 'MEMBER', 7006, 'BINARY', 'KRW', -1, 'OVERSEA_FEE', 1000)`,
  )
  expect(await db.tenant(1, (tx) => lossesSince(tx, 1, 500))).toEqual({ accounts: 5, losing: 2 })
})
