import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { condition, ledgerEntries } from './store.ts'
import { takeOverAll } from './take-over.ts'

const path = '/api/console/ledger'
const dayMs = 86_400_000

let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  finance = await staff(server, 'finance')
})
afterAll(() => server.close())

const list = async (query: string) => (await finance.get(`${path}?${query}`)).body
interface Entry {
  postingId: number
  txnId: number
  walletType: string
  currency: string
  balance: string
  amount: string
  at: number
}

describe('the ledger of a member', () => {
  it('has every posting to his wallets, each with the balance after it, up to the newest', async () => {
    const { accessToken: token } = await server.login('demo1')
    const first = await list('memberId=1001')
    const [{ count }] = (await server.database.run(
      'select count(*)::int as count from posting where site_id = 1 and member_id = 1001',
    )) as [{ count: number }]
    expect(first.totalElements).toBe(count)
    const wallets = (await server.call('/api/wallet/my', { token })).body as { type: string; point: string }[]
    for (const { type, point } of wallets.filter((one) => one.point !== '0')) {
      const newest = first.content.find(({ walletType }: Entry) => walletType === type)
      expect([type, Number(newest?.balance)]).toEqual([type, Number(point)])
    }
  })

  it('is cut by wallet, reason and day, and pages without a gap', async () => {
    const all: Entry[] = (await list('memberId=1001&size=100')).content
    const paged = [
      ...(await list('memberId=1001&size=1')).content,
      ...(await list('memberId=1001&size=1&page=1')).content,
    ]
    expect(paged).toEqual(all.slice(0, 2))
    const futures = (await list('memberId=1001&walletType=FUTURES')).content
    expect(futures).toEqual(all.filter(({ walletType }) => walletType === 'FUTURES'))
    expect(futures.length).toBeGreaterThan(0)
    expect((await list('memberId=1001&reason=NOT_ONE')).content).toEqual([])
    expect((await list('memberId=1001&startDate=2001-01-01&endDate=2001-01-02')).totalElements).toBe(0)
    const bad = ['startDate=2026-02-30', 'startDate=2026-02-02&endDate=2026-02-01', 'page=200&size=100', "reason='x"]
    for (const query of bad) expect([query, (await list(query)).code]).toEqual([query, 'INVALID_REQUEST'])
  })

  it('shows a transaction whose postings sum to zero, and what caused it', async () => {
    const [entry] = (await list('memberId=1001')).content as Entry[]
    const { body } = await finance.get(`${path}/${entry!.txnId}`)
    expect(body.postings.map(({ postingId }: Entry) => postingId)).toContain(entry!.postingId)
    const sums = new Map<string, number>()
    for (const { currency, amount } of body.postings) sums.set(currency, (sums.get(currency) ?? 0) + Number(amount))
    expect([...new Set(sums.values())]).toEqual([0])
    expect(await finance.get(`${path}/${entry!.postingId}`)).toMatchObject({
      status: 404,
      body: { code: 'HISTORY_NOT_FOUND' },
    })

    await server.database.run(
      `
       insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, ref_id, at)
       select 1, 900000000 + n, 900000000, case n when 1 then 'MEMBER' else 'PNL_ROUND' end, case n when 1 then 1001 end,
              case n when 1 then 'BINARY' end, 'KRW', case n when 1 then 5 else -5 end, 'ROUND_WIN', 900000010, ${Date.now()}
       from generate_series(1, 2) n;
       insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index,
                        salt, status, strike_price, close_price, profit, settled_at)
       values (1, 900000010, 1, 1, 1001, 'B', 5, 19000, 7, 0, '00', 1, 1, 2, 5, 8)`,
    )
    const won = (await finance.get(`${path}/900000000`)).body
    expect(won.postings.map(({ amount }: Entry) => amount)).toEqual(['5', '-5'])
    expect(won.causes).toEqual([{ kind: 'BET', id: 900000010, memberId: 1001, desk: null, status: '', at: 7 }])
    // What was posted a moment ago stands in the list that is read now.
    expect((await list('memberId=1001&reason=ROUND_WIN')).content[0]).toMatchObject({ txnId: 900000000, amount: '5' })
  })

  it('of another site is unknown, and who may not read the ledger does not', async () => {
    const [other] = await server.database.run(`select id from member where site_id <> 1 limit 1`)
    const id = Number(other?.['id'] ?? 999_999)
    expect((await finance.get(`${path}?memberId=${id}`)).body.code).toBe('USER_NOT_FOUND')
    const cs = await staff(server, 'cs')
    expect((await cs.get(`${path}?memberId=1001`)).body.code).toBe('PERMISSION_DENIED')
    const audit = await staff(server, 'audit')
    expect((await audit.get(`${path}?memberId=1001`)).status).toBe(200)
  })
})

