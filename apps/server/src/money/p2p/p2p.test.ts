import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { configureMoney, enrolled, staff } from '../../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.ts'

let sandbox: TestSandbox
let server: TestServer
let members: Awaited<ReturnType<typeof enrolled>>[]
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  await server.database.run(`update member set identity_at = null where site_id = 1 and username = 'demo4'`)
  members = []
  for (const name of ['demo1', 'demo2', 'demo3', 'demo4']) members.push(await enrolled(server, name))
  // The merchants open, and the rate arrives, after the start.
  await vi.waitFor(async () => {
    const { body } = await members[0]!.get('/api/p2p/merchant')
    expect(body.map(({ buyRate }: { buyRate: string | null }) => buyRate !== null)).toEqual([true, true, true, true])
  }, patience)
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})
afterEach(() => sandbox.behave(null, { calls: 'normal', webhooks: 'normal', delayMs: '0', paysItself: '1' }))

const patience = { timeout: 60_000, interval: 100 }
type Member = (typeof members)[number]

const people = new Map<string, Awaited<ReturnType<typeof staff>>>()
/** A member of staff, signed in once: a code counts once. */
async function signedIn(name: string) {
  const known = people.get(name) ?? (await staff(server, name))
  people.set(name, known)
  return known
}

const usdt = async (member: Member): Promise<string> =>
  (await member.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === 'FUTURES').point
const orderOf = async (member: Member, id: number) => (await member.get(`/api/p2p/${id}`)).body
const buy = async (member: Member, parts: object = {}) => {
  const { status, body } = await member.post('/api/dnw/p2p', { side: 'BUY', won: '300000', merchantId: 101, ...parts })
  expect([status, body.state]).toEqual([200, 'OPEN'])
  return body.id as number
}
const reach = (member: Member, id: number, state: string) =>
  expect.poll(async () => (await orderOf(member, id)).state, patience).toBe(state)
const unbalanced = () =>
  server.database.run(
    'select currency, sum(amount)::text as sum from posting group by currency having sum(amount) <> 0',
  )

