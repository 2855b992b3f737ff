import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, staffOf } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'
import { findBreaks } from '../audit/index.ts'
import { reconcileSite } from './index.ts'
import { type Place, storeStatement, type WholeStatement } from './store.ts'

const reason = 'the bank sent it by mail'
const hourMs = 3_600_000
const signal = new AbortController().signal
/** Nobody can be reached: a run works on what is stored. */
const nobody = { of: async () => null }

let sandbox: TestSandbox
let server: TestServer
let someone: ReturnType<typeof staffOf>
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  await configureMoney(server, { holdMs: 0, firstHoldMs: 0, changeHoldMs: 0, fourEyesFrom: '10000000' })
  someone = staffOf(server)
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})
beforeEach(() => sandbox.behave(null, { calls: 'broken' }))
afterEach(() => sandbox.behave(null, { calls: 'normal' }))

const csv = (...rows: string[]) => ['providerRef,reference,kind,amount,fee,at,valueDate', ...rows].join('\n')
const at = (day: string) => `${day}T09:00:00+09:00,${day}`
const upload = async (more: object, by = 'finance') =>
  (await someone(by)).post('/api/console/statement', {
    reason,
    provider: 'bank',
    currency: 'KRW',
    opening: '0',
    closing: '0',
    csv: csv(),
    ...more,
  })
const approve = async (id: number, by = 'finance2') =>
  (await someone(by)).post(`/api/console/approvals/${id}/approve`, { reason })
/** A file that two persons agreed to. */
async function imported(more: object, by = 'finance'): Promise<void> {
  const { status, body } = await upload(more, by)
  expect([status, body]).toEqual([202, { approvalId: expect.any(Number) }])
  const approved = await approve(body.approvalId, by === 'finance' ? 'finance2' : 'finance')
  expect(approved.body).toMatchObject({ kind: 'STATEMENT_IMPORT', state: 'APPROVED' })
}
const confirm = async (line: object, by: string) =>
  (await someone(by)).post('/api/console/statement/line/confirm', { reason, ...line })
const run = (lateBy = 0) => reconcileSite({ deps: server.deps, providers: nobody, now: () => Date.now() + lateBy }, 1)
const rowsOf = async (rule: string) =>
  (await findBreaks(server.deps.db, signal, 'since-closing')).find((found) => found.rule === rule)?.first ?? []
/** Whether the audit finds that a day does not follow the one before it. */
const unconnected = async (day: string) =>
  (await rowsOf('statements-follow-one-another')).some((row) => row['day'] === day)
const days = (day: string) =>
  server.database.run(
    `select opening::text, closing::text, is_final from statement_day where day = $1 order by provider`,
    [day],
  )
const linesOf = (day: string) =>
  server.database.run(
    `select provider_ref as ref, amount::text, gone_at is not null as gone from statement_line where day = $1 order by provider_ref`,
    [day],
  )
const suspended = (amount: number) => server.database.run('select id from suspense where amount = $1', [amount])

