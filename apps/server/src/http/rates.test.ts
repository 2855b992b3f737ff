import { readFileSync } from 'node:fs'
import { tradeEndpoints } from '@maru/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HttpHouse, key, startHttp } from '../../test/http-app.ts'
import { CoreAnswer, defaultRates, route } from './index.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({
    before: (app, deps) =>
      route(
        app,
        deps,
        tradeEndpoints.betting,
        () => new CoreAnswer({ status: 409, body: { code: 'ROUND_NOT_OPEN', params: {} } }),
      ),
  })
})
afterAll(() => house.close())
afterEach(() => void vi.useRealTimers())

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
    const bet = (token: string) =>
      house.app.inject({
        method: 'POST',
        url: '/api/trade/history/betting',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key() },
        payload: { point: 5000, tradeRoundId: 1, type: 'B' },
      })
    const { accessToken } = await house.login('demo3')
    // All of them in the same second, however long they take.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const answers = await Promise.all(Array.from({ length: 15 }, () => bet(accessToken)))
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(5)
    expect((await bet((await house.login('demo4')).accessToken)).statusCode).toBe(409)
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
