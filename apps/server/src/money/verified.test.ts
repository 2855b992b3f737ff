import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const form = {
    username: 'unproven7',
    password: 'lantern-orbit-7',
    name: '홍길동',
    phone: '010-3000-7007',
    nick: '새회원77',
  }
  const signed = await server.call('/api/player', { body: form, siteInfoId: 1 })
  if (signed.status !== 200) throw new Error(JSON.stringify(signed.body))
  const login = await server.call('/api/login', { body: { username: form.username, password: form.password } })
  token = login.body.accessToken
})
afterAll(() => server.close())

const post = (path: string, body: object) => server.call(path, { token, key: true, body })
const bankInfo = { bankCode: '088', accountNumber: '110-321-654987', holder: '홍길동' }
const calls = [
  ['/api/dnw/apply', { type: 'D', point: '10000' }],
  ['/api/dnw/apply', { type: 'W', point: '10000' }],
  ['/api/dnw/deposit/apply', { walletType: 'BINARY', point: '10000' }],
  ['/api/dnw/withdraw/apply', { walletType: 'BINARY', point: '10000' }],
  ['/api/dnw/transfer', { walletType: 'BINARY', username: 'demo1', point: '10000' }],
  ['/api/wallet/generate', { coinName: 'KRW', bankInfo }],
  ['/api/wallet/generate', { coinName: 'USDT' }],
  ['/api/wallet/temp-generate', { coinName: 'USDT' }],
] as const

test.each(calls)('%s %j asks for a verified identity, and changes nothing', async (path, body) => {
  expect(refusal(await post(path, body))).toEqual([403, 'KYC_REQUIRED'])
  const [{ rows }] = (await server.database.run(
    `select (select count(*) from dnw where member_id = m.id) + (select count(*) from payout_account where member_id = m.id)
          + (select count(*) from deposit_address where member_id = m.id) as rows from member m where username = 'unproven7'`,
  )) as [{ rows: string }]
  expect(rows).toBe('0')
})

test('trading and moving money between one’s own wallets ask for none', async () => {
  expect((await post('/api/dnw/transfer', { from: 'FUTURES', to: 'USDT', point: '5' })).status).toBe(200)
})

test('who proved who he is may', async () => {
  await server.database.run(
    `update member set identity_at = 1, person_hash = sha256('a'), birth_sealed = '' where username = 'unproven7'`,
  )
  expect((await post('/api/wallet/generate', { coinName: 'KRW', bankInfo })).status).toBe(200)
  expect((await post('/api/dnw/apply', { type: 'D', point: '10000' })).status).toBe(200)
})
