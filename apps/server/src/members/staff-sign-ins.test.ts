import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { demoPassword } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signInsOf = (username: string) =>
  server.database.run(
    `select a.action, a.refusal, a.said from staff_act a join member m on m.site_id = a.site_id and m.id = a.staff_id
      where m.username = $1 and a.action in ('sign-in', 'sign-out') order by a.at, a.id`,
    [username],
  )

test('staff sign-ins stand in the log that is chained: those that succeed, those that are refused, and sign-outs', async () => {
  const finance = await staff(server, 'finance')
  const wrong = { username: 'finance', password: `${demoPassword}x`, siteInfoId: 1 }
  expect((await server.call('/api/login', { body: wrong })).body.code).toBe('LOGIN_FAILED')
  const code = { username: 'finance', password: demoPassword, siteInfoId: 1 }
  expect((await server.call('/api/login', { body: { ...code, otp: '000000' } })).body.code).toBe('OTP_MISMATCH')
  // A page that asks for the code once the password was right is no refusal.
  expect((await server.call('/api/login', { body: code })).body.code).toBe('STEP_UP_REQUIRED')
  expect((await server.call('/api/logout', { body: {}, token: finance.token })).status).toBe(200)
  expect(await signInsOf('finance')).toMatchObject([
    { action: 'sign-in', refusal: null, said: { ip: '127.0.0.1' } },
    { action: 'sign-in', refusal: 'LOGIN_FAILED' },
    { action: 'sign-in', refusal: 'OTP_MISMATCH' },
    { action: 'sign-out', refusal: null },
  ])
  const [held] = await server.database.run(
    `select count(*)::int as n from staff_act a where a.action like 'sign-%'
       and not exists (select from staff_act_seal s where s.site_id = a.site_id and s.id = a.id)
       and not exists (select from staff_act_unsealed u where u.site_id = a.site_id and u.id = a.id)`,
  )
  expect(held).toEqual({ n: 0 })
})

test('a member’s sign-in leaves no act of staff', async () => {
  await server.login('demo2')
  expect(await signInsOf('demo2')).toEqual([])
})
