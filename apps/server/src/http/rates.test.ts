import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HttpHouse, key, startHttp } from '../../test/http-app.ts'
import { registerRounds } from '../rounds/index.ts'
import { defaultRates } from './index.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ before: registerRounds })
})
afterAll(() => house.close())
afterEach(() => void vi.useRealTimers())

/** What is counted from here on falls into one second, however long it takes. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
const post = (token: string, path: string, payload: object) =>
  house.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key() },
    payload,
  })

describe('rate limits', () => {
  it('let an account sign in five times a minute from an address, and say when to try again', async () => {
    for (let i = 0; i < 5; i++) await house.login('demo1')
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/login?siteInfoId=1',
      payload: { username: 'demo1', password: 'demo-pass-2026' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await house.login('demo2')
    const rows = await house.database.run("select points from rate_limit where key like 'login:%demo1%'")
    expect(rows).toEqual([{ points: 6 }])
  })

  it('let a member place ten orders a second, and others go on', async () => {
    const bet = (token: string) => post(token, 'trade/history/betting', { point: 5000, tradeRoundId: 1, type: 'B' })
    const { accessToken } = await house.login('demo3')
    holdTime()
    const answers = await Promise.all(Array.from({ length: 15 }, () => bet(accessToken)))
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(5)
    expect((await bet((await house.login('demo4')).accessToken)).json().code).toBe('HISTORY_NOT_FOUND')
  })

  it('let a member set limits ten times a minute; what is too much changes nothing', async () => {
    const set = (token: string, won: number) =>
      post(token, 'limit/set', { limits: [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount: String(won) }] })
    const { accessToken } = await house.login('demo3')
    const other = (await house.login('demo4')).accessToken
    holdTime()
    for (let won = 100_000; won > 90_000; won -= 1_000) expect((await set(accessToken, won)).statusCode).toBe(200)
    const refused = await set(accessToken, 50_000)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const mine = await house.app.inject({ url: '/api/limit/my', headers: { authorization: `Bearer ${accessToken}` } })
    expect(mine.json().limits).toMatchObject([{ amount: '91000' }])
    expect((await set(other, 50_000)).statusCode).toBe(200)
  })

  it('let a member abandon thirty commands a minute', async () => {
    const abandon = (token: string) => post(token, `command/${key()}/abandon`, {})
    const { accessToken } = await house.login('demo3')
    const other = (await house.login('demo4')).accessToken
    holdTime()
    for (let n = 0; n < 30; n += 1) expect((await abandon(accessToken)).json().code).toBe('COMMAND_UNKNOWN')
    const refused = await abandon(accessToken)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect((await abandon(other)).json().code).toBe('COMMAND_UNKNOWN')
  })

  it('let an address read three hundred times a minute without a sign-in, and others go on', async () => {
    const heavy = ['public/trade_round', 'trade/round/summary/daily', 'trade/game/round/list?tradeOptionId=1']
    const read = async (remoteAddress: string, path = heavy[0]) => {
      const answer = await house.app.inject({ url: `/api/${path}`, query: { siteInfoId: '1' }, remoteAddress })
      return answer.statusCode === 429 ? answer.json().code : answer.statusCode
    }
    holdTime()
    for (let n = 0; n < 30; n += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => read('203.0.113.5')))
      expect(new Set(answers)).toEqual(new Set([200]))
    }
    for (const path of heavy) expect([path, await read('203.0.113.5', path)]).toEqual([path, 'RATE_LIMITED'])
    expect(await read('203.0.113.6')).toBe(200)
  })

  it('let a session refresh thirty times a minute', async () => {
    let { refreshToken } = await house.login('demo5')
    const refresh = () =>
      house.app.inject({ method: 'POST', url: '/api/login?siteInfoId=1', payload: { refreshToken } })
    for (let i = 0; i < 30; i++) refreshToken = (await refresh()).json().refreshToken
    expect((await refresh()).json().code).toBe('RATE_LIMITED')
  })
})

it('the operations page names every rate as it is', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  for (const [rate, { points, seconds }] of Object.entries(defaultRates)) {
    expect(page).toContain(`| \`${rate}\` | ${points} | ${seconds} s |`)
  }
})