describe('a statement that is imported by hand', () => {
  test('needs two persons: nothing of it is stored before the second one approved it', async () => {
    const day = '2026-02-02'
    const asked = await upload({ day, opening: '100', closing: '31100', csv: csv(`h-1,,transfer,31000,0,${at(day)}`) })
    expect([asked.status, await days(day), await linesOf(day)]).toEqual([202, [], []])
    expect(refusal(await approve(asked.body.approvalId, 'finance'))).toEqual([403, 'APPROVAL_SELF'])
    expect((await approve(asked.body.approvalId)).status).toBe(200)
    expect(await days(day)).toEqual([{ opening: '100', closing: '31100', is_final: true }])
    expect(await linesOf(day)).toEqual([{ ref: 'h-1', amount: '31000', gone: false }])
  })

  test('a closing balance of one person alone breaks nothing and pauses nothing', async () => {
    await imported({ day: '2026-02-10', opening: '31100', closing: '31100' })
    await upload({ day: '2026-02-11', opening: '999', closing: '999' })
    await run()
    expect(await unconnected('2026-02-11')).toBe(false)
  })

  test('shows the second person the day, its balances before and after, its sums and each of its lines', async () => {
    const day = '2026-02-03'
    const rows = [`h-2,D77,deposit,31000,0,${at(day)}`, `h-3,,fee,0,500,${at(day)}`]
    const { body } = await upload({ day, opening: '100', closing: '30600', csv: csv(...rows) })
    const second = await someone('finance2')
    const listed = (await second.get('/api/console/approvals')).body.content
    const { fields, detail } = listed.find(({ id }: { id: number }) => id === body.approvalId)
    const shown = fields.map(({ label, before, after }: Record<string, { ko: string } | string | null>) => [
      (label as { ko: string }).ko,
      before === null || typeof before === 'string' ? before : before?.ko,
      after === null || typeof after === 'string' ? after : after?.ko,
    ])
    expect(shown).toEqual([
      ['제공사', null, 'bank'],
      ['통화', null, 'KRW'],
      ['날짜', null, day],
      ['구분', null, '하루 전체'],
      ['기초 잔액', '없음', '100원 (백 원)'],
      ['기말 잔액', '없음', '30,600원 (삼만 육백 원)'],
      ['줄', '0', '2'],
      ['입금', null, '31,000원 (삼만 천 원)'],
      ['출금', null, '0원 (영 원)'],
      ['수수료', null, '500원 (오백 원)'],
    ])
    const lines = await second.get(`/api/console/statement/import?id=${detail['importId']}`)
    expect(lines.body.content).toMatchObject([
      { change: 'ADDED', providerRef: 'h-2', reference: 'D77', kind: 'deposit', amount: '31000', fee: '0' },
      { change: 'ADDED', providerRef: 'h-3', reference: null, kind: 'fee', amount: '0', fee: '500' },
    ])
  })

  test('never overwrites a final day, nor does a provider', async () => {
    const day = '2026-02-04'
    await imported({ day, closing: '5', csv: csv(`h-4,,transfer,5,0,${at(day)}`) })
    const again = await upload({ day, closing: '6', csv: csv(`h-4,,transfer,6,0,${at(day)}`) })
    expect(refusal(again)).toEqual([409, 'STATEMENT_FINAL'])
    const told: WholeStatement = {
      ...{ account: 'KRW', currency: 'KRW', day, opening: '0', closing: '0', isFinal: true, lines: [] },
    }
    const place: Place = { siteId: 1, provider: 'bank', currency: 'KRW' }
    const fault = await server.deps.db.system((tx) => storeStatement(tx, place, told, Date.now()))
    expect(fault).toBe('the day is final')
    expect([await days(day), await linesOf(day)]).toEqual([
      [{ opening: '0', closing: '5', is_final: true }],
      [{ ref: 'h-4', amount: '5', gone: false }],
    ])
  })

  test('is refused at the second yes when the day became final meanwhile', async () => {
    const day = '2026-02-05'
    const [first, late] = [await upload({ day }), await upload({ day, opening: '7', closing: '7' })]
    expect((await approve(first.body.approvalId)).status).toBe(200)
    expect((await approve(late.body.approvalId)).body.code).toBe('STALE_VERSION')
    expect(await days(day)).toEqual([{ opening: '0', closing: '0', is_final: true }])
  })

  test('with another fee and then as it was never books a line a second time', async () => {
    const day = '2026-02-06'
    const capital = await (await someone('finance')).post('/api/console/treasury/move', {
      ...{ reason, move: 'CAPITAL_IN', currency: 'KRW', amount: '1000000', reference: 'cap-6' },
      to: { account: 'BANK_KRW', sub: 'demo-bank' },
    })
    expect((await approve(capital.body.approvalId)).status).toBe(200)
    const file = (fee: string) => ({
      ...{ day, closing: String(1_000_000 - Number(fee)) },
      csv: csv(`h-6,cap-6,deposit,1000000,${fee},${at(day)}`),
    })
    await imported(file('0'))
    await run()
    for (const fee of ['100', '0']) expect(refusal(await upload(file(fee)))).toEqual([409, 'STATEMENT_FINAL'])
    await run(hourMs)
    expect(await suspended(1_000_000)).toEqual([])
  })

  test('of a day that still runs keeps each line with what it shows when it is imported again', async () => {
    const day = '2026-02-07'
    const place: Place = { siteId: 1, provider: 'bank', currency: 'KRW' }
    const capital = await (await someone('finance')).post('/api/console/treasury/move', {
      ...{ reason, move: 'CAPITAL_IN', currency: 'KRW', amount: '2000000', reference: 'cap-7' },
      to: { account: 'BANK_KRW', sub: 'demo-bank' },
    })
    await approve(capital.body.approvalId)
    const tell = (fee: string) =>
      server.deps.db.system((tx) =>
        storeStatement(
          tx,
          place,
          {
            ...{ account: 'KRW', currency: 'KRW', day, opening: '0', closing: '0', isFinal: false },
            lines: [
              {
                ...{ providerRef: 'h-7', reference: null, kind: 'deposit', amount: '2000000', fee },
                ...{ at: Date.now(), valueDate: day },
              },
            ],
          },
          Date.now() - hourMs,
        ),
      )
    for (const fee of ['0', '100', '0']) {
      await tell(fee)
      await run()
    }
    expect(await suspended(2_000_000)).toEqual([])
  })

  test('takes identical lines without a reference as two', async () => {
    const day = '2026-02-08'
    const rows = [`memo,,deposit,15000,0,${at(day)}`, `memo,,deposit,15000,0,${at(day)}`]
    const bare = [`,,deposit,7000,0,${at(day)}`, `,,deposit,7000,0,${at(day)}`]
    await imported({ day, closing: '44000', csv: csv(...rows, ...bare) })
    const stored = await linesOf(day)
    expect(stored.map(({ amount }) => amount).sort()).toEqual(['15000', '15000', '7000', '7000'])
    expect(new Set(stored.map(({ ref }) => ref)).size).toBe(4)
  })

  test('one number of the provider on two different lines is refused, and names the line', async () => {
    const day = '2026-02-09'
    const rows = [`h-9,,deposit,15000,0,${at(day)}`, `h-9,,deposit,16000,0,${at(day)}`]
    const { status, body } = await upload({ day, closing: '31000', csv: csv(...rows) })
    expect([status, body.code, body.params]).toMatchObject([422, 'STATEMENT_LINE_INVALID', { line: 3 }])
    expect(body.message).toBe('거래 내역 3번째 줄: 같은 번호의 줄이 앞에 있습니다.')
  })

  test('a line of another day, or with more decimals than its currency, is refused by its line, and nothing is stored', async () => {
    const day = '2026-02-12'
    const files = [
      [`h-12,,deposit,15000,0,${at('2025-02-12')}`, '시각이 이 거래 내역의 날짜가 아닙니다'],
      [`h-12,,deposit,150.5,0,${at(day)}`, '통화보다 소수 자리가 많습니다'],
    ]
    for (const [row, why] of files) {
      const { status, body } = await upload({ day, closing: '15000', csv: csv(`h-11,,fee,0,0,${at(day)}`, row!) })
      expect([status, body.code, body.params]).toMatchObject([422, 'STATEMENT_LINE_INVALID', { line: 3, why }])
    }
    expect([await days(day), await linesOf(day)]).toEqual([[], []])
  })
})

