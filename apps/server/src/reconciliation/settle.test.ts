import { byProvider, byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staffOf } from '../../test/money-house.ts'
import { auditOnce, findBreaks } from '../audit/index.ts'
import { reconcileSite } from '../statements/index.ts'
import { type Place, storeStatement, type WholeStatement } from '../statements/store.ts'

const reason = 'the bank confirmed it in writing'
const base = '/api/console/reconciliation'
const hourMs = 3_600_000
const signal = new AbortController().signal
/** Nobody can be reached: a run works on what is stored. */
const nobody = { of: async () => null }
const place: Place = { siteId: 1, provider: 'bank', currency: 'KRW' }

let server: TestServer
let someone: ReturnType<typeof staffOf>
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({
    ...{ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, flagWithdrawals: 100 },
    withdrawDayMax: '100000000',
  })
  someone = staffOf(server)
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

let days = 0
type Line = WholeStatement['lines'][number]
/** Stores a day of the bank's statement, an odd one of a month so that none follows another; returns it. */
async function bring(lines: readonly Partial<Line>[], more: Partial<WholeStatement> = {}): Promise<string> {
  days += 1
  const day = more.day ?? new Date(Date.UTC(2026, 0, 1 + 2 * days)).toISOString().slice(0, 10)
  const whole = lines.map((line, index): Line => {
    const of = { providerRef: `${day}-${index}`, reference: null, kind: 'transfer', amount: '0', fee: '0' } as const
    return { ...of, at: Date.now(), valueDate: day, ...line }
  })
  const told = {
    account: 'KRW',
    currency: 'KRW',
    day,
    opening: '0',
    closing: '0',
    isFinal: true,
    lines: whole,
    ...more,
  }
  expect(await server.deps.db.system((tx) => storeStatement(tx, place, told, Date.now()))).toBeNull()
  return day
}
const run = (lateBy = 0) => reconcileSite({ deps: server.deps, providers: nobody, now: () => Date.now() + lateBy }, 1)
/** A run at which everything open is late, as an audit finds it. */
async function broken(): Promise<unknown[]> {
  await run(72 * hourMs)
  return (await findBreaks(server.deps.db, signal, 'since-closing')).map(({ rule, count }) => [rule, count])
}
const ask = async (body: object, by = 'finance') =>
  (await someone(by)).post(`${base}/settle`, { reason, provider: 'bank', currency: 'KRW', sub: 'demo-bank', ...body })
const approve = async (id: number, by = 'finance2') =>
  (await someone(by)).post(`/api/console/approvals/${id}/approve`, { reason })
async function settled(body: object): Promise<void> {
  const asked = await ask(body)
  expect([asked.status, asked.body]).toEqual([202, { approvalId: expect.any(Number) }])
  expect((await approve(asked.body.approvalId)).body).toMatchObject({ kind: 'BREAK_SETTLE', state: 'APPROVED' })
}
const balance = async (account: string) => {
  const [row] = await server.database.run(
    `select coalesce(sum(balance), 0)::int as sum from house_account where site_id = 1 and account = $1 and currency = 'KRW'`,
    [account],
  )
  return Number(row?.['sum'])
}
async function capital(amount: string, reference: string): Promise<void> {
  const move = { reason, move: 'CAPITAL_IN', currency: 'KRW', amount, reference }
  const asked = await (await someone('finance')).post('/api/console/treasury/move', {
    ...move,
    to: { account: 'BANK_KRW', sub: 'demo-bank' },
  })
  expect((await approve(asked.body.approvalId)).status).toBe(200)
}
const openPosting = async () => {
  const rows = await server.database.run('select posting_id from house_movement where not is_shown order by posting_id')
  return Number(rows.at(-1)?.['posting_id'])
}

/** A withdrawal of 100,000 that the desk agreed to: 99,000 leave the bank. */
async function approved(): Promise<{ readonly payoutId: number; readonly key: string }> {
  const { body } = await member.post('/api/dnw/apply', { type: 'W', point: '100000', otp: member.otp() })
  const done = await (await someone('finance')).post(`/api/console/dnw/${body.id}/approve`, { reason, version: 1 })
  if (done.status === 202) await approve(done.body.approvalId)
  const [payout] = await server.database.run('select id, key from payout where dnw_id = $1', [body.id])
  return { payoutId: Number(payout?.['id']), key: String(payout?.['key']) }
}
const outcome = (payoutId: number, told: 'CONFIRMED' | 'FAILED', fee: bigint, closed: object | null = null) =>
  server.deps.core.submit({
    kind: 'payoutOutcome',
    ...byProvider(1, 'bank', `${told}:${payoutId}`),
    ...{ payoutId, outcome: told, providerRef: `bank-${payoutId}`, detail: told, fee, closed: closed as null },
  })

