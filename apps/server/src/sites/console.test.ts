import { ConsoleSite } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
let token: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
  token = (await server.login('demo1')).accessToken
})
afterAll(() => server.close())

const site = async () => ConsoleSite.parse((await admin.get('/api/console/site')).body)
const change = async (fields: object, by = admin) =>
  by.post('/api/console/site', { version: (await site()).version, reason: '점검', changes: fields })
async function agreed(fields: object) {
  const asked = await change(fields)
  expect(asked.status).toBe(202)
  expect(
    refusal(await admin.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })),
  ).toEqual([403, 'APPROVAL_SELF'])
  return admin2.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })
}
const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
const codeOfOrder = async () => (await server.call('/api/futures/order', { token, key: true, body: order })).body.code
const shown = async () => (await server.call('/api/site_info/code', { siteInfoId: null })).body

it('what a site turns off is refused at once, and members are not shown it', async () => {
  expect(await codeOfOrder()).not.toBe('FEATURE_DISABLED')
  expect((await agreed({ flags: { futures: false } })).status).toBe(200)
  expect(await codeOfOrder()).toBe('FEATURE_DISABLED')
  expect((await shown()).type[3]).toBe('0')
  expect((await site()).flags.futures).toBe(false)
  expect((await agreed({ flags: { futures: true } })).status).toBe(200)
  expect(await codeOfOrder()).not.toBe('FEATURE_DISABLED')
})

it('turns rounds off though its coins name BINARY, and its name and accent change', async () => {
  await agreed({ flags: { binary: false }, name: '달마루', accent: '#6b3fa0' })
  expect(await shown()).toMatchObject({
    name: '달마루',
    accent: '#6b3fa0',
    type: expect.stringMatching(/^.{5}0$/),
    usedCoins: 'FUTURES',
  })
  await agreed({ flags: { binary: true }, accent: null })
  expect(await shown()).toMatchObject({ accent: null, type: expect.stringMatching(/^.{5}1$/) })
  const [act] = await server.database.run(
    `select changes from staff_act where action = 'decide APPROVED' order by id desc limit 1`,
  )
  expect(act?.['changes']).toMatchObject([{ table: 'approval' }, { table: 'site', before: { accent: '#6b3fa0' } }])
})

it('refuses an accent like buy or sell, what changes nothing, an older version, and who is not SUPER', async () => {
  expect(refusal(await change({ accent: '#f04452' }))).toEqual([422, 'SETTING_INVALID'])
  expect(refusal(await change({}))).toEqual([422, 'SETTING_INVALID'])
  expect(
    refusal(await admin.post('/api/console/site', { version: 0, reason: '점검', changes: { liveChat: true } })),
  ).toEqual([409, 'STALE_VERSION'])
  const operator = await staff(server, 'operator')
  expect(refusal(await change({ liveChat: true }, operator))).toEqual([403, 'PERMISSION_DENIED'])
})

it('fails at the second yes where somebody else was first', async () => {
  const { liveChat } = await site()
  const [one, two] = [await change({ liveChat: !liveChat }), await change({ name: '새마루' })]
  const approve = (id: number) => admin2.post(`/api/console/approvals/${id}/approve`, { reason: '동의' })
  expect((await approve(one.body.approvalId)).status).toBe(200)
  expect(refusal(await approve(two.body.approvalId))).toEqual([409, 'STALE_VERSION'])
  expect((await site()).liveChat).toBe(!liveChat)
})