describe('a correction of a final day', () => {
  const day = '2026-03-02'
  const balances = () =>
    server.database.run(
      `select opening::text, closing::text, corrected_closing::text as corrected from statement_day where day = $1`,
      [day],
    )

  test('is lines of their own, with a reason: the day as it was stays, and both are shown', async () => {
    expect(refusal(await upload({ day, isCorrection: true }))).toEqual([400, 'INVALID_REQUEST'])
    await imported({ day, closing: '8000', csv: csv(`k-1,,transfer,8000,0,${at(day)}`) })
    const file = { day, isCorrection: true, csv: csv(`k-2,,transfer,-1000,0,${at(day)}`) }
    const off = await upload({ ...file, closing: '7001' })
    expect([off.status, off.body.code]).toEqual([422, 'STATEMENT_SUM_MISMATCH'])
    expect(off.body.params).toMatchObject({ sum: '7,000원 (칠천 원)', closing: '7,001원 (칠천일 원)' })
    const taken = await upload({ ...file, closing: '8000', csv: csv(`k-1,,transfer,0,0,${at(day)}`) })
    expect([taken.status, taken.body.params]).toMatchObject([422, { line: 2, why: '확정된 날에 이미 있는 줄입니다' }])
    await imported({ ...file, closing: '7000' })
    expect(await balances()).toEqual([{ opening: '0', closing: '8000', corrected: '7000' }])
    expect(await linesOf(day)).toEqual([
      { ref: 'k-1', amount: '8000', gone: false },
      { ref: 'k-2', amount: '-1000', gone: false },
    ])
    const { body } = await (await someone('finance')).get(
      `/api/console/reconciliation/lines?provider=bank&currency=KRW&day=${day}`,
    )
    expect(body.content.filter(({ providerRef }: { providerRef: string | null }) => providerRef)).toMatchObject([
      { providerRef: 'k-1', correction: null },
      { providerRef: 'k-2', correction: reason },
    ])
  })

  test('mends a balance that the next day does not follow', async () => {
    await imported({ day: '2026-03-03', opening: '7500', closing: '7500' })
    expect(await unconnected('2026-03-03')).toBe(true)
    await imported({ day, isCorrection: true, closing: '7500', csv: csv(`k-3,,transfer,500,0,${at(day)}`) })
    expect(await unconnected('2026-03-03')).toBe(false)
  })
})

