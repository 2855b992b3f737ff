import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { findBreaks } from '../audit/index.ts'
import { tidyJournal } from '../jobs/journal.ts'
import { type ReportedFact, reportFact } from '../providers/index.ts'
import { reconcileSite } from './index.ts'
import { storeStatement, type WholeStatement } from './store.ts'

let server: TestServer
let member: Awaited<ReturnType<typeof enrolled>>
let finance: Awaited<ReturnType<typeof staff>>
let finance2: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  member = await enrolled(server, 'demo1')
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
})
afterAll(() => server.close())

const hourMs = 3_600_000
const signal = new AbortController().signal
const providers = { of: async () => null }
const reconcile = (lateBy: number) => reconcileSite({ deps: server.deps, providers, now: () => Date.now() + lateBy }, 1)
const broken = async () => (await findBreaks(server.deps.db, signal, 'full')).map(({ rule }) => rule)

/** All replies are deleted, as after 25 h. */
const forget = async () => {
  await tidyJournal(server.deps.db, Date.now() + 26 * hourMs, 1, signal)
  expect(await server.database.run('select 1 from stored_reply')).toEqual([])
}
/** What the house's bank holds more, what is in suspense, and what the member has more than at the beginning. */
async function books() {
  const [sums] = await server.database.run(
    `select coalesce(sum(amount) filter (where account = 'BANK_KRW'), 0)::int as bank,
            coalesce(sum(amount) filter (where account = 'DEPOSIT_SUSPENSE'), 0)::int as suspense,
            coalesce(sum(amount) filter (where account = 'MEMBER' and reason = 'DEPOSIT'), 0)::int as member
     from posting where currency = 'KRW'`,
  )
  return sums as { readonly bank: number; readonly suspense: number; readonly member: number }
}
/** What changed since `before`. */
const since = async (before: Awaited<ReturnType<typeof books>>) => {
  const { bank, suspense, member } = await books()
  return [bank - before.bank, suspense - before.suspense, member - before.member]
}
const announced = async (point: string): Promise<number> =>
  (await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point })).body.id
const rowOf = async (id: number) => (await member.get(`/api/dnw/one?dnwHistoryId=${id}`)).body
const deskRow = async (id: number) =>
  (await finance.get('/api/console/dnw?typeStrs=D&size=100')).body.content.find((row: { id: number }) => row.id === id)
const approve = async (id: number) => {
  const { version } = await deskRow(id)
  const first = await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'seen at the bank' })
  if (first.status !== 202) return first.status
  const path = `/api/console/approvals/${first.body.approvalId}/approve`
  return (await finance2.post(path, { reason: 'seen too' })).status
}
let events = 0
const webhook = (providerRef: string, amount: bigint, parts: Partial<Extract<ReportedFact, { kind: 'deposit' }>>) => {
  const money = {
    kind: 'deposit',
    reference: '',
    currency: 'KRW',
    houseSub: '',
    requestId: null,
    closed: null,
  } as const
  const event = { siteId: 1, provider: 'bank', event: `webhook-${++events}` }
  return reportFact(server.deps, event, { ...money, payer: '김마루', providerRef, amount, ...parts })
}
let days = 0
/** The bank's statement of another day, read long enough ago that no webhook is on its way. */
async function statement(...lines: Partial<WholeStatement['lines'][number]>[]): Promise<void> {
  const day = `2026-01-${String(++days).padStart(2, '0')}`
  const empty = {
    reference: null,
    kind: 'deposit',
    fee: '0',
    at: 1,
    valueDate: day,
    providerRef: '',
    amount: '',
  } as const
  const whole = { account: 'KRW', currency: 'KRW', day, opening: '0', closing: '0', isFinal: true }
  const told = { ...whole, lines: lines.map((line) => ({ ...empty, ...line })) }
  const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
  const fault = await server.deps.db.system((tx) => storeStatement(tx, place, told, Date.now() - 2 * hourMs))
  expect(fault).toBeNull()
}
const openLines = () =>
  server.database.run(`select provider_ref from statement_line where txn_id is null and gone_at is null`)

