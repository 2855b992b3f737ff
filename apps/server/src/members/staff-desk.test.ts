import { afterAll, beforeAll, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { inbox } from '../../test/inbox.ts'
import { staff } from '../../test/money-house.ts'
import { resetTotpHere } from './index.ts'
import { activationLink } from './staff-changes.ts'

const reason = '담당이 바뀌었습니다'
const password = 'Ji8-quiet-harbor-41'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
const people = {} as Record<'admin' | 'admin2' | 'operator' | 'finance' | 'cs' | 'audit', Person>
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['admin', 'admin2', 'operator', 'finance', 'cs', 'audit'] as const)
    people[name] = await staff(server, name)
})
afterAll(() => server.close())

const agree = (who: Person, asked: { body: { approvalId: number } }) =>
  who.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason })
const rowOf = async (username: string) =>
  (await people.audit.get('/api/console/staff?size=100')).body.content.find(
    (row: { username: string }) => row.username === username,
  )

it('says who one is, what one may do and where', async () => {
  const { body } = await people.cs.get('/api/console/me')
  expect(body).toMatchObject({ username: 'cs', role: 'CS', rights: { money: 'read', disputes: 'ask', staff: 'none' } })
  expect(body.sites).toEqual([expect.objectContaining({ id: 1, code: 'maru' })])
})

it('the link of a new account leads to the console’s host, else to the first domain of the site', () => {
  const site = { code: 'maru', domains: ['maru.example', 'other.example'] }
  const linkOn = (consoleHost: string | null, of = site) => activationLink({ consoleHost, port: 80 }, of, 'newcs', 'x')
  expect(linkOn('desk.example')).toBe('https://desk.example/console/?site=maru#activate/newcs/x')
  expect(linkOn(null)).toBe('https://maru.example/console/?site=maru#activate/newcs/x')
})

it('every role reads the names of staff, so that no page shows a number instead', async () => {
  const own = await rowOf('finance')
  for (const name of ['cs', 'finance', 'audit'] as const) {
    const { body } = await people[name].get('/api/console/staff_name')
    expect(body).toContainEqual({ id: own.id, name: own.name })
    expect(JSON.stringify(body)).not.toContain('"username"')
  }
})

it('lists staff for SUPER and AUDIT, and the calls of the specification say the same', async () => {
  const { id } = await rowOf('finance')
  expect((await people.admin.get(`/api/admin?id=${id}`)).body).toMatchObject({ username: 'finance', level: 0 })
  expect(refusal(await people.admin.get('/api/admin?id=1001'))).toEqual([404, 'USER_NOT_FOUND'])
  expect((await people.audit.get('/api/admin/list?level=0')).body.length).toBeGreaterThan(7)
  expect((await people.audit.get('/api/admin/list?level=3')).body).toEqual([])
  expect(refusal(await people.operator.get('/api/console/staff'))).toEqual([403, 'PERMISSION_DENIED'])
})

it('lets a new member of staff in by his own password and app, after two persons agreed', async () => {
  const form = { username: 'newcs', name: '새직원', role: 'CS', siteIds: [1], email: 'newcs@example.com', reason }
  expect(refusal(await people.admin.post('/api/admin', { ...form, username: 'cs' }))).toEqual([
    409,
    'USERNAME_DUPLICATE',
  ])
  expect(refusal(await people.admin.post('/api/admin', { ...form, siteIds: [1, 99] }))).toEqual([404, 'SITE_NOT_FOUND'])
  const asked = await people.admin.post('/api/console/admin', form)
  expect(asked.status).toBe(202)
  const { content } = (await people.admin2.get('/api/console/approvals')).body
  const row = content.find(({ id }: { id: number }) => id === asked.body.approvalId)
  expect(row.fields).toContainEqual({ label: { ko: '이메일', en: 'E-mail' }, before: null, after: form.email })
  expect(refusal(await agree(people.admin, asked))).toEqual([403, 'APPROVAL_SELF'])
  expect(refusal(await agree(people.finance, asked))).toEqual([403, 'PERMISSION_DENIED'])
  expect((await agree(people.admin2, asked)).body).toMatchObject({ state: 'APPROVED' })

  const login = (otp?: string) =>
    server.call('/api/login', { body: { username: 'newcs', password, ...(otp === undefined ? {} : { otp }) } })
  expect(refusal(await login())).toEqual([401, 'LOGIN_FAILED'])
  const mail = (await inbox(server.database)).filter(({ to }) => to === form.email).at(-1)
  const code = mail?.text.split('\n').at(-1)
  const link = mail?.text.split('\n').find((line) => line.includes('://'))
  expect(link).toBe(`http://localhost:${server.deps.config.port}/console/?site=maru#activate/newcs/${code}`)
  const activate = (given: object) =>
    server.call('/api/user/activate', { body: { username: 'newcs', code, password, ...given } })
  expect((await activate({ password: 'password12' })).body.code).toBe('PASSWORD_TOO_WEAK')
  expect((await activate({ code: 'x'.repeat(43) })).body.code).toBe('OTP_EXPIRED')
  expect((await activate({})).status).toBe(200)
  expect((await activate({ password: `${password}9` })).body.code).toBe('OTP_EXPIRED')

  // Without an app he may enrol one, and nothing else.
  const first = (await login()).body
  expect(first.staff).toBeUndefined()
  expect(first.mustEnrol).toBe(true)
  expect(refusal(await server.call('/api/console/me', { token: first.accessToken }))).toEqual([
    403,
    'PERMISSION_DENIED',
  ])
  const token = first.accessToken
  const { secret } = (await server.call('/api/user/totp/start', { token, body: {} })).body
  await server.call('/api/user/totp/confirm', { token, body: { otp: appCode(secret, Date.now()) } })
  const { body } = await server.call('/api/login', { body: { refreshToken: first.refreshToken } })
  expect(body.staff).toEqual({ role: 'CS', siteIds: [1] })
  expect(body.mustEnrol).toBeUndefined()
  expect((await server.call('/api/console/me', { token: body.accessToken })).status).toBe(200)
})

