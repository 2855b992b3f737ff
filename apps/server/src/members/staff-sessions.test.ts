import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff, staffSecret } from '../../test/money-house.ts'
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

describe('as SUPER sees and ends them', () => {
  const reason = '자리를 비운 채 열려 있습니다'
  const idOf = async (username: string) =>
    Number(
      (await server.database.run(`select id from member where site_id = 1 and username = '${username}'`))[0]?.['id'],
    )
  /** Signs one in who may have done so a moment ago: a code counts once, and the test forgets which was the last. */
  async function enter(username: string) {
    await server.database.run(`update member set totp_last_step = 0 where site_id = 1 and username = '${username}'`)
    return staff(server, username)
  }
  let admin: Awaited<ReturnType<typeof staff>>
  beforeAll(async () => {
    admin = await enter('admin')
  })
  const me = (token: string) => server.call('/api/console/me', { token })

  it('lists the open ones with device, address and times, to those who may read staff', async () => {
    const [audit, finance] = [await enter('audit'), await enter('finance2')]
    const path = `/api/console/staff/${await idOf('finance2')}/session`
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        device: expect.any(String),
        ip: '127.0.0.1',
        createdAt: expect.any(Number),
        lastSeenAt: expect.any(Number),
        current: false,
      },
    ])
    expect((await admin.get(`/api/console/staff/${await idOf('admin')}/session`)).body).toMatchObject([
      { current: true },
    ])
    expect((await audit.get(path)).status).toBe(200)
    expect(refusal(await finance.get(path))).toEqual([403, 'PERMISSION_DENIED'])
    expect(refusal(await admin.get('/api/console/staff/1001/session'))).toEqual([404, 'USER_NOT_FOUND'])
    // One that was left alone for fifteen minutes is of no use any more, and is not shown.
    await age('finance2', `rotated_at = rotated_at - ${15 * minuteMs}`)
    expect((await admin.get(path)).body).toEqual([])
    const { content } = (await admin.get('/api/console/staff')).body
    const counted = Object.fromEntries(
      content.map(({ username, sessions }: { username: string; sessions: number }) => [username, sessions]),
    )
    expect(counted).toMatchObject({ admin: 1, audit: 1, finance2: 0 })
  })

  it('ends one and leaves the others, then all; each with its reason in the log', async () => {
    const [first, second, third] = [await enter('operator2'), await enter('operator2'), await enter('operator2')]
    const id = await idOf('operator2')
    const path = `/api/console/staff/${id}/session`
    const oldest = (await admin.get(path)).body.at(-1).id
    const ended = await admin.post(`${path}/end`, { reason, sessionId: oldest })
    expect([ended.status, ended.body.length]).toEqual([200, 2])
    expect(refusal(await me(first.token))).toEqual([401, 'SESSION_REVOKED'])
    expect((await me(second.token)).status).toBe(200)
    expect(refusal(await admin.post(`${path}/end`, { reason, sessionId: oldest }))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await admin.post(`${path}/end`, { reason })).body).toEqual([])
    for (const { token } of [second, third]) expect(refusal(await me(token))).toEqual([401, 'SESSION_REVOKED'])

    const audit = await enter('audit')
    const action = encodeURIComponent('POST /api/console/staff/:id/session/end')
    const { content } = (await audit.get(`/api/console/audit?action=${action}&subject=${id}`)).body
    expect(content).toMatchObject([
      { subjectId: id, reason },
      { subjectId: id, reason, said: { sessionId: oldest } },
    ])
  })

  it('refuses a member, a missing reason and a session of somebody else', async () => {
    const end = (id: number, body: object) => admin.post(`/api/console/staff/${id}/session/end`, body)
    expect(refusal(await end(1001, { reason }))).toEqual([404, 'USER_NOT_FOUND'])
    expect(refusal(await end(await idOf('cs'), { reason: ' ' }))).toEqual([400, 'INVALID_REQUEST'])
    const [own] = (await admin.get(`/api/console/staff/${await idOf('admin')}/session`)).body
    expect(refusal(await end(await idOf('cs'), { reason, sessionId: own.id }))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await me(admin.token)).status).toBe(200)
    // Nor are staff ended as if they were members.
    expect(refusal(await admin.post(`/api/console/member/${await idOf('cs')}/session/end`, { reason }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
  })
})
