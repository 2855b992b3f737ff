import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { storeStatement } from '../statements/store.ts'

const reason = '은행 거래 내역을 확인했습니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, flagWithdrawals: 100 })
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

interface Approved {
  readonly id: number
  readonly version: number
  readonly payoutKey: string
}

/** A withdrawal of 100,000 that the desk agreed to: 99,000 leave the bank. */
async function approved(): Promise<Approved> {
  const { body } = await member.post('/api/dnw/apply', { type: 'W', point: '100000', otp: member.otp() })
  const done = await finance.post(`/api/console/dnw/${body.id}/approve`, { reason, version: 1 })
  const last =
    done.status === 202
      ? await finance2.post(`/api/console/approvals/${done.body.approvalId}/approve`, { reason })
      : done
  expect(last.body).toMatchObject({ status: 'APPROVED' })
  const [payout] = await server.database.run('select key from payout where dnw_id = $1', [body.id])
  return { id: body.id, version: last.body.version, payoutKey: String(payout?.['key']) }
}

const line = (
  providerRef: string,
  amount: string,
  reference: string | null = null,
  kind: 'payout' | 'deposit' = 'payout',
) => ({
  providerRef,
  reference,
  kind,
  amount,
  fee: '0',
  at: Date.now(),
  valueDate: '2026-01-02',
})
let day = 0
const bring = (...lines: ReturnType<typeof line>[]) => {
  day += 1
  const told = { account: 'KRW', currency: 'KRW', opening: '0', closing: '0', isFinal: true, lines }
  const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
  const date = `2026-01-${String(day).padStart(2, '0')}`
  return server.deps.db.system((tx) => storeStatement(tx, place, { ...told, day: date }, Date.now()))
}
const complete = ({ id, version }: Approved, statementLine: string, by = finance, key: string | true = true) =>
  by.post(`/api/console/dnw/${id}/complete`, { reason, version, statementLine }, 1, key)
const keyOf = (answer: Awaited<ReturnType<typeof complete>>) => answer.body.params?.key

describe('an approved withdrawal is closed by a line of a statement', () => {
  it('that is there and shows it: its amount, a payout, no other’s name', async () => {
    const one = await approved()
    await bring(
      line('less', '-98999'),
      line('in', '-99000', null, 'deposit'),
      line('other', '-99000', `payout-${'0'.repeat(32)}`),
      line('fits', '-99000'),
    )
    const missing = [await complete(one, 'nowhere'), await complete(one, 'in')]
    for (const answer of missing)
      expect([...refusal(answer), keyOf(answer)]).toEqual([404, 'HISTORY_NOT_FOUND', 'statementLine'])
    const unfit = [await complete(one, 'less'), await complete(one, 'other')]
    for (const answer of unfit)
      expect([...refusal(answer), keyOf(answer)]).toEqual([400, 'INVALID_REQUEST', 'statementLine'])
    const key = randomUUID()
    const [done, repeat] = [await complete(one, 'fits', finance, key), await complete(one, 'fits', finance, key)]
    expect(done.body).toMatchObject({ id: one.id, status: 'COMPLETED', reason: 'fits' })
    expect(repeat.body).toEqual(done.body)
    expect(refusal(await complete(one, 'fits'))).toEqual([409, 'STALE_VERSION'])
  })

  it('once: a second withdrawal needs a line of its own', async () => {
    const two = await approved()
    expect(refusal(await complete(two, 'fits'))).toEqual([409, 'STALE_VERSION'])
    await bring(line('own', '-99000', two.payoutKey))
    expect(refusal(await complete({ ...two, version: two.version - 1 }, 'own'))).toEqual([409, 'STALE_VERSION'])
    const both = await Promise.all([complete(two, 'own'), complete(two, 'own', finance2)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const used = await server.database.run(`select closes_id::int as id from statement_line where provider_ref = 'own'`)
    expect(used).toEqual([{ id: two.id }])
    const paid = await server.database.run(
      `select count(*)::int as n from posting where reason = 'WITHDRAWAL' and ref_id = $1 and account = 'BANK_KRW'`,
      [two.id],
    )
    expect(paid).toEqual([{ n: 1 }])
  })
})
