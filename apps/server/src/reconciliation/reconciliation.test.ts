import { ReconcileLine, Reconciliation } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staffOf } from '../../test/money-house.ts'
import { kstDay } from '../http/filters.ts'
import { storeStatement } from '../statements/store.ts'

const reason = '명세와 원장을 맞춰 봤습니다'
const base = '/api/console/reconciliation'
const today = kstDay(Date.now())
const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
const bank = { account: 'BANK_KRW', sub: 'demo-bank' }

let server: TestServer
let someone: ReturnType<typeof staffOf>
let finance: Awaited<ReturnType<ReturnType<typeof staffOf>>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, firstHoldMs: 0, holdMs: 0 })
  someone = staffOf(server)
  finance = await someone('finance')
})
afterAll(() => server.close())

const read = async () => Reconciliation.parse((await finance.get(base)).body)
const run = async () => (await finance.post(`${base}/run`, { reason })).body
const approve = async (by: string, id: number) =>
  (await someone(by)).post(`/api/console/approvals/${id}/approve`, { reason })
const lines = async (view: string) => {
  const { body } = await finance.get(`${base}/lines?provider=bank&currency=KRW&day=${today}&view=${view}`)
  return (body.content as unknown[]).map((row) => ReconcileLine.parse(row))
}

/** Tells the statement of today: deposits of these references and amounts. */
async function told(deposits: Readonly<Record<string, string>>): Promise<void> {
  const sum = Object.values(deposits).reduce((all, amount) => all + Number(amount), 0)
  const fault = await server.deps.db.system((tx) =>
    storeStatement(
      tx,
      place,
      {
        account: 'KRW',
        currency: 'KRW',
        day: today,
        opening: '0',
        closing: String(sum),
        isFinal: false,
        lines: Object.entries(deposits).map(([reference, amount]) => {
          const of = { kind: 'deposit', providerRef: `ref-${reference}`, reference, fee: '0' } as const
          return { ...of, amount, at: Date.now(), valueDate: today }
        }),
      },
      Date.now(),
    ),
  )
  expect(fault).toBeNull()
}

it('shows a day of a statement beside the ledger: what fits, what differs, and what one side lacks', async () => {
  for (const [reference, amount] of [
    ['cap-1', '500000'],
    ['cap-2', '300000'],
    ['cap-3', '10000'],
  ]) {
    const move = { reason, move: 'CAPITAL_IN', currency: 'KRW', amount, to: bank, reference }
    const asked = await finance.post('/api/console/treasury/move', move)
    expect((await approve('finance2', asked.body.approvalId)).body.state).toBe('APPROVED')
  }
  await told({ 'cap-1': '500000', 'cap-2': '30000', stray: '1000' })
  expect((await run()).count).toBe(0)
  const found = await lines('ALL')
  const stateOf = (reference: string) => found.find((row) => row.reference === reference)
  expect(stateOf('cap-1')).toMatchObject({ state: 'MATCHED', amount: '500000', booked: '500000' })
  expect(stateOf('cap-2')).toMatchObject({
    state: 'DIFFERENT',
    amount: '30000',
    booked: '300000',
    reason: 'HOUSE_CAPITAL_IN',
  })
  expect(stateOf('stray')).toMatchObject({ state: 'LINE_ONLY', amount: '1000', booked: null })
  expect(found.filter(({ state }) => state === 'LEDGER_ONLY')).toMatchObject([{ amount: null, booked: '10000' }])
  expect((await lines('OPEN')).map(({ state }) => state).sort()).toEqual(['DIFFERENT', 'LEDGER_ONLY', 'LINE_ONLY'])
  expect((await read()).accounts).toMatchObject([{ ...{ provider: 'bank', currency: 'KRW' }, open: 4, late: 0 }])
})

it('pauses withdrawals at a break, and opens them by two persons once a run found the books sound', async () => {
  await server.database.run(`update statement_line set is_late = true where provider_ref = 'ref-stray'`)
  expect((await run()).count).toBe(1)
  const broken = await read()
  expect(broken).toMatchObject({
    isPaused: true,
    breaks: [{ rule: 'statement-lines-are-booked', count: 1, rows: [{ provider_ref: 'ref-stray', amount: '1000' }] }],
  })
  expect(broken.runs.map(({ count }) => count)).toEqual([0, 1])
  const member = await enrolled(server, 'demo1')
  const withdraw = () => member.post('/api/dnw/apply', { type: 'W', point: '10000', otp: member.otp() })
  expect(refusal(await withdraw())).toEqual([503, 'WITHDRAW_PAUSED'])
  expect(refusal(await finance.post(`${base}/open`, { reason }))).toEqual([503, 'WITHDRAW_PAUSED'])
  // Another site neither sees it nor waits for it.
  const other = Reconciliation.parse((await (await someone('admin')).get(base, 15)).body)
  expect(other).toMatchObject({ isPaused: false, breaks: [], accounts: [] })
  expect(other.runs.every(({ count }) => count === 0)).toBe(true)

  await told({ 'cap-1': '500000', 'cap-2': '300000', 'cap-3': '10000' })
  await server.database.run(`delete from statement_line where provider_ref = 'ref-stray'`)
  expect(await run()).toMatchObject({ count: 0 })
  expect(await read()).toMatchObject({ isPaused: true, breaks: [] })
  expect((await lines('ALL')).map(({ state }) => state)).toEqual(['MATCHED', 'MATCHED', 'MATCHED'])
  const { approvalId } = (await finance.post(`${base}/open`, { reason })).body
  expect(refusal(await approve('finance', approvalId))).toEqual([403, 'APPROVAL_SELF'])
  expect((await approve('operator', approvalId)).body).toMatchObject({ kind: 'PAUSE_OPEN', state: 'APPROVED' })
  expect((await read()).isPaused).toBe(false)
  expect((await withdraw()).status).toBe(200)
  expect((await read()).waiting.count).toBe(1)
  expect(refusal(await finance.post(`${base}/open`, { reason }))).toEqual([404, 'HISTORY_NOT_FOUND'])
})

it('runs once at a time, and each run asked for stands in the log', async () => {
  const answers = await server.deps.db.system(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('maru.jobs'), hashtext('reconciliation'))`)
    return finance.post(`${base}/run`, { reason })
  })
  expect(refusal(answers)).toEqual([503, 'TRY_AGAIN_LATER'])
  const audit = await someone('audit')
  const { body } = await audit.get('/api/console/audit?action=reconcileRun')
  expect(body.content[0]).toMatchObject({ action: 'reconcileRun', reason })
  expect(refusal(await finance.get(`${base}/lines?provider=bank&currency=KRW&day=2026-13-01`))).toEqual([
    400,
    'INVALID_REQUEST',
  ])
})
