import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { moneyServer, type staff, staffOf } from '../../test/money-house.ts'
import { findBreaks } from '../audit/index.ts'
import type { Providers } from '../providers/port.ts'
import { statementJob } from '../statements/index.ts'
import { storeStatement } from '../statements/store.ts'

const reason = '자금 이동을 확인했습니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let someone: ReturnType<typeof staffOf>
let finance: Person
let finance2: Person
beforeAll(async () => {
  server = await moneyServer({ firstHoldMs: 0 })
  someone = staffOf(server)
  finance = await someone('finance')
  finance2 = await someone('finance2')
})
afterAll(() => server.close())

const bank = { account: 'BANK_KRW', sub: 'demo-bank' }
const hot = { account: 'COIN_HOT', sub: 'TRC20' }
const cold = { account: 'COIN_COLD', sub: 'TRC20' }
const signal = new AbortController().signal
const ask = (more: object, by = finance, key: string | true = true) =>
  by.post('/api/console/treasury/move', { reason, currency: 'KRW', ...more }, 1, key)
const agree = (id: number, by = finance2) => by.post(`/api/console/approvals/${id}/approve`, { reason })
/** What is refused is refused when it is requested. */
const move = async (more: object) => {
  const asked = await ask(more)
  return asked.status === 202 ? agree(asked.body.approvalId) : asked
}
const treasury = async () => (await finance.get('/api/console/treasury')).body
const balance = async ({ account, sub }: { account: string; sub: string }, currency = 'KRW') =>
  (await treasury()).accounts.find(
    (row: { account: string; sub: string; currency: string }) =>
      row.account === account && row.sub === sub && row.currency === currency,
  )?.balance ?? '0'
async function licensed(moneyMode: 'DEMO' | 'LICENSED') {
  await server.database.run(`update site set money_mode = '${moneyMode}' where id = 1`)
  await server.app.sites.load()
}
const breaks = async () => (await findBreaks(server.deps.db, signal, 'full')).map(({ rule }) => rule)
const reconcile = (lateBy = 0) => {
  const providers: Providers = { of: async () => null }
  return statementJob({ deps: server.deps, providers, now: () => Date.now() + lateBy }).run(signal)
}

