import { type Endpoint, endpoints, rolesOf, StaffRole } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness.ts'
import { staff } from './money-house.ts'

const usernames = { SUPER: 'admin', SITE: 'operator', FINANCE: 'finance', CS: 'cs', AUDIT: 'audit' } as const
const calls = Object.values<Endpoint>(endpoints).filter(({ auth }) => auth === 'staff')

let server: TestServer
const tokens = new Map<StaffRole, string>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of StaffRole.options) tokens.set(role, (await staff(server, usernames[role])).token)
})
afterAll(() => server.close())

/** The call with ids that nothing has and an empty body, and without a key: whoever may make it changes nothing. */
async function codeOf({ method, path }: Endpoint, token?: string): Promise<string> {
  const bare = path.replace(/:\w+/g, '999999999')
  const answer = await server.call(bare, {
    ...(token === undefined ? {} : { token }),
    ...(method === 'POST' ? { body: {} } : {}),
  })
  return answer.body.code ?? 'OK'
}

it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'opens %s to the roles of its permission alone',
  async (_, call) => {
    const may = rolesOf(call.method, call.permission!)
    for (const role of StaffRole.options) {
      const code = await codeOf(call, tokens.get(role))
      expect([role, code === 'PERMISSION_DENIED']).toEqual([role, !may.includes(role)])
      expect(code).not.toBe('ROUTE_NOT_FOUND')
    }
  },
)

it('opens none of them to members, partners and guests', async () => {
  const members = [(await server.login('demo1')).accessToken, (await staff(server, 'partner1')).token]
  for (const call of calls) {
    for (const token of members)
      expect([call.path, await codeOf(call, token)]).toEqual([call.path, 'PERMISSION_DENIED'])
    expect([call.path, await codeOf(call)]).toEqual([call.path, 'UNAUTHENTICATED'])
  }
})

it('counts a role that was lowered while a page was open from the next call on, and writes the refusal down', async () => {
  const token = tokens.get('FINANCE')
  const take = Object.values<Endpoint>(endpoints).find(({ path }) => path === '/api/console/dnw/:id/take')!
  expect(await codeOf(take, token)).toBe('IDEMPOTENCY_KEY_REQUIRED')
  const where = `where site_id = 1 and member_id = (select id from member where site_id = 1 and username = 'finance')`
  await server.database.run(`update staff set role = 'CS' ${where}`)
  expect(await codeOf(take, token)).toBe('PERMISSION_DENIED')
  const audit = await server.call(`/api/console/audit?action=${encodeURIComponent('POST /api/console/dnw/:id/take')}`, {
    token: tokens.get('AUDIT')!,
  })
  expect(audit.body.content[0]).toMatchObject({ refusal: 'PERMISSION_DENIED' })
  await server.database.run(`update staff set disabled_at = 1 ${where}`)
  const list = Object.values<Endpoint>(endpoints).find(({ path }) => path === '/api/console/dnw')!
  expect(await codeOf(list, token)).toBe('PERMISSION_DENIED')
})