describe('a line that never matches pauses withdrawals once', () => {
  test('a fee of 500 in the ledger and 300 on the statement: two persons settle the difference as the provider’s fee', async () => {
    const { payoutId, key } = await approved()
    await outcome(payoutId, 'CONFIRMED', 500n)
    const line = { kind: 'payout', reference: key, amount: '-99000', fee: '300' } as const
    const day = await bring([line])
    expect(await broken()).toEqual([['fees-are-those-of-statements', 1]])
    const found = await (await someone('finance')).get(`${base}/lines?provider=bank&currency=KRW&day=${day}`)
    expect(found.body.content[0]).toMatchObject({ state: 'FEE', fee: '300', feeGap: '-200' })
    const before = await balance('PROVIDER_FEE')
    await settled({ line: { kind: 'payout', providerRef: `${day}-0` }, as: 'PROVIDER_FEE' })
    expect(await broken()).toEqual([])
    expect((await balance('PROVIDER_FEE')) - before).toBe(200)
  })

  test('a fee of 500 against a tariff of 300: the tariff’s part is booked, the rest is a break until two persons settle it', async () => {
    await server.database.run(
      `insert into provider_tariff (site_id, provider, currency, kind, fixed, rate_ppm, updated_at)
       values (1, 'bank', 'KRW', 'payout', 300, 0, 0)`,
    )
    const { payoutId, key } = await approved()
    await outcome(payoutId, 'CONFIRMED', 0n)
    const before = await balance('PROVIDER_FEE')
    const day = await bring([{ kind: 'payout', reference: key, amount: '-99000', fee: '500' }])
    expect(await broken()).toEqual([['fees-are-those-of-statements', 1]])
    expect((await balance('PROVIDER_FEE')) - before).toBe(-300)
    await settled({ line: { kind: 'payout', providerRef: `${day}-0` }, as: 'BAD_DEBT' })
    expect([await broken(), await balance('BAD_DEBT'), (await balance('PROVIDER_FEE')) - before]).toEqual([
      [],
      -200,
      -300,
    ])
  })

  test('a payout that had failed and was paid late: its line names the movement that took it back', async () => {
    const { payoutId, key } = await approved()
    await outcome(payoutId, 'FAILED', 0n)
    await outcome(payoutId, 'CONFIRMED', 0n)
    expect(await server.database.run(`select 1 as n from posting where reason = 'PAYOUT_LATE'`)).not.toEqual([])
    await bring([{ kind: 'payout', reference: key, amount: '-99000' }])
    expect(await broken()).toEqual([])
  })

  test('a late payout whose movement has no name is given it by two persons, and no money moves', async () => {
    const { payoutId, key } = await approved()
    await outcome(payoutId, 'FAILED', 0n)
    await outcome(payoutId, 'CONFIRMED', 0n)
    await run()
    await server.database.run(`update house_movement set names = '{}' where reason = 'PAYOUT_LATE'`)
    const day = await bring([{ kind: 'payout', reference: key, amount: '-99000' }])
    expect(await broken()).toEqual([
      ['statement-lines-are-booked', 1],
      ['movements-are-on-statements', 1],
    ])
    const line = { kind: 'payout', providerRef: `${day}-0` }
    expect(refusal(await ask({ line, postingId: await openPosting(), as: 'BAD_DEBT' }))).toEqual([
      400,
      'INVALID_REQUEST',
    ])
    const posted = () => server.database.run('select count(*)::int as n from posting')
    const before = await posted()
    await settled({ line, postingId: await openPosting(), as: 'NAME' })
    expect([await broken(), await posted()]).toEqual([[], before])
  })

  test('a correction of a line that was booked: what it takes back is settled as capital', async () => {
    await capital('8000', 'cap-8')
    const day = await bring([{ kind: 'transfer', reference: 'cap-8', amount: '8000' }], { closing: '8000' })
    await run()
    const csv = [
      'providerRef,reference,kind,amount,fee,at,valueDate',
      `fix-1,,transfer,-1000,0,${day}T10:00:00+09:00,${day}`,
    ].join('\n')
    const file = {
      reason,
      provider: 'bank',
      currency: 'KRW',
      day,
      opening: '0',
      closing: '7000',
      isCorrection: true,
      csv,
    }
    const asked = await (await someone('finance')).post('/api/console/statement', file)
    expect((await approve(asked.body.approvalId)).status).toBe(200)
    expect(await broken()).toEqual([['statement-lines-are-booked', 1]])
    const before = await balance('HOUSE_CAPITAL')
    await settled({ line: { kind: 'transfer', providerRef: 'fix-1' }, as: 'CAPITAL' })
    expect([await broken(), (await balance('HOUSE_CAPITAL')) - before]).toEqual([[], -1000])
  })

  test('a movement that no statement shows, a line of another amount, and a line that is gone', async () => {
    await capital('400', 'cap-none')
    await run()
    expect(await broken()).toEqual([['movements-are-on-statements', 1]])
    await settled({ postingId: await openPosting(), as: 'CAPITAL' })
    expect(await broken()).toEqual([])

    await capital('3000', 'cap-30')
    const day = await bring([{ reference: 'cap-30', amount: '2900' }])
    await run()
    const before = await balance('BAD_DEBT')
    await settled({
      line: { kind: 'transfer', providerRef: `${day}-0` },
      postingId: await openPosting(),
      as: 'BAD_DEBT',
    })
    expect([await broken(), (await balance('BAD_DEBT')) - before]).toEqual([[], -100])

    await capital('600', 'cap-60')
    const running = await bring([{ reference: 'cap-60', amount: '600', providerRef: 'gone-1' }], { isFinal: false })
    await run()
    await bring([], { day: running, isFinal: false })
    expect(await broken()).toEqual([['statement-lines-are-booked', 1]])
    await settled({ line: { kind: 'transfer', providerRef: 'gone-1' }, as: 'CAPITAL' })
    expect(await broken()).toEqual([])
  })
})