describe('money of the house', () => {
  it('comes, goes from account to account and leaves, each by two persons, and once', async () => {
    const key = randomUUID()
    const capital = { move: 'CAPITAL_IN', amount: '500000', to: bank, reference: 'cap-1' }
    const [asked, repeat] = [await ask(capital, finance, key), await ask(capital, finance, key)]
    expect([asked.status, repeat.body]).toEqual([202, asked.body])
    const before = Number(await balance(bank))
    expect(refusal(await agree(asked.body.approvalId, finance))).toEqual([403, 'APPROVAL_SELF'])
    for (const { body } of await Promise.all([agree(asked.body.approvalId), agree(asked.body.approvalId)]))
      expect(body).toMatchObject({ kind: 'HOUSE_MOVE', state: 'APPROVED' })
    expect(Number(await balance(bank))).toBe(before + 500_000)
    await move({ move: 'CAPITAL_IN', amount: '40', currency: 'USDT', to: hot })
    await move({ move: 'TRANSFER', amount: '30.5', currency: 'USDT', from: hot, to: cold })
    expect([await balance(hot, 'USDT'), await balance(cold, 'USDT')]).toEqual(['9.5', '30.5'])
    const { body } = await finance.get('/api/console/treasury/moves?size=2')
    expect(body).toMatchObject({
      totalElements: 3,
      content: [{ move: 'TRANSFER', amount: '30.5', currency: 'USDT' }, {}],
    })
    const { equity } = await treasury()
    expect(equity.find(({ currency }: { currency: string }) => currency === 'USDT')).toEqual({
      currency: 'USDT',
      amount: '40',
    })
    expect(await breaks()).toEqual([])
  })

  it('goes no further than it is there, nor into what is owed', async () => {
    const refused = await ask({ move: 'TRANSFER', amount: '9.6', currency: 'USDT', from: hot, to: cold })
    expect([...refusal(refused), refused.body.params]).toEqual([
      409,
      'BALANCE_INSUFFICIENT',
      { most: '9.5', currency: ' USDT' },
    ])
    expect(refusal(await move({ move: 'CAPITAL_OUT', amount: '99999999999', from: bank }))).toEqual([
      409,
      'BALANCE_INSUFFICIENT',
    ])
    expect(refusal(await move({ move: 'FUND_OUT', amount: '1' }))).toEqual([409, 'BALANCE_INSUFFICIENT'])
    await move({ move: 'FUND_IN', amount: '1000' })
    const fund = { account: 'INSURANCE_FUND', sub: '' }
    expect(await balance(fund)).toBe('1000')
    await move({ move: 'FUND_OUT', amount: '400' })
    expect([await balance(fund), await breaks()]).toEqual(['600', []])
  })

  it('is not a merchant’s: of a LICENSED site he brings coins in advance and takes back what is free', async () => {
    const [admin, admin2] = [await someone('admin'), await someone('admin2')]
    const terms = { version: 0, name: '진짜상인', buyPpm: 1_000, sellPpm: 1_000, minWon: '50000', maxWon: '2000000' }
    await licensed('LICENSED')
    const asked = await admin.post('/api/console/merchant', { ...terms, reason: '계약했습니다' })
    expect((await agree(asked.body.approvalId, admin2)).status).toBe(200)
    await licensed('DEMO')
    const rows: { id: number; isDemo: boolean; name: string; float: string }[] = (
      await finance.get('/api/console/merchant')
    ).body
    const real = rows.find(({ name }) => name === '진짜상인')!
    expect(real).toMatchObject({ isDemo: false, float: '0' })
    const coins = { amount: '250', currency: 'USDT', merchantId: real.id }
    const demo = rows.find(({ isDemo }) => isDemo)!.id
    expect(refusal(await ask({ ...coins, move: 'FLOAT_IN', to: hot, merchantId: demo }))).toEqual([
      400,
      'INVALID_REQUEST',
    ])
    expect(refusal(await ask({ ...coins, move: 'FLOAT_IN', to: hot, merchantId: 999 }))).toEqual([
      404,
      'HISTORY_NOT_FOUND',
    ])
    const before = Number(await balance(hot, 'USDT'))
    const bring = await ask({ ...coins, move: 'FLOAT_IN', to: hot })
    const { content } = (await finance2.get('/api/console/approvals')).body
    const waits = content.find(({ id }: { id: number }) => id === bring.body.approvalId)
    expect(waits.fields).toContainEqual({ label: { ko: '상인', en: 'Merchant' }, before: null, after: '진짜상인' })
    expect((await agree(bring.body.approvalId)).status).toBe(200)
    const float = async () => {
      const { body } = await finance.get('/api/console/merchant')
      return body.find(({ id }: { id: number }) => id === real.id).float
    }
    expect([await float(), Number(await balance(hot, 'USDT'))]).toEqual(['250', before + 250])
    const owed = (await treasury()).accounts.find(({ sub }: { sub: string }) => sub === `p2p-${real.id}`)
    expect(owed).toMatchObject({ kind: 'OWED', balance: '250' })
    const back = { ...coins, move: 'FLOAT_OUT', from: hot }
    expect(refusal(await move({ ...back, amount: '251' }))).toEqual([409, 'BALANCE_INSUFFICIENT'])
    expect((await move(back)).status).toBe(200)
    expect([await float(), Number(await balance(hot, 'USDT')), await breaks()]).toEqual(['0', before, []])
  })

  it.each([
    [{ move: 'CAPITAL_IN', amount: '1', to: { account: 'BANK_KRW', sub: 'nobody' } }, 'to'],
    [{ move: 'CAPITAL_IN', amount: '1', to: hot }, 'to'],
    [{ move: 'CAPITAL_IN', amount: '1', currency: 'BTC', to: hot }, 'to'],
    [{ move: 'TRANSFER', amount: '1', from: { account: 'PROVIDER_CLEARING', sub: 'DEMO_GRANT' }, to: bank }, 'from'],
    [{ move: 'CAPITAL_IN', amount: '0', to: bank }, 'amount'],
  ])('is nowhere but where somebody keeps it: %j', async (more, key) => {
    const { status, body } = await ask(more)
    expect([status, body.code, body.params.key]).toEqual([400, 'INVALID_REQUEST', key])
  })

  it('is refused with an amount that the currency has not, or for an account that is no asset', async () => {
    expect(refusal(await ask({ move: 'FUND_IN', amount: '0.5' }))).toEqual([400, 'AMOUNT_UNIT_MISMATCH'])
    const wild = { move: 'CAPITAL_IN', amount: '1', to: { account: 'MEMBER', sub: 'x' } }
    expect(refusal(await ask(wild))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('is FINANCE’s: others read it at most', async () => {
    const may = { admin: 200, operator: 403, cs: 403, audit: 200 }
    for (const [name, status] of Object.entries(may)) {
      const who = await someone(name)
      expect([name, (await who.get('/api/console/treasury')).status]).toEqual([name, status])
      expect([name, ...refusal(await ask({ move: 'FUND_IN', amount: '1' }, who))]).toEqual([
        name,
        403,
        'PERMISSION_DENIED',
      ])
    }
    const { approvalId } = (await ask({ move: 'FUND_IN', amount: '1' })).body
    expect(refusal(await agree(approvalId, await someone('admin')))).toEqual([403, 'PERMISSION_DENIED'])
  })

  it('is shown by statements: a line by its name, what one provider moves within an account by none', async () => {
    const line = { reference: null, kind: 'transfer' as const, fee: '0', at: Date.now(), valueDate: '2026-01-02' }
    const told = { account: 'KRW', currency: 'KRW', day: '2026-01-02', opening: '0', closing: '500000', isFinal: true }
    const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
    const lines = [{ ...line, providerRef: 'cap-1', amount: '500000' }]
    await server.deps.db.system((tx) => storeStatement(tx, place, { ...told, lines }, Date.now()))
    await server.database.run(
      `insert into house_bank (site_id, sub, bank, code, number, holder, rank) select site_id, 'second', bank, code, number, holder, 9 from house_bank where site_id = 1 limit 1`,
    )
    const second = { account: 'BANK_KRW', sub: 'second' }
    expect((await move({ move: 'TRANSFER', amount: '1000', from: bank, to: second })).status).toBe(200)
    await reconcile()
    const open = await server.database.run(
      `select sub, amount::text from house_movement where not is_shown and currency = 'KRW'`,
    )
    expect(open).toEqual([])
    const { statements } = await treasury()
    expect(statements).toMatchObject([{ provider: 'bank', currency: 'KRW', day: '2026-01-02', closing: '500000' }])
    // What stood in an account before its first statement has no line either.
    await move({ move: 'OPENING', amount: '70000', to: { account: 'PROVIDER_CLEARING', sub: 'paycoin' } })
    expect(refusal(await move({ move: 'OPENING', amount: '1', to: bank }))).toEqual([409, 'STALE_VERSION'])
    await reconcile(3 * 86_400_000)
    const late = await server.database.run(`select provider, currency from house_movement where is_late`)
    // The coins' provider told nothing of what came and left there: an honest break.
    expect(new Set(late.map(({ provider }) => provider))).toEqual(new Set(['coin']))
    expect(await breaks()).toEqual(['movements-are-on-statements'])
  })
})