describe('the entries', () => {
  it('are taken over once, whoever reads at once, and balance with the wallets', async () => {
    const rows = 12_000
    await server.database.run(
      `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, ref_id, at)
       select 1, 1000000000 + n * 3 + s, 1000000000 + n * 3, case s when 1 then 'MEMBER' else 'PNL_ROUND' end,
              case s when 1 then 70000 + n % 50 end, case s when 1 then 'BINARY' end, 'KRW', case s when 1 then 3 else -3 end,
              'ROUND_WIN', n, ${Date.now()} + n
       from generate_series(1, ${rows}) n, generate_series(1, 2) s order by 2`,
    )
    const signal = new AbortController().signal
    await Promise.all([takeOverAll(server.deps.db, signal), takeOverAll(server.deps.db, signal), list('memberId=1001')])
    const [sums] = await server.database.run(
      `select (select count(*)::int from ledger_entry where posting_id > 1000000000) as count,
              (select count(*)::int from ledger_balance where member_id >= 70000 and balance = 3 * ${rows} / 50) as right_ones,
              (select count(*)::int from (select balance, sum(amount) over (partition by member_id order by posting_id) as own
                 from ledger_entry where member_id >= 70000) e where balance <> own) as wrong`,
    )
    expect(sums).toEqual({ count: rows, right_ones: 50, wrong: 0 })
  })

  it('of a member, of a day and of a rare reason are found by the indexes alone', async () => {
    await server.database.run('vacuum analyze ledger_entry')
    const of = { siteId: 1, from: 0, to: Number.MAX_SAFE_INTEGER }
    const plans = {
      member: { ...of, memberId: 70_001 },
      day: { ...of, from: Date.now() - dayMs },
      rare: { ...of, memberId: 70_001, reason: 'HOUSE_OPENING' },
    }
    for (const [name, filter] of Object.entries(plans)) {
      const { where, values } = condition(filter)
      const text = `explain select at, posting_id from ledger_entry where ${where} order by at desc, posting_id desc limit 100`
      const plan = JSON.stringify(await server.deps.db.tenant(1, (tx) => tx.query(text, values)))
      expect([name, plan]).toEqual([
        name,
        expect.stringContaining(
          { member: 'ledger_entry_member', day: 'ledger_entry_pkey', rare: 'reason' }[name] ?? name,
        ),
      ])
      expect([name, plan]).toEqual([name, expect.not.stringContaining('Seq Scan')])
    }
  })

  it('are planned for what is asked, however often it was asked before', async () => {
    const filter = { siteId: 1, from: 0, to: Number.MAX_SAFE_INTEGER, memberId: 70_001, reason: 'HOUSE_OPENING' }
    const [plans] = await server.deps.db.tenant(1, async (tx) => {
      for (let n = 0; n < 7; n += 1) await ledgerEntries(tx, filter, { limit: 10, offset: 0 })
      const asked = `statement like '%ledger_entry%' and statement like '%limit%'`
      return tx.query(
        `select sum(generic_plans)::int as any, sum(custom_plans) >= 14 as own from pg_prepared_statements where ${asked}`,
      )
    })
    expect(plans).toEqual({ any: 0, own: true })
  })

  it('stand in no index of the journal that the console alone would need', async () => {
    const rows = await server.database.run(`select indexname from pg_indexes where tablename = 'posting' order by 1`)
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      'posting_at',
      'posting_futures',
      'posting_grant',
      'posting_pkey',
      'posting_result',
    ])
  })
})
