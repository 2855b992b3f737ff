import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ realRates: true })
})
afterAll(() => server.close())

async function configure(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const of = { ...byStaff(1, 1101, '시험'), scope: 'site', optionId: null, effectiveFrom: null } as const
  const reply = await server.deps.core.submit({ kind: 'configure', ...of, changes })
  expect(reply.status).toBe(200)
}
const signIn = (username: string, password: string) => server.call('/api/login', { body: { username, password } })

describe('the numbers of a site', () => {
  it('say when a name is locked, and for how long', async () => {
    await configure({ signInTries: 2, signInLockMs: 120_000 })
    const wrong = async () => refusal(await signIn('demo5', 'not-this-one'))
    expect([await wrong(), await wrong()]).toEqual([
      [401, 'LOGIN_FAILED'],
      [401, 'LOGIN_FAILED'],
    ])
    const locked = await signIn('demo5', 'not-this-one')
    expect(locked.body).toMatchObject({ code: 'ACCOUNT_LOCKED', params: { minutes: 2 } })
  })

  it('say on how many devices a member is signed in, and for how long', async () => {
    await configure({ mostSessions: 1, sessionMs: 7_200_000, sessionIdleMs: 3_600_000 })
    const first = await server.login('demo2')
    await server.login('demo2')
    const rows = await server.database.run(
      `select end_reason, (expires_at - created_at)::int as lasts from login_session
        where member_id = 1002 order by created_at, id`,
    )
    expect(rows).toEqual([
      { end_reason: 'TOO_MANY_SESSIONS', lasts: 7_200_000 },
      { end_reason: null, lasts: 7_200_000 },
    ])
    const ended = await server.call('/api/login', { body: { refreshToken: first.refreshToken } })
    expect(refusal(ended)).toEqual([401, 'SESSION_REVOKED'])
    // Without use for longer than the site says, nothing renews the other one.
    const second = await server.login('demo3')
    await server.database.run('update login_session set rotated_at = rotated_at - 3600000 where member_id = 1003')
    const idle = await server.call('/api/login', { body: { refreshToken: second.refreshToken } })
    expect(refusal(idle)).toEqual([401, 'TOKEN_EXPIRED'])
  })

  it('say what a new member of a DEMO site is given', async () => {
    await configure({ demoGrantWon: '123000', demoGrantUsdt: '0' })
    const person = {
      username: 'granted1',
      password: 'lantern-orbit-7',
      name: '홍길동',
      nick: '받은이',
      phone: '010-3000-0001',
    }
    expect((await server.call('/api/player', { body: person })).status).toBe(200)
    const { user } = (await signIn('granted1', person.password)).body
    expect(user.wallet).toMatchObject({ BINARY: { point: '123000' }, FUTURES: { point: '0' } })
  })

  it('say how long a code counts and when another one is sent', async () => {
    await configure({ codeMs: 120_000, codeResendMs: 90_000 })
    const before = Date.now()
    const body = { certificateValue: '010-4000-0001' }
    const asked = await server.call('/api/certi/certificate_phone', { body })
    expect(asked.status).toBe(200)
    expect(asked.body.expiresAt - before).toBeGreaterThanOrEqual(120_000)
    expect(asked.body.expiresAt - asked.body.resendAt).toBe(30_000)
  })

  it('say how long what staff ask for waits for a second person', async () => {
    await configure({ deskApprovalMs: 3_600_000 })
    const operator = await staff(server, 'operator')
    const items = [{ scope: 'money', optionId: null, version: 0, changes: { withdrawFee: '2000' } }]
    expect((await operator.post('/api/console/option', { items, reason: '수수료 조정' })).status).toBe(202)
    const [row] = await server.database.run('select (expires_at - created_at)::int as lasts from approval')
    expect(row).toEqual({ lasts: 3_600_000 })
  })

  it('say how fast a member may order: from two seconds after the change at the latest', async () => {
    const { accessToken } = await server.login('demo1')
    const order = () => {
      const body = { point: 5_000, tradeRoundId: 1, type: 'B' }
      return server.call('/api/trade/history/betting', { token: accessToken, key: true, body })
    }
    await order()
    await configure({ ordersASecond: 2 })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    // The first one has the new rate read; those that come after it go by it.
    await order()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const answers = await Promise.all([order(), order(), order()])
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
