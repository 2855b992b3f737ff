import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { configureMoney, enrolled, staffOf } from '../../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.ts'

const hourMs = 3_600_000
const patience = { timeout: 60_000, interval: 100 }

/** How far the server's wall clock lies ahead of this machine's. */
let aheadMs = 0
let sandbox: TestSandbox
let server: TestServer
beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
  sandbox = await startTestSandbox()
  await start()
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
  vi.restoreAllMocks()
})

async function start(setup: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer({ sandbox: sandbox.sandbox, ...setup })
  sandbox.tell(server.url)
}

/** The same house after a restart, this much later. */
async function restartAfter(ms: number) {
  await server.close(true)
  aheadMs += ms
  await start({ database: server.database })
}

/** A purchase whose merchant heard of another amount. */
async function disputed(username: string): Promise<number> {
  const member = await enrolled(server, username)
  await expect
    .poll(async () => (await member.get('/api/p2p/merchant')).body.at(0)?.buyRate ?? null, patience)
    .not.toBe(null)
  await sandbox.behave('p2p', { webhooks: 'amount' })
  const opened = await member.post('/api/dnw/p2p', { side: 'BUY', won: '300000', merchantId: 101 })
  const { id } = opened.body
  const reach = (state: string) =>
    expect.poll(async () => (await member.get(`/api/p2p/${id}`)).body.state, patience).toBe(state)
  await reach('ESCROWED')
  await member.post(`/api/p2p/${id}/paid`, { reference: '보냄' })
  await reach('DISPUTED')
  return id
}

type Staff = Awaited<ReturnType<ReturnType<typeof staffOf>>>
const propose = async (by: Staff, id: number) => {
  const { version } = (await by.get(`/api/console/p2p/${id}`)).body
  return by.post(`/api/console/p2p/${id}/decide`, { reason: '증거를 봄', version, decision: 'RETURN' })
}
const alarm = async () => {
  const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { details: { p2pDisputes: string } }
  return ready.details.p2pDisputes
}
const lateAt = async (id: number) =>
  Number((await server.database.run('select escalated_at as at from p2p_order where id = $1', [id]))[0]?.['at'])
test('a dispute that nobody decided for 72 hours goes to another CS and FINANCE with an alarm, and to the same CS where no other is', async () => {
  const id = await disputed('demo1')
  const before = staffOf(server)
  const first = await propose(await before('cs'), id)
  const refuse = async (by: Promise<Staff>, { approvalId }: { approvalId: number }) =>
    expect((await (await by).post(`/api/console/approvals/${approvalId}/refuse`, { reason: '아닙니다' })).status).toBe(
      200,
    )
  await refuse(before('finance'), first.body)

  // A little earlier nothing is said, although the house was started again.
  await restartAfter(71 * hourMs)
  expect([await alarm(), await lateAt(id)]).toEqual(['ok', 0])

  await restartAfter(hourMs)
  await expect.poll(() => lateAt(id), patience).toBeGreaterThan(0)
  expect(await alarm()).toMatch(/1 P2P disputes are undecided/)
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('maru_p2p_disputes_undecided 1')
  const signedIn = staffOf(server)
  for (const name of ['finance', 'operator2', 'admin', 'cs'])
    expect((await (await signedIn(name)).get('/api/console/overview')).body.tasks).toContainEqual(
      expect.objectContaining({ kind: 'DISPUTE_LATE', id }),
    )

  // The house has one CS, who proposed before: it waits for nobody else.
  const again = await propose(await signedIn('cs'), id)
  expect(again.status).toBe(202)
  await refuse(signedIn('finance2'), again.body)

  await server.database.run(
    `update staff set role = 'CS' where member_id = (select id from member where site_id = 1 and username = 'operator')`,
  )
  expect(await propose(await signedIn('cs'), id)).toMatchObject({ status: 403, body: { code: 'P2P_ESCALATED' } })
  const other = await propose(await signedIn('operator'), id)
  expect(other.status).toBe(202)
  const path = `/api/console/approvals/${other.body.approvalId}/approve`
  expect((await (await signedIn('finance')).post(path, { reason: '확인' })).status).toBe(200)
  await expect.poll(alarm, patience).toBe('ok')
  expect(await server.database.run('select state from p2p_order where id = $1', [id])).toEqual([{ state: 'CANCELED' }])
})
