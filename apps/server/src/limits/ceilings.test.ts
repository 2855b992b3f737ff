import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { readSnapshot } from '../runner/restore.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
let operator: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  demo1 = await enrolled(server, 'demo1')
  operator = await staff(server, 'operator')
})
afterAll(() => server.close())

const path = '/api/console/member/1001/ceiling'
const reason = '과도한 이용'
const set = (kind: string, amount: string | null, before: string | null, by = operator) =>
  by.post(path, { kind, currency: 'KRW', amount, before, reason })
const deposit = (point: string) => demo1.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point })

it('a ceiling bars its member at once, who hears of it and sees it beside his own limits; the desk sees it too', async () => {
  const answer = await set('DEPOSIT', '500000', null)
  expect([answer.status, answer.body.ceilings]).toMatchObject([200, [{ kind: 'DEPOSIT', amount: '500000' }]])
  expect(refusal(await deposit('501000'))).toEqual([403, 'CEILING_EXCEEDED'])
  const { ceilings } = (await demo1.get('/api/limit/my')).body
  expect(ceilings).toEqual(answer.body.ceilings)
  expect((await operator.get('/api/console/member/1001/limit')).body.ceilings).toEqual(ceilings)
  const message = await until('the message', async () =>
    ((await demo1.get('/api/message/list')).body as { title: string; link: string }[]).find(
      ({ title }) => title === '이용 한도 변경',
    ),
  )
  expect(message.link).toBe('/more/limits')
})

it('a ceiling is logged with its reason, before and after', async () => {
  const admin = await staff(server, 'admin')
  const { body } = await admin.get('/api/console/audit?action=setCeiling&subject=1001')
  expect(body.content).toMatchObject([{ action: 'setCeiling', reason }])
})

it('a ceiling above the site, from an older page, or of nothing changes nothing', async () => {
  expect(refusal(await set('WITHDRAWAL', '999999999999', null))).toEqual([422, 'CEILING_ABOVE_SITE'])
  expect(refusal(await set('DEPOSIT', '100000', '300000'))).toEqual([409, 'STALE_VERSION'])
  expect(refusal(await set('DEPOSIT', '500000', '500000'))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await set('DEPOSIT', '0.5', '500000'))).toEqual([400, 'INVALID_REQUEST'])
  const missing = { kind: 'STAKE', currency: 'KRW', amount: '1000', reason }
  expect(refusal(await operator.post('/api/console/member/999999/ceiling', missing))).toEqual([404, 'USER_NOT_FOUND'])
  const cs = await staff(server, 'cs')
  expect(refusal(await set('DEPOSIT', '100000', '500000', cs))).toEqual([403, 'PERMISSION_DENIED'])
  expect((await demo1.get('/api/limit/my')).body.ceilings).toMatchObject([{ kind: 'DEPOSIT', amount: '500000' }])
})

it('what is counted against a ceiling of deposits is read at a start', async () => {
  const id = (await deposit('300000')).body.id
  await server.database.run(`update dnw set status = 'COMPLETED', processed_at = created_at where id = ${id}`)
  const { ceilings, recentDeposits } = await readSnapshot(server.deps.db, 'main', { at: 0, wall: 0 })
  expect(ceilings).toMatchObject([{ memberId: 1001, kind: 'DEPOSIT', currency: 'KRW', amount: 500_000n }])
  expect(recentDeposits).toMatchObject([{ siteId: 1, dnwId: id, amount: 300_000n }])
})
