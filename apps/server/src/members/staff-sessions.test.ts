import { afterAll, beforeAll, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staffSecret } from '../../test/money-house.ts'
import { demoPassword } from './index.ts'

/** Staff are signed in for eight hours at most, and for fifteen minutes without use; members for days. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function signIn(username: string) {
  const otp = appCode(staffSecret, Date.now())
  const { status, body } = await server.call('/api/login', { body: { username, password: demoPassword, otp } })
  expect(status).toBe(200)
  return body as { readonly accessToken: string; readonly refreshToken: string }
}
const refresh = (refreshToken: string) => server.call('/api/login', { body: { refreshToken } })
/** The session as if it had begun, or was last used, so much earlier. */
const age = (username: string, set: string) =>
  server.database.run(
    `update login_session set ${set} where site_id = 1
        and member_id = (select id from member where site_id = 1 and username = '${username}')`,
  )
const sessions = (username: string) =>
  server.database.run(
    `select (expires_at - created_at)::int as lasts, end_reason from login_session where site_id = 1
        and member_id = (select id from member where site_id = 1 and username = '${username}')`,
  )

it('last eight hours, however much they are used', async () => {
  const { refreshToken } = await signIn('finance')
  expect(await sessions('finance')).toEqual([{ lasts: 8 * hourMs, end_reason: null }])
  await age(
    'finance',
    `created_at = created_at - ${8 * hourMs - minuteMs}, expires_at = expires_at - ${8 * hourMs - minuteMs}`,
  )
  const renewed = await refresh(refreshToken)
  expect(renewed.status).toBe(200)
  await age('finance', `expires_at = expires_at - ${minuteMs}`)
  expect(refusal(await refresh(renewed.body.refreshToken))).toEqual([401, 'TOKEN_EXPIRED'])
  expect(await sessions('finance')).toMatchObject([{ end_reason: 'EXPIRED' }])
})

it('end after fifteen minutes without use, not a minute before', async () => {
  const { refreshToken } = await signIn('operator')
  await age('operator', `rotated_at = rotated_at - ${14 * minuteMs}`)
  const renewed = await refresh(refreshToken)
  expect(renewed.status).toBe(200)
  await age('operator', `rotated_at = rotated_at - ${15 * minuteMs}`)
  expect(refusal(await refresh(renewed.body.refreshToken))).toEqual([401, 'TOKEN_EXPIRED'])
  expect(await sessions('operator')).toMatchObject([{ end_reason: 'EXPIRED' }])
})

it('give access tokens that end before the idle time does', async () => {
  const { accessToken } = await signIn('cs')
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString('utf8'))
  expect((claims.exp - claims.iat) * 1_000).toBeLessThanOrEqual(15 * minuteMs)
})

it('are the shorter ones: a member goes on after an hour without use', async () => {
  const { refreshToken } = await server.login('demo4')
  await age('demo4', `rotated_at = rotated_at - ${hourMs}`)
  expect((await refresh(refreshToken)).status).toBe(200)
})
