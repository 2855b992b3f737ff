import { randomUUID } from 'node:crypto'
import { bySystem } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, type staff, staffOf } from '../../test/money-house.ts'
import { findBreaks } from '../audit/index.ts'

const reason = '이용 제한 회원의 잔액을 돌려드립니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let someone: ReturnType<typeof staffOf>
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({
    changeHoldMs: 0,
    holdMs: 0,
    firstHoldMs: 0,
    cancelWindowMs: 0,
    withdrawDayMax: '1000000',
  })
  someone = staffOf(server)
  finance = await someone('finance')
  finance2 = await someone('finance2')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const shut = async (status: 'ACTIVE' | 'DENY') => {
  // The table first: the core is brought in step with it each two seconds.
  await server.database.run('update member set status = $1 where id = 1001', [status])
  await server.deps.core.submit({ kind: 'setMemberStatus', ...bySystem(1), memberId: 1001, status })
}
const path = '/api/console/member/1001/payout'
const pay = (more: object = {}, key: string | true = true, by = finance) =>
  by.post(path, { reason, walletType: 'BINARY', ...more }, 1, key)
const agree = (id: number, by = finance2) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const rest = async () => (await finance.get(path)).body
const krw = async () => (await rest()).wallets.find(({ walletType }: { walletType: string }) => walletType === 'BINARY')
const payouts = () =>
  server.database.run(
    `select p.id::int, d.id::int as dnw from payout p join dnw d on d.id = p.dnw_id where p.closed_at is null`,
  )

describe('what is left of a member who is shut out', () => {
  it('is no matter of a member who is not', async () => {
    expect(await rest()).toMatchObject({ isDenied: false, isPending: false })
    expect(refusal(await pay())).toEqual([409, 'STALE_VERSION'])
    expect(refusal(await finance.post('/api/console/member/999999/payout', { reason, walletType: 'BINARY' }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
  })

  it('waits for a withdrawal that is under way, which goes on', async () => {
    const { body } = await member.post('/api/dnw/apply', { type: 'W', point: '100000', otp: member.otp() })
    await shut('DENY')
    expect(await rest()).toMatchObject({ isDenied: true, isPending: true })
    expect(refusal(await pay())).toEqual([409, 'REQUEST_ALREADY_PENDING'])
    const refused = await finance.post(`/api/console/dnw/${body.id}/reject`, { reason, version: 1 })
    expect(refused.body).toMatchObject({ status: 'REJECTED' })
  })

  it('goes to his own account, all that is free, once two persons of FINANCE agreed, and once only', async () => {
    const { free, accountId, account } = await krw()
    expect(Number(free)).toBeGreaterThan(1_000_000)
    expect([accountId, account]).toEqual([expect.any(Number), expect.stringContaining('****')])
    const key = randomUUID()
    const [asked, repeat] = [await pay({}, key), await pay({}, key)]
    expect([asked.status, repeat.body]).toEqual([202, asked.body])
    const { approvalId } = asked.body
    expect((await finance2.get('/api/console/approvals')).body.content).toMatchObject([
      { id: approvalId, kind: 'MEMBER_PAYOUT', subjectId: 1001, detail: { walletType: 'BINARY', accountId } },
    ])
    expect(refusal(await agree(approvalId, finance))).toEqual([403, 'APPROVAL_SELF'])
    expect(refusal(await agree(approvalId, await someone('operator')))).toEqual([403, 'PERMISSION_DENIED'])
    expect((await krw()).free).toBe(free)
    const both = await Promise.all([agree(approvalId), agree(approvalId)])
    for (const { body } of both) expect(body).toMatchObject({ state: 'APPROVED' })
    expect([(await krw()).free, (await rest()).isPending]).toEqual(['0', true])
    const open = await payouts()
    expect(open).toHaveLength(1)
    const [row] = await server.database.run(
      'select status, point::text, fee::text, account_id::int as account from dnw where id = $1',
      [open[0]?.['dnw']],
    )
    expect(row).toEqual({ status: 'APPROVED', point: free, fee: '0', account: accountId })
    expect(refusal(await pay())).toEqual([409, 'REQUEST_ALREADY_PENDING'])
    expect(await findBreaks(server.deps.db, new AbortController().signal, 'full')).toEqual([])
  })

  it('is nothing where nothing is free, and names an account of his', async () => {
    for (const [more, answer] of [
      [{ accountId: 999_999 }, [404, 'ACCOUNT_NOT_FOUND']],
      [{ walletType: 'BTC' }, [404, 'WALLET_NOT_FOUND']],
      [{ walletType: 'BONUS' }, [404, 'WALLET_NOT_FOUND']],
    ] as const) {
      const [open] = await payouts()
      if (open) {
        const version = Number(
          (await server.database.run('select rev from dnw where id = $1', [open['dnw']]))[0]?.['rev'],
        )
        expect(version).toBeGreaterThan(1)
        const outcome = { outcome: 'FAILED', providerRef: 'x', detail: 'closed', fee: 0n, closed: null } as const
        const by = { siteId: 1, actor: { kind: 'provider', id: 'bank' }, key: { event: randomUUID() } } as const
        await server.deps.core.submit({ kind: 'payoutOutcome', ...by, payoutId: Number(open['id']), ...outcome })
      }
      expect(refusal(await pay(more))).toEqual(answer)
    }
    expect(refusal(await pay({ walletType: 'FUTURES' }))).toEqual([409, 'WALLET_ACCOUNT_REQUIRED'])
    await shut('ACTIVE')
    const { approvalId } = { approvalId: 1 }
    expect(refusal(await agree(approvalId))).toEqual([404, 'APPROVAL_NOT_FOUND'])
  })

  it('is not paid where he is let in again before the second person agrees', async () => {
    await shut('DENY')
    const { approvalId } = (await pay()).body
    await shut('ACTIVE')
    const before = (await krw()).free
    expect(refusal(await agree(approvalId))).toEqual([409, 'STALE_VERSION'])
    expect([(await krw()).free, await payouts()]).toEqual([before, []])
  })
})

it('is read by all staff, asked for by FINANCE alone', async () => {
  for (const name of ['admin', 'operator', 'cs', 'audit']) {
    const who = await someone(name)
    expect([name, (await who.get(path)).status]).toEqual([name, 200])
    expect([name, ...refusal(await pay({}, true, who))]).toEqual([name, 403, 'PERMISSION_DENIED'])
  }
})
