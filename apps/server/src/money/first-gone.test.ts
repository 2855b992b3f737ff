import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

const reason = '확인했습니다'

let server: TestServer
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
})
afterAll(() => server.close())

// In a house of its own: the sessions of who is disabled end at the next look of the desk.
it('of a request of two persons a first who was disabled before the second acts no longer counts', async () => {
  const [finance, finance2] = [await staff(server, 'finance'), await staff(server, 'finance2')]
  const member = await enrolled(server, 'demo1')
  const posted = () => server.database.run(`select posted::text from wallet where member_id = 1001 and type = 'BINARY'`)
  const before = await posted()
  const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '13000000' })).body
  expect((await finance.post(`/api/console/dnw/${id}/approve`, { reason, version: 1 })).status).toBe(202)
  const bonus = await finance.post('/api/console/member/1001/bonus', { reason, type: 'PB', point: '50000' })
  expect(bonus.status).toBe(202)
  await server.database.run(
    `update staff set disabled_at = 1 where member_id = (select id from member where site_id = 1 and username = 'finance')`,
  )
  const listed = (await finance2.get('/api/console/approvals?size=100')).body.content
  expect(listed.find((one: { id: number }) => one.id === id).mayApprove).toBe(false)
  const second = await finance2.post(`/api/console/approvals/${id}/approve`, { reason })
  expect(refusal(second)).toEqual([409, 'APPROVAL_REQUESTER_GONE'])
  const granted = await finance2.post(`/api/console/approvals/${bonus.body.approvalId}/approve`, { reason })
  expect(refusal(granted)).toEqual([409, 'APPROVAL_REQUESTER_GONE'])
  expect(await server.database.run(`select point from dnw where member_id = 1001 and type = 'PB'`)).toEqual([])
  // His own yes is the first one then.
  const { version } = (await finance2.get(`/api/console/dnw/${id}`)).body
  expect((await finance2.post(`/api/console/dnw/${id}/approve`, { reason, version })).status).toBe(202)
  expect(await posted()).toEqual(before)
})
