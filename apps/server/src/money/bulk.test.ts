import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

const path = '/api/console/dnw/approve_many'
const reason = '거래 내역과 맞습니다'
let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await moneyServer({
    changeHoldMs: 0,
    holdMs: 0,
    firstHoldMs: 0,
    cancelWindowMs: 0,
    withdrawDayMax: '1000000000',
  })
  finance = await staff(server, 'finance')
})
afterAll(() => server.close())

async function asks(username: string, type: 'D' | 'W', point: string) {
  const member = await enrolled(server, username)
  const { body } = await member.post('/api/dnw/apply', { type, point, ...(type === 'W' ? { otp: member.otp() } : {}) })
  return { id: body.id as number, version: 1 }
}

it('several requests are approved at once where each is small, arrived, unflagged and unfrozen, each an act of its own', async () => {
  const small = await asks('demo1', 'W', '200000')
  const large = await asks('demo2', 'W', '1000000')
  const frozen = await asks('demo3', 'W', '200000')
  const unpaid = await asks('demo4', 'D', '200000')
  expect((await finance.post('/api/console/member/1003/freeze', { reason, isFrozen: true })).status).toBe(200)
  const requests = [small, large, frozen, unpaid, { id: 999_999_999, version: 1 }]
  const key = randomUUID()
  const approve = () => finance.post(path, { reason, requests }, 1, key)
  const [done, repeat] = [await approve(), await approve()]
  expect(done.body.results).toEqual([
    { id: small.id, outcome: 'DONE', code: null },
    { id: large.id, outcome: 'LARGE', code: null },
    { id: frozen.id, outcome: 'FROZEN', code: null },
    { id: unpaid.id, outcome: 'NOT_ARRIVED', code: null },
    { id: 999_999_999, outcome: 'OTHER_KIND', code: null },
  ])
  expect(repeat.body).toEqual(done.body)
  const stale = await finance.post(path, { reason, requests: [small] })
  expect(stale.body.results).toEqual([{ id: small.id, outcome: 'REFUSED', code: 'STALE_VERSION' }])
  const { body } = await finance.get(`/api/console/dnw/${small.id}`)
  expect(body.status).toBe('APPROVED')
  expect(body.acts.filter(({ refusal }: { refusal: string | null }) => refusal === null)).toMatchObject([
    { action: 'approveRequest', staffName: '재무담당', reason },
  ])
})

it('takes 20 at most, and is finance’s alone', async () => {
  const requests = Array.from({ length: 21 }, (_, nth) => ({ id: nth + 1, version: 1 }))
  expect(refusal(await finance.post(path, { reason, requests }))).toEqual([400, 'INVALID_REQUEST'])
  const cs = await staff(server, 'cs')
  expect(refusal(await cs.post(path, { reason, requests: requests.slice(1) }))).toEqual([403, 'PERMISSION_DENIED'])
})
