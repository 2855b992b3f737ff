import { randomUUID } from 'node:crypto'
import { byMember } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('ready means that database, bus, core and feed are usable', async () => {
  await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  expect((await server.call('/readyz')).body).toEqual({
    ready: true,
    checks: { database: 'ok', bus: 'ok', core: 'ok', feed: 'ok' },
    details: {
      aside: 'ok',
      ledger: 'ok',
      cover: 'ok',
      outgoing: 'ok',
      p2pDisputes: 'ok',
      restoration: 'ok',
      providers: 'ok',
      dollar: 'ok',
    },
  })
  expect((await server.call('/healthz')).status).toBe(200)
})

test('a ledger that does not balance is told in the detail and in the metrics, and the house goes on', async () => {
  const finding = { rule: 'wallet-is-sum-of-postings', count: 2, sites: [1], counts: { 1: 2 }, first: [] }
  await server.database.run(
    `insert into reconciliation (at, breaks, findings, is_full) values (1, 2, '[${JSON.stringify(finding)}]', true)`,
  )
  const { status, body } = await server.call('/readyz')
  expect([status, body.ready]).toEqual([200, true])
  expect(body.details).toMatchObject({ ledger: 'does not balance on site 1: wallet-is-sum-of-postings (2)' })
  expect((await server.call('/metrics')).body).toContain('maru_ledger_breaks{rule="wallet-is-sum-of-postings"} 2')
  await server.database.run('delete from reconciliation')
})

test('what staff must hear of, although nothing is booked wrongly, is told apart from what does not balance', async () => {
  const finding = { rule: 'assets-cover-liabilities', count: 1, sites: [15], counts: { 15: 1 }, first: [] }
  await server.database.run(
    `insert into reconciliation (at, breaks, findings, is_full, alarms) values (1, 0, '[]', true, '[${JSON.stringify(finding)}]')`,
  )
  const { body } = await server.call('/readyz')
  expect(body.details).toMatchObject({
    ledger: 'ok',
    cover: 'raises an alarm on site 15: assets-cover-liabilities (1)',
  })
  expect((await server.call('/metrics')).body).toContain('maru_ledger_alarms{rule="assets-cover-liabilities"} 1')
  await server.database.run('delete from reconciliation')
})

test('metrics are served with those of the core, the journal and the process', async () => {
  const { body } = await server.call('/metrics')
  for (const name of ['maru_core_epoch', 'maru_journal_commit_seconds', 'process_cpu_seconds_total']) {
    expect(body).toContain(name)
  }
})

test('the demo members can sign in, and each has the demo grant once, also after a restart', async () => {
  const grants = () =>
    server.database.run(
      `select member_id, currency, sum(amount)::text as sum from posting where account = 'MEMBER' and reason = 'DEMO_GRANT' and member_id = 1001
       group by 1, 2 order by 2`,
    )
  const expected = [
    { member_id: '1001', currency: 'KRW', sum: '10000000' },
    { member_id: '1001', currency: 'USDT', sum: '1000000000000' },
  ]
  expect((await server.login('demo1')).user.username).toBe('demo1')
  expect(await grants()).toEqual(expected)
  const { database } = server
  await server.close(true)
  server = await startTestServer({ database })
  await server.login('demo1')
  expect(await grants()).toEqual(expected)
})

test('restored state equals the state before the restart', async () => {
  const { database } = server
  let roundId = 0
  const wallets = async () => (await server.runner.reads.ask('members.wallets', { siteId: 1, memberId: 1002 })).value
  const game = () => server.runner.reads.ask('rounds.game', { siteId: 1, optionId: 4, memberId: 1002 })
  const place = async () => {
    roundId = (await game()).value?.betting?.id ?? 0
    const reply = await server.runner.submit({
      kind: 'placeBet',
      ...byMember(
        { siteId: 1, memberId: 1002 },
        { key: randomUUID(), route: 'POST /api/trade/history/betting', bodyHash: 'x' },
      ),
      tradeRoundId: roundId,
      side: 'B',
      point: 5_000n,
      salt: 'ab'.repeat(16),
    })
    return reply.status
  }
  // Between two rounds, and right after a start, no stake is taken.
  await expect.poll(place).toBe(200)
  const wallet = await wallets()
  expect(wallet.find(({ type }) => type === 'BINARY')?.reserved).toBe(5_000n)
  await server.close(true)
  server = await startTestServer({ database })
  expect(await wallets()).toEqual(wallet)
  const { value } = await game()
  // The round may have closed meanwhile.
  if ((value?.betting ?? value?.running)?.id === roundId) expect(value?.my).toEqual({ buyPoint: 5_000n, sellPoint: 0n })
})

test('every wallet is the sum of its postings, and every house account too', async () => {
  expect(
    await server.database.run(
      `select w.* from wallet w
       left join (select site_id, member_id, wallet_type, currency, sum(amount) as sum from posting where account in ('MEMBER', 'MEMBER_BONUS') group by 1, 2, 3, 4) p
         on p.site_id = w.site_id and p.member_id = w.member_id and p.wallet_type = w.type and p.currency = w.currency
       where w.posted <> coalesce(p.sum, 0)`,
    ),
  ).toEqual([])
  expect(
    await server.database.run(
      `select h.* from house_account h
       left join (select site_id, account, sub, currency, sum(amount) as sum from posting
                  where account not in ('MEMBER', 'MEMBER_BONUS') group by 1, 2, 3, 4) p
         using (site_id, account, sub, currency)
       where h.balance <> coalesce(p.sum, 0)`,
    ),
  ).toEqual([])
})