describe('a line that was imported', () => {
  const day = '2026-04-02'
  let member: Awaited<ReturnType<typeof enrolled>>
  let id: number
  beforeAll(async () => {
    member = await enrolled(server, 'demo1')
    await sandbox.behave(null, { calls: 'broken' })
    id = (await member.post('/api/paycoin/sendCoin', { walletType: 'BINARY', won: '9000000' })).body.id
  })
  const statusOf = async () => (await member.get(`/api/dnw/one?dnwHistoryId=${id}`)).body.status
  const waiting = async (by: string) =>
    (await (await someone(by)).get('/api/console/statement/line')).body.content.filter(
      ({ provider }: { provider: string }) => provider === 'paycoin',
    )
  const line = { provider: 'paycoin', currency: 'KRW', kind: 'deposit', providerRef: 'pc-1' }

  test('completes no request: it waits at the desk for a person who did not import it', async () => {
    const rows = [`pc-1,D${id},deposit,9000000,0,${at(day)}`, `pc-2,,fee,-9000000,0,${at(day)}`]
    await imported({ provider: 'paycoin', day, csv: csv(...rows) })
    await run(hourMs)
    expect(await statusOf()).toBe('REQUESTED')
    expect(await waiting('finance2')).toMatchObject([{ ...line, reference: `D${id}`, requestId: id, mayConfirm: true }])
    expect(await waiting('finance')).toMatchObject([{ ...line, mayConfirm: false }])
    expect(refusal(await confirm(line, 'finance'))).toEqual([403, 'APPROVAL_SELF'])
    expect(await statusOf()).toBe('REQUESTED')
  })

  test('is booked once such a person confirmed it, and only then; a fee beyond the tariff stays a break', async () => {
    const counted = async () => (await (await someone('finance2')).get('/api/console/overview')).body.lines
    const before = await counted()
    expect((await confirm(line, 'finance2')).status).toBe(200)
    expect(await statusOf()).toBe('COMPLETED')
    expect(refusal(await confirm(line, 'finance2'))).toEqual([409, 'STALE_VERSION'])
    expect(await waiting('finance2')).toEqual([])
    expect(await counted()).toBe(before - 1)
    await run()
    const fees = await server.database.run(`select 1 from posting where account = 'PROVIDER_FEE' and sub = 'paycoin'`)
    expect(fees).toEqual([])
    await run(72 * hourMs)
    expect(await rowsOf('statement-lines-are-booked')).toContainEqual(
      expect.objectContaining({ provider_ref: 'pc-2', amount: '-9000000' }),
    )
  })

  test('that nobody imported cannot be confirmed', async () => {
    expect(refusal(await confirm({ ...line, providerRef: 'none' }, 'finance2'))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})
