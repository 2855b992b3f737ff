import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { staff } from '../../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
})
afterAll(() => server.close())

const path = '/api/console/merchant'
const terms = { version: 0, name: '새상인', buyPpm: 1_200, sellPpm: 1_500, minWon: '50000', maxWon: '2000000' }
const ask = (parts: object = {}) => admin.post(path, { ...terms, reason: '새 상인', ...parts })
const agree = (asked: { body: { approvalId: number } }) =>
  admin2.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })
const named = async (name: string) => (await admin.get(path)).body.find((row: { name: string }) => row.name === name)
const offered = async () => {
  const { accessToken: token } = await server.login('demo1')
  return (await server.call('/api/p2p/merchant', { token })).body.map(({ name }: { name: string }) => name)
}

it('a merchant is added by two persons, with virtual coins on a demo site, and is offered', async () => {
  const asked = await ask({ float: '500' })
  expect(asked.status).toBe(202)
  expect(await named('새상인')).toBeUndefined()
  expect((await agree(asked)).status).toBe(200)
  expect(await named('새상인')).toMatchObject({
    isDemo: true,
    buyPpm: 1_200,
    float: '500',
    version: 1,
    blockedAt: null,
  })
  expect(await offered()).toContain('새상인')
})

it('his terms change by two persons; who saw older ones is told those of now', async () => {
  const { id } = await named('새상인')
  const change = (parts: object) => ask({ merchantId: id, version: 1, ...parts })
  const [one, two] = [await change({ maxWon: '3000000' }), await change({ name: '다른상인' })]
  expect((await agree(one)).status).toBe(200)
  expect(refusal(await agree(two))[0]).toBe(409)
  const late = await change({ maxWon: '1000000' })
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params).toMatchObject({ maxWon: '3000000', version: 2 })
})

it('one person blocks him at once, two let him in again', async () => {
  const { id, version } = await named('새상인')
  const operator = await staff(server, 'operator')
  const blocked = await operator.post(`${path}/${id}/block`, { reason: '답이 없습니다', version })
  expect([blocked.status, blocked.body]).toEqual([200, { id, version: version + 1 }])
  expect(await offered()).not.toContain('새상인')
  const body = { reason: '다시 엽니다', version: version + 1 }
  expect(refusal(await operator.post(`${path}/${id}/unblock`, body))).toEqual([403, 'PERMISSION_DENIED'])
  expect((await agree(await admin.post(`${path}/${id}/unblock`, body))).status).toBe(200)
  expect(await offered()).toContain('새상인')
  const [act] = await server.database.run(
    `select changes from staff_act where action = 'blockMerchant' and refusal is null order by id limit 1`,
  )
  expect(act?.['changes']).toMatchObject([{ table: 'p2p_merchant', before: { blockedAt: null } }])
})

it.each([
  [{ minWon: '0' }, [400, 'INVALID_REQUEST']],
  [{ maxWon: '1000' }, [400, 'INVALID_REQUEST']],
  [{ buyPpm: 100_001 }, [400, 'INVALID_REQUEST']],
  [{ buyPpm: undefined, sellPpm: undefined }, [400, 'INVALID_REQUEST']],
  [{ minWon: '100.5' }, [400, 'AMOUNT_UNIT_MISMATCH']],
  [{ merchantId: 424_242, version: 1 }, [404, 'HISTORY_NOT_FOUND']],
])('%j is refused', async (parts, said) => {
  expect(refusal(await ask(parts))).toEqual(said)
})

it('what another site has is 404, and who may only look changes nothing', async () => {
  const { id, version } = await named('새상인')
  const body = { reason: 'x', version }
  for (const [site, code] of [
    [77, 'SITE_NOT_FOUND'],
    [15, 'HISTORY_NOT_FOUND'],
  ] as const)
    for (const step of ['block', 'unblock'])
      expect(refusal(await admin.post(`${path}/${id}/${step}`, body, site))).toEqual([404, code])
  const finance = await staff(server, 'finance')
  expect((await finance.get(path)).status).toBe(200)
  expect(refusal(await finance.post(path, { ...terms, reason: 'x' }))).toEqual([403, 'PERMISSION_DENIED'])
})
