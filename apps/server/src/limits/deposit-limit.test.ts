import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled } from '../../test/money-house.ts'
import { reportFact } from '../providers/index.ts'
import { readSnapshot } from '../runner/restore.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await startTestServer()
  demo1 = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const limit = (amount: string | null, currency = 'KRW') =>
  demo1.post('/api/limit/set', { limits: [{ kind: 'DEPOSIT', window: '7d', currency, amount }] })
const shown = async () => (await demo1.get('/api/limit/my')).body.limits[0]
const deposit = (point: string) => demo1.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point })

describe('a deposit limit', () => {
  it('is set, shown with what is announced, and refuses what is above it', async () => {
    const set = await limit('500000')
    expect(set.body.limits).toEqual([await shown()])
    expect(refusal(await deposit('501000'))).toEqual([403, 'SELF_LIMIT_EXCEEDED'])
    const one = await deposit('400000')
    expect(one.status).toBe(200)
    expect(await shown()).toMatchObject({ kind: 'DEPOSIT', window: '7d', amount: '500000', used: '400000' })
    await demo1.post('/api/dnw/cancel', { dnwHistoryId: one.body.id })
    expect((await shown()).used).toBe('0')
  })

  it('counts what was credited, also at a start', async () => {
    const id = (await deposit('300000')).body.id
    const told = { requestId: id, reference: `D${id}`, providerRef: 'bank-1', payer: '', currency: 'KRW' } as const
    const [row] = await server.deps.db.tenant(1, (tx) =>
      tx.query<{ counterparty: string; house_sub: string }>('select counterparty, house_sub from dnw where id = $1', [
        id,
      ]),
    )
    const fact = {
      ...told,
      kind: 'deposit',
      amount: 300_000n,
      payer: row!.counterparty,
      houseSub: row!.house_sub,
    } as const
    const event = { siteId: 1, provider: 'bank', event: 'deposit-limit-1' }
    await reportFact(server.deps, event, { ...fact, closed: null })
    expect(await shown()).toMatchObject({ used: '300000' })
    expect(refusal(await deposit('201000'))).toEqual([403, 'SELF_LIMIT_EXCEEDED'])
    const { recentDeposits } = await readSnapshot(server.deps.db, 'main', { at: 0, wall: 0 })
    expect(recentDeposits).toMatchObject([{ siteId: 1, dnwId: id, currency: 'KRW', amount: 300_000n }])
  })

  it('counts what a merchant sold, waiting and credited, also at a start', async () => {
    await server.database.run(`update dnw set type = 'WB' where type = 'D' and status = 'COMPLETED'`)
    const { recentDeposits } = await readSnapshot(server.deps.db, 'main', { at: 0, wall: 0 })
    expect(recentDeposits).toMatchObject([{ siteId: 1, currency: 'KRW', amount: 300_000n }])
    expect(await shown()).toMatchObject({ used: '300000' })
    const { id } = (await deposit('100000')).body
    await server.database.run(`update dnw set type = 'WB' where id = ${id}`)
    expect(await shown()).toMatchObject({ used: '400000' })
    await server.database.run(`update dnw set type = 'D' where type = 'WB'`)
    await demo1.post('/api/dnw/cancel', { dnwHistoryId: id })
  })

  it('counts what another member gave, also at a start, and not what was moved between own wallets', async () => {
    const become = (type: string, counterparty: string) =>
      server.database.run(
        `update dnw set type = $1, counterparty = $2 where status = 'COMPLETED' and type in ('D', 'TI')`,
        [type, counterparty],
      )
    const [was] = await server.database.run(`select counterparty from dnw where status = 'COMPLETED' and type = 'D'`)
    const counted = async () =>
      (await readSnapshot(server.deps.db, 'main', { at: 0, wall: 0 })).recentDeposits.map(({ amount }) => amount)
    await become('TI', '홍*동')
    expect([await counted(), (await shown()).used]).toEqual([[300_000n], '300000'])
    await become('TI', '')
    expect([await counted(), (await shown()).used]).toEqual([[], '0'])
    await become('D', String(was?.['counterparty']))
  })

  it('is raised after a wait only', async () => {
    expect((await limit('900000')).body.limits[0]).toMatchObject({ amount: '500000', pendingAmount: '900000' })
    expect(refusal(await deposit('201000'))).toEqual([403, 'SELF_LIMIT_EXCEEDED'])
    expect((await deposit('200000')).status).toBe(200)
  })
})
