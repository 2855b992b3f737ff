import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staffOf } from '../../test/money-house.ts'

let server: TestServer
let who: ReturnType<typeof staffOf>
beforeAll(async () => {
  server = await startTestServer()
  who = staffOf(server)
})
afterAll(() => server.close())

const reason = 'the bank sent it by mail'
const day = '2026-02-02'
const at = `${day}T09:00:00+09:00,${day}`
const csv = (...rows: string[]) => ['providerRef,reference,kind,amount,fee,at,valueDate', ...rows].join('\n')
const file = (more: object = {}) => ({
  provider: 'bank',
  currency: 'KRW',
  day,
  opening: '0',
  closing: '0',
  csv: csv(),
  ...more,
})
const post = async (path: string, body: object, by = 'finance') => (await who(by)).post(path, body)
const preview = (more: object, by = 'finance') => post('/api/console/statement/preview', file(more), by)
const imported = async (more: object) => post('/api/console/statement', { ...file(more), reason })
const agree = async (id: number) => post(`/api/console/approvals/${id}/approve`, { reason }, 'finance2')
const stored = () =>
  server.database.run(`select (select count(*) from statement_line) as lines, (select count(*) from statement_day) as days,
    (select count(*) from statement_import) as files, (select count(*) from suspense) as suspense, (select count(*) from posting) as postings`)

it('a preview says of each line what an import would do, and changes nothing', async () => {
  const capital = await post('/api/console/treasury/move', {
    ...{ reason, move: 'CAPITAL_IN', currency: 'KRW', amount: '1000000', reference: 'cap-1' },
    to: { account: 'BANK_KRW', sub: 'demo-bank' },
  })
  expect((await agree(capital.body.approvalId)).status).toBe(200)
  const asked = await imported({
    day: '2026-02-01',
    closing: '5',
    csv: csv(`old-1,,transfer,5,0,2026-02-01T09:00:00+09:00,2026-02-01`),
  })
  expect((await agree(asked.body.approvalId)).status).toBe(200)
  const before = await stored()
  const rows = [
    `b-1,cap-1,deposit,1000000,0,${at}`,
    `b-2,김회원,deposit,30000,0,${at}`.replace('김회원', 'KIM'),
    `old-1,,transfer,5,0,${at}`,
    `b-3,,payout,-700,0,${at}`,
    `b-4,,fee,0,300,${at}`,
  ]
  const { status, body } = await preview({ closing: '1029005', csv: csv(...rows) })
  expect([status, body.counts]).toEqual([200, { MATCHED: 1, NEW: 0, SUSPENSE: 1, DUPLICATE: 1, BREAK: 2 }])
  expect(body.lines.map(({ line, outcome, amount }: Record<string, string>) => [line, outcome, amount])).toEqual([
    [2, 'MATCHED', '1000000'],
    [3, 'SUSPENSE', '30000'],
    [4, 'DUPLICATE', '5'],
    [5, 'BREAK', '-700'],
    [6, 'BREAK', '0'],
  ])
  expect([body.sum, body.isBalanced, body.faults]).toEqual(['1029005', true, []])
  expect((await preview({ closing: '1', csv: csv(...rows) })).body.isBalanced).toBe(false)
  expect(await stored()).toEqual(before)
})

it('a preview tells every line that cannot be read, in both languages, and a final day', async () => {
  const rows = [`c-1,,income,1,0,${at}`, `c-2,,deposit,1,0,${at}`, `c-3,,deposit,x,0,${at}`, `c-4,,deposit,0.5,0,${at}`]
  const { body } = await preview({ csv: csv(...rows) })
  expect(body.faults.map(({ line }: { line: number }) => line)).toEqual([2, 4])
  expect(body.faults[0].why).toEqual({
    ko: expect.stringContaining('종류는'),
    en: expect.stringContaining('the kind is'),
  })
  expect((await preview({ csv: csv(rows[1]!, rows[3]!) })).body.faults).toMatchObject([{ line: 3 }])
  expect(refusal(await preview({ day: '2026-02-01' }))).toEqual([409, 'STATEMENT_FINAL'])
})

it('columns that were chosen once are stored for the provider of this site alone, and used for its files', async () => {
  const columns = { at: '거래일시', moneyIn: '입금액', moneyOut: '출금액', reference: '적요' }
  const own = `거래일시,적요,입금액,출금액\n2026-02-03 09:00:00,KIM,"40,000",0\n2026-02-03 09:10:00,LEE,0,"10,000"`
  const given = { day: '2026-02-03', closing: '30000', csv: own, columns }
  expect((await preview(given)).body).toMatchObject({ counts: { SUSPENSE: 1, BREAK: 1 }, isBalanced: true })
  const known = async (site = 1) =>
    (await (await who('finance')).get('/api/console/statement/columns', site)).body.providers
  expect(await known()).toEqual([])
  expect((await imported(given)).status).toBe(202)
  expect(await known()).toEqual([{ provider: 'bank', columns }])
  expect(await known(15)).toEqual([])
  for (const wrong of [{ at: '거래일시' }, { at: '거래일시', moneyIn: '입금액' }, { ...columns, amount: '금액' }])
    expect(refusal(await preview({ ...given, columns: wrong }))).toEqual([422, 'STATEMENT_COLUMNS'])
  expect((await preview({ ...given, columns: { at: '없는 열', amount: '금액' } })).body.faults).toMatchObject([
    { line: 1 },
  ])
})

it('who may not import may not preview, and what no provider keeps is refused', async () => {
  for (const by of ['operator', 'audit']) expect(refusal(await preview({}, by))).toEqual([403, 'PERMISSION_DENIED'])
  expect(refusal(await preview({ provider: 'nobody' }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await preview({ day: '2999-01-01' }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await preview({ opening: '0.5' }))).toEqual([400, 'INVALID_REQUEST'])
})
