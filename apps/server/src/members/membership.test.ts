import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { demoPassword as password } from './index.ts'
import { forgetMembers } from './membership-store.ts'

const dayMs = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0 })
})
afterAll(() => server.close())

type Caller = Awaited<ReturnType<typeof enrolled>>
const leave = (of: Caller, parts: object = {}) =>
  of.post('/api/user/leave', { password, otp: of.otp(), ...parts }, true)
const rowOf = async (username: string) =>
  (await server.database.run(`select * from member where site_id = 1 and username = '${username}'`))[0] ?? {}
const coreStatus = async (id: unknown) =>
  (await server.database.run(`select status from member_state where site_id = 1 and member_id = ${id}`))[0]?.['status']

it('a member sees who he is to the house with his password only, and when he agreed to advertisements', async () => {
  const demo1 = await enrolled(server, 'demo1')
  expect(refusal(await demo1.post('/api/user/personal', { password: 'wrong-password' }))).toEqual([401, 'LOGIN_FAILED'])
  for (const agreed of [true, false])
    expect((await demo1.post('/api/user/marketing', { agreed })).body).toMatchObject({ agreed })
  const { body } = await demo1.post('/api/user/personal', { password })
  expect(body).toMatchObject({ username: 'demo1', phone: expect.stringMatching(/^010-\d{4}-\d{4}$/) })
  expect(body.marketing.map(({ agreed }: { agreed: boolean }) => agreed).slice(0, 2)).toEqual([false, true])
  expect((await demo1.get('/api/me')).body.etcJson.marketing).toBe(false)
})

it('who has a request open, or gives no right password and code, stays a member', async () => {
  const demo2 = await enrolled(server, 'demo2')
  expect(refusal(await leave(demo2, { password: 'wrong-password' }))).toEqual([401, 'LOGIN_FAILED'])
  expect(refusal(await leave(demo2, { otp: undefined }))[1]).toBe('STEP_UP_REQUIRED')
  const { body } = await demo2.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '1000000' }, true)
  expect(refusal(await leave(demo2))).toEqual([409, 'MEMBER_HAS_OPEN'])
  await demo2.post('/api/dnw/cancel', { dnwHistoryId: body.id })
  expect(await rowOf('demo2')).toMatchObject({ status: 'ACTIVE', left_at: null })
})

it('where money is real nothing may be left; who left is out at once and for good, and is forgotten later', async () => {
  const setMode = async (mode: string) => {
    await server.database.run(`update site set money_mode = '${mode}' where id = 1`)
    await server.app.sites.load()
  }
  await setMode('LICENSED')
  const demo3 = await enrolled(server, 'demo3')
  const { id } = await rowOf('demo3')
  expect(refusal(await leave(demo3))).toEqual([409, 'MEMBER_HAS_MONEY'])
  await setMode('DEMO')
  const asked = await demo3.post('/api/contact/create', { playerId: Number(id), question: '탈퇴하려면?' }, true)
  const operator = await staff(server, 'operator')
  const noted = await operator.post(`/api/console/contact/${asked.body.id}/note`, { reason: '메모', text: '설명함' })
  expect(noted.body.notes).toHaveLength(1)
  expect((await leave(demo3)).status).toBe(200)
  expect((await demo3.get('/api/me')).status).toBe(401)
  expect(refusal(await server.call('/api/login', { body: { username: 'demo3', password } }))).toEqual([
    401,
    'LOGIN_FAILED',
  ])
  const gone = await rowOf('demo3')
  await expect.poll(() => coreStatus(id)).toBe('DENY')
  const back = { status: 'ACTIVE', reason: '다시 이용하게', version: gone['version'] }
  expect(refusal(await operator.post(`/api/console/member/${id}/status`, back))).toEqual([409, 'MEMBER_LEFT'])
  expect(Number(gone['forget_at'])).toBe(Number(gone['left_at']) + 30 * dayMs)

  const forget = (at: number) => server.deps.db.system((tx) => forgetMembers(tx, at, 10))
  expect(await forget(Number(gone['forget_at']) - 1)).toBe(0)
  expect(await forget(Number(gone['forget_at']))).toBe(1)
  expect(await forget(Number(gone['forget_at']))).toBe(0)
  for (const table of ['inquiry', 'inquiry_line', 'inquiry_note'])
    expect(await server.database.run(`select 1 from ${table} where member_id = ${id}`), table).toEqual([])
  const [row] = await server.database.run(`select * from member where site_id = 1 and id = ${id}`)
  expect(row).toMatchObject({
    name: '',
    email: '',
    phone_sealed: null,
    phone_hash: null,
    totp_sealed: null,
    person_hash: null,
  })
  expect(String(row?.['username'])).not.toContain('demo3')
})