it('changes a role by two persons, against the role that was seen', async () => {
  const { id } = await rowOf('operator')
  const change = (role: string) => people.admin.post(`/api/console/staff/${id}/role`, { role, reason })
  const [lower, other] = [await change('CS'), await change('FINANCE')]
  expect((await agree(people.admin2, lower)).body).toMatchObject({ state: 'APPROVED' })
  expect((await people.operator.get('/api/console/me')).body.role).toBe('CS')
  expect(refusal(await agree(people.admin2, other))).toEqual([409, 'STALE_VERSION'])
  const { body } = await people.audit.get('/api/console/audit?action=decide%20APPROVED&size=1')
  expect(body.content[0].changes).toContainEqual(
    expect.objectContaining({ table: 'staff', after: { role: 'CS', siteIds: expect.anything() } }),
  )
})

it('resets an app by two persons, none of whom is its owner, and ends his sessions', async () => {
  const { id } = await rowOf('finance')
  const own = await people.admin.post(`/api/console/staff/${(await rowOf('admin2')).id}/totp-reset`, { reason })
  expect(refusal(await agree(people.admin2, own))).toEqual([403, 'APPROVAL_SELF'])
  const asked = await people.admin.post(`/api/console/staff/${id}/totp-reset`, { reason })
  expect((await agree(people.admin2, asked)).status).toBe(200)
  await expect.poll(async () => (await people.finance.get('/api/console/me')).body.code).toBe('SESSION_REVOKED')
  expect(await rowOf('finance')).toMatchObject({ isTotpOn: false })
})

it('disables by two persons, and never leaves fewer than two SUPERs', async () => {
  const { id } = await rowOf('cs')
  const asked = await people.admin.post(`/api/console/staff/${id}/disable`, { reason })
  expect((await agree(people.admin2, asked)).status).toBe(200)
  await expect.poll(async () => (await people.cs.get('/api/console/me')).body.code).toBe('SESSION_REVOKED')
  expect(refusal(await people.admin.post(`/api/console/staff/${id}/disable`, { reason }))).toEqual([
    409,
    'STALE_VERSION',
  ])
  const last = await people.admin.post(`/api/console/staff/${(await rowOf('admin')).id}/role`, { role: 'CS', reason })
  expect(refusal(await agree(people.admin2, last))).toEqual([400, 'INVALID_REQUEST'])
  expect((await people.admin.get('/api/console/me')).body.role).toBe('SUPER')
})

it('resets the app of a SUPER on the machine itself, and writes it down', async () => {
  const on = { db: server.deps.db, ids: server.deps.ids, now: Date.now() }
  expect(await resetTotpHere(on, { siteId: 1, username: 'operator2', reason })).toBe(false)
  expect(await resetTotpHere({ ...on, now: Date.now() }, { siteId: 1, username: 'admin2', reason })).toBe(true)
  expect((await people.admin2.get('/api/console/me')).status).not.toBe(200)
  expect(await rowOf('admin2')).toMatchObject({ isTotpOn: false })
  const { body } = await people.audit.get('/api/console/audit?action=reset-totp%20on%20the%20machine')
  expect(body.content).toEqual([
    expect.objectContaining({ reason, changes: [expect.objectContaining({ table: 'staff' })] }),
  ])
})