describe('money that arrives is in the ledger from the moment it is known', () => {
  test('a deposit that waits for its approval for 26 h is booked once, its line fits, and no withdrawal is paused', async () => {
    const before = await books()
    const id = await announced('10000000')
    await webhook('b-1', 10_000_000n, { requestId: id, reference: `D${id}` })
    expect(await since(before)).toEqual([-10_000_000, 10_000_000, 0])
    expect(await rowOf(id)).toMatchObject({ status: 'REVIEW', steps: [{}, { state: 'REVIEW' }, { state: 'ARRIVED' }] })
    await forget()
    await statement({ providerRef: 'b-1', reference: `D${id}`, amount: '10000000' })
    await reconcile(26 * hourMs)
    expect([await openLines(), await broken()]).toEqual([[], []])
    expect((await finance.get('/api/console/suspense?statusStrs=OPEN')).body.content).toEqual([])
    expect(await approve(id)).toBe(200)
    await webhook('b-1', 10_000_000n, { requestId: id, reference: `D${id}` })
    await reconcile(100 * hourMs)
    expect(await since(before)).toEqual([-10_000_000, 0, 10_000_000])
    expect((await rowOf(id)).status).toBe('COMPLETED')
    expect([await openLines(), await broken()]).toEqual([[], []])
  })

  test('a rejected request leaves its money in suspense with a task of the desk, and nobody else can take it before', async () => {
    const before = await books()
    const id = await announced('11000000')
    await webhook('b-2', 11_000_000n, { requestId: id })
    const [kept] = await server.database.run(`select id::int from suspense where provider_ref = 'b-2'`)
    const assign = { reason: 'his', memberId: 1001, walletType: 'BINARY' }
    const early = await finance.post(`/api/console/suspense/${kept?.['id']}/assign`, assign)
    expect([early.status, early.body.code]).toEqual([409, 'STALE_VERSION'])
    const { version } = await deskRow(id)
    const no = await finance.post(`/api/console/dnw/${id}/reject`, { version, reason: 'not his name' })
    expect([no.status, (await rowOf(id)).status]).toEqual([200, 'REJECTED'])
    expect(await since(before)).toEqual([-11_000_000, 11_000_000, 0])
    const open = (await finance.get('/api/console/suspense?statusStrs=OPEN')).body.content
    expect(open).toMatchObject([{ id: kept?.['id'], cause: 'REJECTED', amount: '11000000', memberId: 1001 }])
    expect((await finance.get('/api/console/overview')).body.suspense).toBe(1)
    await statement({ providerRef: 'b-2', amount: '11000000' })
    await reconcile(0)
    expect(await since(before)).toEqual([-11_000_000, 11_000_000, 0])
  })

  test('a deposit that the desk completed before the bank spoke is expected, and booked once by webhook and line', async () => {
    const before = await books()
    const id = await announced('500000')
    expect(await approve(id)).toBe(200)
    await forget()
    await webhook('b-3', 500_000n, { requestId: id })
    await statement({ providerRef: 'b-3', amount: '500000' })
    await reconcile(26 * hourMs)
    expect(await since(before)).toEqual([-500_000, 0, 500_000])
    expect([await openLines(), await broken()]).toEqual([[], []])
  })

  test('an expected deposit is matched by a line alone, and a webhook that comes after it changes nothing', async () => {
    const before = await books()
    const id = await announced('510000')
    expect(await approve(id)).toBe(200)
    await statement({ providerRef: 'b-4', amount: '510000' })
    await reconcile(0)
    await forget()
    await webhook('b-4', 510_000n, { requestId: id })
    await webhook('b-4', 510_000n, {})
    expect(await since(before)).toEqual([-510_000, 0, 510_000])
    expect([
      await openLines(),
      await server.database.run('select 1 from expected_deposit where closed_at is null'),
    ]).toEqual([[], []])
  })

  test('an expected deposit of which nothing is heard is a break after 72 h', async () => {
    const id = await announced('520000')
    expect(await approve(id)).toBe(200)
    await reconcile(0)
    await reconcile(71 * hourMs)
    expect(await broken()).toEqual([])
    await reconcile(72 * hourMs + 60_000)
    expect(await broken()).toEqual(['movements-are-on-statements'])
    await statement({ providerRef: 'b-5', amount: '520000' })
    await reconcile(0)
    expect(await broken()).toEqual([])
  })

  test('another amount under a known reference posts the difference alone, and the line shows both', async () => {
    const before = await books()
    const id = await announced('600000')
    await webhook('b-6', 600_000n, { requestId: id })
    await forget()
    await statement({ providerRef: 'b-6', reference: `D${id}`, amount: '650000' })
    for (const _ of [1, 2]) await reconcile(26 * hourMs)
    expect(await since(before)).toEqual([-650_000, 50_000, 600_000])
    expect([await openLines(), await broken()]).toEqual([[], []])
    const open = (await finance.get('/api/console/suspense?statusStrs=OPEN')).body.content
    expect(open[0]).toMatchObject({ cause: 'AMOUNT', amount: '50000', memberId: 1001 })
  })

  test('lines without a reference are matched to what was reported first, and a webhook that comes later to them', async () => {
    const before = await books()
    await webhook('b-7', 70_000n, { payer: '모름' })
    const nameless = (place: number) => ({ providerRef: `2026-01-09/1/70000/0#${place}`, amount: '70000' })
    await statement(nameless(1), nameless(2))
    await reconcile(0)
    expect(await since(before)).toEqual([-140_000, 140_000, 0])
    await forget()
    for (const _ of [1, 2]) await webhook('b-8', 70_000n, { payer: '모름' })
    await reconcile(26 * hourMs)
    expect(await since(before)).toEqual([-140_000, 140_000, 0])
    await webhook('b-9', 70_000n, { payer: '모름' })
    expect(await since(before)).toEqual([-210_000, 210_000, 0])
    expect(await openLines()).toEqual([])
  })

  test('the audit finds money in suspense that no row explains, and a fact that is booked otherwise than reported', async () => {
    expect(await broken()).toEqual([])
    await server.database.run(`update house_account set balance = balance + 1 where account = 'DEPOSIT_SUSPENSE'`)
    expect(await broken()).toContain('suspense-is-sum-of-open-rows')
    await server.database.run(`update house_account set balance = balance - 1 where account = 'DEPOSIT_SUSPENSE'`)
    for (const ref of ['b-1', 'b-4', 'b-6', 'b-8']) {
      await server.database.run('update money_fact set amount = amount + 1 where reference = $1', [ref])
      expect(await broken()).toEqual(['facts-are-booked-once'])
      await server.database.run('update money_fact set amount = amount - 1 where reference = $1', [ref])
    }
    expect(await broken()).toEqual([])
  })
})