describe('settling a break', () => {
  let line: object
  beforeAll(async () => {
    const day = await bring([{ amount: '-700' }])
    line = { kind: 'transfer', providerRef: `${day}-0` }
  })

  test('is for what is late alone: what may still match is left to match', async () => {
    await run()
    expect(refusal(await ask({ line, as: 'BAD_DEBT' }))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect(refusal(await ask({ as: 'BAD_DEBT' }))).toEqual([400, 'INVALID_REQUEST'])
  })

  test('takes two persons of FINANCE, shows the second one both sides and the posting, and happens once', async () => {
    await run(72 * hourMs)
    expect(refusal(await ask({ line, as: 'BAD_DEBT' }, 'cs'))).toEqual([403, 'PERMISSION_DENIED'])
    const [one, two] = [await ask({ line, as: 'BAD_DEBT' }), await ask({ line, as: 'CAPITAL' }, 'finance2')]
    const listed = (await (await someone('finance2')).get('/api/console/approvals')).body.content
    const { fields } = listed.find(({ id }: { id: number }) => id === one.body.approvalId)
    expect(fields.map(({ label, after }: Record<string, { ko: string }>) => [label?.ko, after?.ko ?? after])).toEqual([
      ['제공사', 'bank KRW'],
      ['명세의 줄', '이체 '.concat((line as { providerRef: string }).providerRef)],
      ['명세 금액', '-700원 (마이너스 칠백 원)'],
      ['명세 수수료', '0원 (영 원)'],
      ['차이', '0원 (영 원)'],
      ['정리', '손실(미수금)'],
      ['하우스 계정', 'BANK_KRW demo-bank'],
    ])
    expect(refusal(await approve(one.body.approvalId, 'finance'))).toEqual([403, 'APPROVAL_SELF'])
    const before = await balance('BANK_KRW')
    const both = await Promise.all([approve(one.body.approvalId), approve(two.body.approvalId, 'finance')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await balance('BANK_KRW')) - before).toBe(700)
    expect(await broken()).toEqual([])
    expect((await balance('BANK_KRW')) - before).toBe(700)
  })

  test('ends the pause: a clean run, two persons open withdrawals, and no later run pauses them for it again', async () => {
    const day = await bring([{ amount: '-900' }])
    const audit = async () => {
      await run(72 * hourMs)
      await auditOnce({ ...server.deps, now: Date.now }, 'full', signal)
    }
    const isPaused = async () => (await (await someone('finance')).get(base)).body.isPaused
    await audit()
    expect(await isPaused()).toBe(true)
    await settled({ line: { kind: 'transfer', providerRef: `${day}-0` }, as: 'BAD_DEBT' })
    await audit()
    const { approvalId } = (await (await someone('finance')).post(`${base}/open`, { reason })).body
    expect((await approve(approvalId)).status).toBe(200)
    for (let hour = 0; hour < 2; hour += 1) await audit()
    expect(await isPaused()).toBe(false)
  })

  test('of coins, too, and by nobody but two persons: the core refuses one alone', async () => {
    const alone = await server.deps.core.submit({
      kind: 'settleBreak',
      ...byStaff(1, 1101, reason),
      key: { key: 'alone', route: 'test', bodyHash: '' },
      ...{
        cause: 'BAD_DEBT',
        provider: 'bank',
        currency: 'KRW',
        amount: -1n,
        lineKind: 'fee',
        providerRef: 'x',
        postingId: null,
        requestId: null,
      },
      place: { account: 'BANK_KRW', sub: 'demo-bank' },
    })
    expect([alone.status, (alone.body as { code: string }).code]).toEqual([403, 'PERMISSION_DENIED'])
  })

  test('a deposit that the desk completed and no line shows: once it is settled its money is expected no more', async () => {
    const { body } = await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '120000' })
    const done = await (await someone('finance')).post(`/api/console/dnw/${body.id}/approve`, { reason, version: 1 })
    expect(done.status).toBe(200)
    const expected = () =>
      server.database.run('select 1 from expected_deposit where id = $1 and closed_at is null', [body.id])
    expect(await expected()).toHaveLength(1)
    await run()
    expect(await broken()).toEqual([['movements-are-on-statements', 1]])
    await settled({ postingId: await openPosting(), as: 'BAD_DEBT' })
    expect([await broken(), await expected()]).toEqual([[], []])
  })
})