describe('P2P', () => {
  test('a purchase goes from its order over the merchant’s account and "paid" to the coins, told live', async () => {
    const member = members[0]!
    const before = Number(await usdt(member))
    const id = await buy(member)
    await reach(member, id, 'ESCROWED')
    const order = await orderOf(member, id)
    expect(order).toMatchObject({ account: expect.stringMatching(/^\S+ [\d-]+ \S/), isHeld: true })
    expect((await member.get('/api/p2p/latest')).body.id).toBe(id)
    const paid = await member.post(`/api/p2p/${id}/paid`, { reference: order.memo })
    expect([paid.status, paid.body.state]).toEqual([200, 'PAID'])
    await reach(member, id, 'RELEASED')
    expect(Number(await usdt(member))).toBeCloseTo(before + Number(order.point), 6)
    expect((await member.get(`/api/dnw/one?dnwHistoryId=${order.dnwId}`)).body).toMatchObject({
      type: 'WB',
      status: 'COMPLETED',
    })
    expect((await member.get('/api/p2p/latest')).body).toBe(null)
    expect((await member.get('/api/p2p/merchant')).body[0]).toMatchObject({ doneShare: '100.0', doneCount: 1 })
    expect(await unbalanced()).toEqual([])
  })

  test('a sale is paid to the member’s own account, which the merchant gets whole, and released by the member', async () => {
    const member = members[1]!
    const before = Number(await usdt(member))
    const body = { side: 'SELL', won: '200000', merchantId: 101 }
    expect((await member.post('/api/dnw/p2p', body)).body.code).toBe('STEP_UP_REQUIRED')
    const opened = await member.post('/api/dnw/p2p', { ...body, otp: member.otp() })
    expect(opened.body).toMatchObject({ state: 'OPEN', account: expect.stringContaining('****') })
    const { id, point } = opened.body
    await reach(member, id, 'PAID')
    const told = await (await fetch(`${sandbox.sandbox.url}/`)).text()
    expect(told).toContain('110-000-00')
    const released = await member.post(`/api/p2p/${id}/release`, {})
    expect([released.status, released.body.state]).toEqual([200, 'RELEASED'])
    expect(Number(await usdt(member))).toBeCloseTo(before - Number(point), 6)
    expect(await unbalanced()).toEqual([])
  })

  test.each(['silent', 'broken', 'unsigned'])(
    'an order whose call is %s is taken once the call got through',
    async (mode) => {
      await sandbox.behave('p2p', { calls: mode })
      const member = members[2]!
      const id = await buy(member)
      const attempts = async () =>
        Number(
          (await server.database.run('select attempts from outgoing where id = $1', [`p2p-${id}-open`]))[0]?.[
            'attempts'
          ],
        )
      await expect.poll(attempts, patience).toBeGreaterThan(0)
      await sandbox.behave('p2p', { calls: 'normal' })
      await reach(member, id, 'ESCROWED')
      const body = (await member.post(`/api/p2p/${id}/cancel`, {})).body
      expect(body).toMatchObject({ state: 'CANCELED', isHeld: false })
    },
  )

  test('a refused order gives the merchant his coins back', async () => {
    await sandbox.behave('p2p', { calls: 'refuse' })
    const id = await buy(members[2]!)
    await reach(members[2]!, id, 'CANCELED')
    expect(await orderOf(members[2]!, id)).toMatchObject({ reason: 'MERCHANT' })
  })

  test('money of another amount is a dispute; CS proposes on the evidence and FINANCE approves', async () => {
    await sandbox.behave('p2p', { webhooks: 'amount' })
    const member = members[2]!
    const before = Number(await usdt(member))
    const id = await buy(member)
    await reach(member, id, 'ESCROWED')
    await member.post(`/api/p2p/${id}/paid`, { reference: '보냄' })
    await reach(member, id, 'DISPUTED')
    const foreign = await member.post(`/api/p2p/${id}/dispute`, { text: '보냈습니다', fileIds: [1] })
    expect(foreign.body.code).toBe('FILE_REJECTED')
    expect((await member.post(`/api/p2p/${id}/dispute`, { text: '보냈습니다' })).status).toBe(200)
    const cs = await signedIn('cs')
    const finance = await signedIn('finance')
    const seen = (await cs.get(`/api/console/p2p/${id}`)).body
    expect(seen.statements.map(({ teller }: { teller: string }) => teller)).toEqual(['MERCHANT', 'MEMBER'])
    const decision = { reason: '이체 확인증을 봄', version: seen.version, decision: 'RELEASE' }
    expect((await finance.post(`/api/console/p2p/${id}/decide`, decision)).status).toBe(403)
    expect((await cs.post(`/api/console/p2p/${id}/decide`, { ...decision, version: 1 })).body.code).toBe(
      'STALE_VERSION',
    )
    const asked = await cs.post(`/api/console/p2p/${id}/decide`, decision)
    expect(asked.status).toBe(202)
    const { approvalId } = asked.body
    expect((await cs.post(`/api/console/approvals/${approvalId}/approve`, { reason: '네' })).status).toBe(403)
    const agreed = await finance.post(`/api/console/approvals/${approvalId}/approve`, { reason: '확인' })
    expect(agreed.body).toMatchObject({ kind: 'P2P_RELEASE', state: 'APPROVED' })
    await reach(member, id, 'RELEASED')
    expect(Number(await usdt(member))).toBeCloseTo(before + Number(seen.point), 6)
    expect((await cs.get('/api/console/p2p?statusStrs=DISPUTED')).body.totalElements).toBe(0)
  })

  test('a merchant is never asked to pay for an order that was over before the call got through', async () => {
    await sandbox.behave('p2p', { calls: 'broken' })
    const member = members[1]!
    const before = await usdt(member)
    const sale = { side: 'SELL', won: '200000', merchantId: 101, otp: member.otp() }
    const { id } = (await member.post('/api/dnw/p2p', sale)).body
    const call = async (name: string) =>
      (await server.database.run('select state, attempts from outgoing where id = $1', [name]))[0] ?? {}
    await expect.poll(async () => Number((await call(`p2p-${id}-open`))['attempts']), patience).toBeGreaterThan(0)
    expect((await member.post(`/api/p2p/${id}/cancel`, {})).body.state).toBe('CANCELED')
    await sandbox.behave('p2p', { calls: 'normal' })
    await expect.poll(async () => (await call(`p2p-${id}-open`))['state'], patience).toBe('SENT')
    const told = async () => (await fetch(`${sandbox.sandbox.url}/`)).text()
    await expect.poll(told, patience).toContain(`p2p-${id}-cancel-`)
    // What it refused as broken it has not taken.
    expect(await told()).not.toContain(`p2p-${id}-open · `)
    expect([await usdt(member), (await orderOf(member, id)).state]).toEqual([before, 'CANCELED'])
    expect(await unbalanced()).toEqual([])
  })

  test('a large sale is unsent and without a price until two of FINANCE approved it at the desk', async () => {
    await configureMoney(server, { fourEyesFrom: '300000' })
    const member = members[1]!
    const before = Number(await usdt(member))
    const sale = { side: 'SELL', won: '300000', merchantId: 101, otp: member.otp() }
    const opened = (await member.post('/api/dnw/p2p', sale)).body
    expect(opened).toMatchObject({ state: 'OPEN', rate: null, reviewBy: expect.any(Number), isHeld: true })
    const { id, dnwId, point } = opened
    expect(await server.database.run('select from outgoing where id = $1', [`p2p-${id}-open`])).toEqual([])
    const [one, two] = [await signedIn('finance'), await signedIn('finance2')]
    const queue = async () =>
      (await one.get('/api/console/dnw?typeStrs=W,WS&statusStrs=REQUESTED,REVIEW,APPROVED')).body.content
    expect((await queue()).map((row: { id: number }) => row.id)).toEqual([dnwId])
    expect((await one.get('/api/console/overview')).body.withdrawals).toMatchObject({ count: 1, won: '300000' })
    const first = await one.post(`/api/console/dnw/${dnwId}/approve`, { reason: '보았습니다', version: 1 })
    expect(first.status).toBe(202)
    const alone = await one.post(`/api/console/approvals/${dnwId}/approve`, { reason: '혼자' })
    expect(alone.body.code).toBe('APPROVAL_SELF')
    expect((await two.post(`/api/console/approvals/${dnwId}/approve`, { reason: '확인' })).status).toBe(200)
    await reach(member, id, 'PAID')
    expect(await orderOf(member, id)).toMatchObject({ rate: expect.stringMatching(/^\d+\.\d\d$/), reviewBy: null })
    expect(await queue()).toEqual([])
    expect((await member.post(`/api/p2p/${id}/release`, {})).body.state).toBe('RELEASED')
    expect(Number(await usdt(member))).toBeCloseTo(before - Number(point), 6)
    await configureMoney(server, { fourEyesFrom: '10000000' })
    expect(await unbalanced()).toEqual([])
  })

  test('asks for a verified person, a site with P2P, and an order of one’s own', async () => {
    const stranger = members[3]!
    const body = { side: 'BUY', won: '300000', merchantId: 101 }
    expect((await stranger.post('/api/dnw/p2p', body)).body.code).toBe('KYC_REQUIRED')
    const id = await buy(members[0]!)
    expect((await stranger.get(`/api/p2p/${id}`)).body.code).toBe('ORDER_NOT_FOUND')
    expect((await stranger.post(`/api/p2p/${id}/cancel`, {})).body.code).toBe('ORDER_NOT_FOUND')
    const second = await members[0]!.post('/api/dnw/p2p', body)
    expect(second.body.code).toBe('REQUEST_ALREADY_PENDING')
    expect((await members[0]!.post(`/api/p2p/${id}/cancel`, {})).body.state).toBe('CANCELED')
    const bounds = await members[0]!.post('/api/dnw/p2p', { ...body, won: '99999' })
    expect(bounds.body.code).toBe('P2P_LIMIT')
  })
})
