import type { Confirmation } from '@maru/provider-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, staff } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'
import { findBreaks } from '../audit/index.ts'
import { statementJob } from '../statements/index.ts'
import { type Place, storeStatement, type WholeStatement } from '../statements/store.ts'
import { tellCoins } from '../statements/tell-coins.ts'
import { coinFact } from './coin-facts.ts'
import { ProviderConfigurations } from './configuration.ts'
import { absent, type Providers } from './port.ts'
import { reportFact } from './report-fact.ts'
import { signedProvider } from './signed-provider.ts'

let sandbox: TestSandbox
let server: TestServer
let member: Awaited<ReturnType<typeof enrolled>>
let finance: Awaited<ReturnType<typeof staff>>
let providers: Providers
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0 })
  member = await enrolled(server, 'demo1')
  finance = await staff(server, 'finance')
  const { config, db, log } = server.deps
  const setup = { db, now: Date.now, sandboxOf: (siteId: number) => (siteId === 1 ? sandbox.sandbox : null) }
  const configurations = new ProviderConfigurations(config.tokenSecret, setup)
  providers = {
    async of(siteId, name) {
      const access = await configurations.of(siteId, name)
      return access && signedProvider({ name, siteId, access, log, now: Date.now, timeoutMs: 10_000 })
    },
  }
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})
afterEach(() => sandbox.behave(null, { calls: 'normal', webhooks: 'normal', delayMs: '0', paysItself: '1' }))

const patience = { timeout: 60_000, interval: 100 }
const dayMs = 86_400_000
const signal = new AbortController().signal
const place: Place = { siteId: 1, provider: 'bank', currency: 'KRW' }

const run = (lateBy = 0) => statementJob({ deps: server.deps, providers, now: () => Date.now() + lateBy }).run(signal)
const broken = async () =>
  (await findBreaks(server.deps.db, signal, 'since-closing')).map(({ rule, count }) => [rule, count])
const open = () =>
  server.database.run(
    `select provider_ref as what from statement_line where txn_id is null and gone_at is null
     union all select reason from house_movement where not is_shown`,
  )
const statusOf = async (id: number) => (await member.get(`/api/dnw/one?dnwHistoryId=${id}`)).body.status
const deposit = async (path: string, body: object) => {
  const { id } = (await member.post(path, body)).body
  await expect.poll(() => statusOf(id), patience).toBe('COMPLETED')
}
const store = (told: Partial<WholeStatement> & Pick<WholeStatement, 'day'>, now = Date.now()) => {
  const empty = { account: 'KRW', currency: 'KRW', opening: '0', closing: '0', isFinal: true, lines: [] }
  return server.deps.db.system((tx) => storeStatement(tx, place, { ...empty, ...told }, now))
}
const line = (providerRef: string, parts: Partial<WholeStatement['lines'][number]> = {}) => ({
  providerRef,
  reference: null,
  kind: 'deposit' as const,
  amount: '7000',
  fee: '0',
  at: Date.now(),
  valueDate: '2026-01-02',
  ...parts,
})

/** A withdrawal that the desk has agreed to. */
async function approved(): Promise<{ readonly id: number; readonly payoutId: number; readonly payoutKey: string }> {
  const asked = await member.post('/api/dnw/withdraw/apply', {
    walletType: 'BINARY',
    point: '100000',
    otp: member.otp(),
  })
  const { id } = asked.body
  const finance2 = await second()
  const desk = (await finance.get('/api/console/dnw?typeStrs=W&size=100')).body.content
  const { version } = desk.find((row: { id: number }) => row.id === id)
  const done = await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'looked at it' })
  if (done.status === 202)
    await finance2.post(`/api/console/approvals/${done.body.approvalId}/approve`, { reason: 'looked at it too' })
  const [payout] = await server.database.run('select id, key from payout where dnw_id = $1', [id])
  return { id, payoutId: Number(payout?.['id']), payoutKey: String(payout?.['key']) }
}
let signedIn: ReturnType<typeof staff> | null = null
const second = () => (signedIn ??= staff(server, 'finance2'))

describe('statements of providers', () => {
  test('show every movement of the house, and nothing else: deposits, charges, payouts, what came back, coins', async () => {
    await deposit('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '50000' })
    await deposit('/api/paycoin/sendCoin', { walletType: 'BINARY', won: '60000' })
    await sandbox.press('/deposits', {
      siteId: '1',
      provider: 'bank',
      amount: '7777',
      currency: 'KRW',
      payer: '모름',
      reference: '',
    })
    const suspended = () => server.database.run('select 1 as n from suspense where amount = 7777')
    await expect.poll(suspended, patience).toHaveLength(1)
    const { body } = await member.post('/api/wallet/generate', { coinName: 'USDT' })
    const { coin, network, address } = body
    await sandbox.press('/coins', { siteId: '1', coin, network, address, amount: '5' })
    const arrived = () => server.database.run(`select 1 as n from coin_arrival where dnw_id is not null`)
    await expect.poll(arrived, patience).toHaveLength(1)
    const { id, payoutKey } = await approved()
    await expect.poll(() => statusOf(id), patience).toBe('COMPLETED')
    await sandbox.press('/payouts/return', { key: `1 bank ${payoutKey}` })
    const back = () => server.database.run(`select 1 as n from suspense where cause = 'RETURNED'`)
    await expect.poll(back, patience).toHaveLength(1)
    expect(await run()).toBeGreaterThanOrEqual(6)
    expect(await open()).toEqual([])
    expect(await run(3 * dayMs)).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('complete a payout of which nobody told the end, and book the fee that it cost, once', async () => {
    await sandbox.behave('bank', { calls: 'broken' })
    const { id, payoutId, payoutKey } = await approved()
    const state = async () => (await server.database.run('select state from payout where id = $1', [payoutId]))[0]
    await expect.poll(state, patience).toEqual({ state: 'UNKNOWN' })
    const paid = line('bank-1', { kind: 'payout', reference: payoutKey, amount: '-99000', fee: '300' })
    await store({ day: '2026-01-02', lines: [paid] })
    await run()
    expect([await statusOf(id), await state()]).toEqual(['COMPLETED', { state: 'CONFIRMED' }])
    await run()
    const fees = await server.database.run(
      `select amount::text from posting where reason = 'PROVIDER_FEE' and account = 'PROVIDER_FEE' and ref_id = $1`,
      [id],
    )
    expect([fees, await open()]).toEqual([[{ amount: '-300' }], []])
  })

  test('a payout that was paid after it had failed is taken back from its member, with the fee that it cost, once', async () => {
    await sandbox.behave('bank', { calls: 'refuse' })
    const { id, payoutId, payoutKey } = await approved()
    await expect.poll(() => statusOf(id), patience).toBe('REJECTED')
    await sandbox.behave('bank', { calls: 'normal' })
    const paid = line('bank-late', { kind: 'payout', reference: payoutKey, amount: '-99000', fee: '300' })
    await store({ day: '2026-01-01', lines: [paid] })
    await run()
    await run()
    const [payout] = await server.database.run(
      'select state, late, provider_fee::text as fee from payout where id = $1',
      [payoutId],
    )
    expect([payout, await open()]).toEqual([{ state: 'FAILED', late: 'CONFIRMED', fee: '300' }, []])
    const taken = await server.database.run(
      `select point::text, fee::text from dnw where type = 'PM' and pair_id = $1`,
      [id],
    )
    expect(taken).toEqual([{ point: '100000', fee: '1000' }])
  })

  test('a fee for services is the house’s expense, once', async () => {
    await store({ day: '2026-01-03', lines: [line('fee-1', { kind: 'fee', amount: '-1100' })] })
    await run()
    await run()
    const fees = await server.database.run(
      `select count(*)::int as n from posting where account = 'PROVIDER_FEE' and amount = -1100`,
    )
    expect([fees, await open()]).toEqual([[{ n: 1 }], []])
  })

  test('a line that nothing fits is in transit, then a break that names it; gone again it is none', async () => {
    const lines = [line('stray-1', { kind: 'transfer' })]
    await store({ day: '2026-01-04', lines, isFinal: false })
    await run()
    expect(await broken()).toEqual([])
    await run(3 * dayMs)
    const [found] = await findBreaks(server.deps.db, signal, 'since-closing')
    expect(found).toMatchObject({
      rule: 'statement-lines-are-booked',
      sites: [1],
      counts: { 1: 1 },
      first: [{ provider_ref: 'stray-1' }],
    })
    await store({ day: '2026-01-04', isFinal: false })
    expect(await broken()).toEqual([])
  })

  const seenEarlier = (ref: string) =>
    server.database.run(`update statement_line set seen_at = seen_at - 3600000 where provider_ref = $1`, [ref])
  const suspended = (ref: string) =>
    server.database.run(`select cause, amount::text, member_id::int as member from suspense where provider_ref = $1`, [
      ref,
    ])

  test('money of which no webhook told is credited or suspended by its line, once, and a webhook that comes later changes nothing', async () => {
    await sandbox.behave(null, { webhooks: 'lost' })
    const asked = await member.post('/api/paycoin/sendCoin', { walletType: 'BINARY', won: '20000' })
    const { id } = asked.body
    const named = line('pc-lost', { reference: `D${id}`, amount: '20000' })
    const paycoin = { ...place, provider: 'paycoin' } as const
    const day = { account: 'KRW', currency: 'KRW', day: '2026-01-10', opening: '0', closing: '0', isFinal: true }
    await server.deps.db.system((tx) => storeStatement(tx, paycoin, { ...day, lines: [named] }, Date.now()))
    await store({ day: '2026-01-10', lines: [line('bank-lost', { amount: '7100' })] })
    await run()
    // A webhook may still be on its way.
    expect([await statusOf(id), await suspended('bank-lost')]).toEqual(['REQUESTED', []])
    await seenEarlier('pc-lost')
    await seenEarlier('bank-lost')
    await run()
    expect([await statusOf(id), await suspended('bank-lost')]).toEqual([
      'COMPLETED',
      [{ cause: 'REFERENCE', amount: '7100', member: null }],
    ])
    const posted = () => server.database.run('select count(*)::int as n from posting')
    const before = await posted()
    const late = {
      kind: 'deposit',
      reference: `D${id}`,
      providerRef: 'pc-lost',
      amount: 20_000n,
      currency: 'KRW',
    } as const
    const webhook = { siteId: 1, provider: 'paycoin', event: 'late' } as const
    const fact = { ...late, requestId: id, payer: '김마루', houseSub: '', closed: null } as const
    const told = await reportFact(server.deps, webhook, fact)
    expect([told.status, await posted()]).toEqual([200, before])
    await run()
    expect([await posted(), await suspended('bank-lost')]).toEqual([before, await suspended('bank-lost')])
    const left = await server.database.run(
      `select provider_ref from statement_line where provider_ref in ('pc-lost', 'bank-lost') and txn_id is null`,
    )
    expect(left).toEqual([])
  })

  describe('coins of which no webhook told', () => {
    const usdt = (amount: number) => String(amount * 1e8)
    const arrival = async (amount: number) =>
      (
        await server.database.run(
          `select state, member_id::int as member, txid || ':' || output as name from coin_arrival where amount = $1`,
          [usdt(amount)],
        )
      )[0]
    const wallet = async () =>
      Number(
        (await member.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === 'FUTURES')?.point ?? 0,
      )
    const address = async () => {
      const { coin, network, address } = (await member.post('/api/wallet/generate', { coinName: 'USDT' })).body
      return { coin, network, address }
    }
    /** Sends coins of which nothing is told; returns how their provider names them. */
    async function sent(amount: number): Promise<string> {
      await sandbox.behave('coin', { webhooks: 'lost' })
      await sandbox.press('/coins', { siteId: '1', ...(await address()), amount: String(amount) })
      await run()
      const [line] = await server.database.run(
        `select provider_ref from statement_line where kind = 'deposit' and provider = 'coin' and amount = $1`,
        [usdt(amount)],
      )
      return String(line?.['provider_ref'])
    }
    /** What the provider answers to the question of the next run, in place of the truth. */
    const asked = async (change: Partial<Confirmation> | null, lateBy = 0) => {
      const coins = (await providers.of(1, 'coin'))!
      const confirmation = async (name: string) => {
        const answer = await coins.confirmation(name)
        return change === null || answer === null || answer === absent ? answer : { ...answer, ...change }
      }
      return tellCoins(server.deps, { ...coins, confirmation }, Date.now() + lateBy, signal)
    }

    test('are credited as the provider answers when it is asked, once, and a webhook that comes after changes nothing', async () => {
      const before = await wallet()
      const name = await sent(11)
      // A webhook may still be on its way.
      expect([await arrival(11), await wallet()]).toEqual([undefined, before])
      await seenEarlier(name)
      await expect.poll(async () => [await run(), await wallet()][1], patience).toBe(before + 11)
      await expect
        .poll(async () => [await run(3_600_000), await arrival(11)][1], patience)
        .toEqual({ state: 'FINAL', member: 1001, name })
      const [txid = ''] = name.split(':')
      const fact = await coinFact(
        server.deps,
        1,
        { txid, output: 0, to: await address(), confirmations: 130 },
        { providerRef: name, reference: null, amount: '11', currency: 'USDT', state: 'FINAL' },
      )
      const { status } = await reportFact(server.deps, { siteId: 1, provider: 'coin', event: 'late-webhook' }, fact)
      await run()
      expect([status, await wallet(), await open()]).toEqual([200, before + 11, []])
    })

    test('are taken back where the network forgot them and nobody told that', async () => {
      const before = await wallet()
      const name = await sent(12)
      await sandbox.press('/coins/forget', { providerRef: name })
      await seenEarlier(name)
      const gone = async () => {
        const answer = await (await providers.of(1, 'coin'))?.confirmation(name)
        return answer !== null && answer !== absent && answer?.state
      }
      await expect.poll(gone, patience).toBe('REVERSED')
      expect(await asked({ state: 'FINAL', confirmations: 25 })).toBe(1)
      expect([(await arrival(12))?.['state'], await wallet()]).toEqual(['CREDITED', before + 12])
      expect(await asked(null, 3_600_000)).toBe(1)
      expect([(await arrival(12))?.['state'], await wallet()]).toEqual(['REORGED', before])
      await run()
      expect(await open()).toEqual([])
    })

    test('are nobody’s and credit nobody where the provider answers otherwise than its statement, or not where they came', async () => {
      const before = await wallet()
      const name = await sent(13)
      await seenEarlier(name)
      for (const other of [{ amount: '130' }, { currency: 'BTC' }, { currency: 'KRW' }, { to: undefined }])
        expect([other, await asked(other)]).toEqual([other, 0])
      expect([await arrival(13), await wallet()]).toEqual([undefined, before])
      const elsewhere = { coin: 'USDT', network: 'TRC20', address: 'TNobodysAddress' }
      await asked({ to: elsewhere, confirmations: 130 })
      expect([await suspended(name.split(':')[0]!), await wallet()]).toEqual([
        [{ cause: 'OWNER', amount: usdt(13), member: null }],
        before,
      ])
      await run()
      expect(await open()).toEqual([])
    })
  })

  test('a line that was booked and is there no more, or says another amount, is a break', async () => {
    const [shown] = await server.database.run(
      `select l.provider_ref, day::text, l.amount::text from statement_line l
       where provider = 'bank' and kind = 'deposit' and amount = 50000`,
    )
    const change = (set: string) =>
      server.database.run(`update statement_line set ${set} where provider_ref = $1`, [shown?.['provider_ref']])
    await change('gone_at = 1')
    expect(await broken()).toEqual([['statement-lines-are-booked', 1]])
    await change('gone_at = null')
    expect(await broken()).toEqual([])
  })

  test('a movement that no statement shows is a break after its time, and a day that does not follow the last one too', async () => {
    await sandbox.behave('bank', { paysItself: '' })
    const { id } = (await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '40000' })).body
    const desk = (await finance.get('/api/console/dnw?typeStrs=D&size=100')).body.content
    const { version } = desk.find((row: { id: number }) => row.id === id)
    await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'seen at the bank' })
    expect(await statusOf(id)).toBe('COMPLETED')
    await run()
    expect(await broken()).toEqual([])
    await run(3 * dayMs)
    expect(await broken()).toEqual([['movements-are-on-statements', 1]])
    await store({ day: '2026-01-05', lines: [line('by-hand', { amount: '40000' })] })
    await run()
    expect(await broken()).toEqual([])
    await store({ day: '2026-01-06', opening: '1', closing: '1' })
    expect(await broken()).toEqual([['statements-follow-one-another', 1]])
  })

  const csv = (...rows: string[]) => ['providerRef,reference,kind,amount,fee,at,valueDate', ...rows].join('\r\n')
  const bring = (more: object) =>
    finance.post('/api/console/statement', {
      reason: 'the bank sent it',
      provider: 'bank',
      currency: 'KRW',
      day: '2026-02-02',
      opening: '100',
      closing: '31100',
      csv: csv('h-1,,deposit,31000,0,2026-02-02T09:00:00+09:00,2026-02-02'),
      ...more,
    })

  test('are brought by hand where a provider cannot be asked, by two of FINANCE, and say who did', async () => {
    const { status, body } = await bring({})
    expect(status).toBe(202)
    await (await second()).post(`/api/console/approvals/${body.approvalId}/approve`, { reason: 'seen it, too' })
    const [day] = await server.database.run(
      `select import_reason, imported_by is not null as by from statement_day where day = '2026-02-02'`,
    )
    expect(day).toEqual({ import_reason: 'the bank sent it', by: true })
    const lines = await server.database.run(
      `select amount::text, reference from statement_line where provider_ref = 'h-1'`,
    )
    expect(lines).toEqual([{ amount: '31000', reference: null }])
    const acts = await server.database.run(
      `select a.reason, i.day::text from staff_act a join statement_import i on i.id = (a.said->>'importId')::bigint
       where action = 'ask STATEMENT_IMPORT'`,
    )
    expect(acts).toEqual([{ reason: 'the bank sent it', day: '2026-02-02' }])
    const operator = await staff(server, 'operator')
    const refused = await operator.post('/api/console/statement', {})
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED'])
  })

  const row = (text: string) => csv(text.replaceAll('DAY', '2026-02-03'))
  test.each([
    [{ provider: 'nice' }, 'INVALID_REQUEST', { key: 'provider' }],
    [{ provider: 'coin' }, 'INVALID_REQUEST', { key: 'provider' }],
    [{ day: '2999-01-01' }, 'INVALID_REQUEST', { key: 'day' }],
    [{ closing: '31101', csv: row('h-8,,deposit,31000,0,DAYT09:00:00Z,DAY') }, 'STATEMENT_SUM_MISMATCH', {}],
    [{ csv: 'providerRef;amount' }, 'STATEMENT_LINE_INVALID', { line: 1 }],
    [{ csv: row('h-1,,deposit,31000,0,yesterday,DAY') }, 'STATEMENT_LINE_INVALID', { line: 2 }],
    [{ csv: row('=cmd(),,wish,31000,0,DAYT09:00:00Z,DAY') }, 'STATEMENT_LINE_INVALID', { line: 2 }],
    [{ csv: row('h-1,,deposit,31000,0,DAYT09:00:00Z,DAY,more') }, 'STATEMENT_LINE_INVALID', { line: 2 }],
    [{ csv: row('h-9,,deposit,31000,0,DAYT09:00:00Z,2026-12-09') }, 'STATEMENT_LINE_INVALID', { line: 2 }],
    [{ csv: row('h-7,,deposit,31000,0,2026-02-02T09:00:00Z,DAY') }, 'STATEMENT_LINE_INVALID', { line: 2 }],
  ])('are refused that do not add up or have another form: %j', async (more, code, params) => {
    const { body } = await bring({ day: '2026-02-03', ...more })
    expect(body).toMatchObject({ code, params })
    expect(await server.database.run(`select 1 from statement_day where day = '2026-02-03'`)).toEqual([])
  })

  test.each([
    [{ currency: 'USDT' }, 'it is in USDT'],
    [{ opening: '0.5', closing: '0.5' }, 'an amount is none of KRW'],
  ])('that cannot be read changes nothing: %j', async (told, fault) => {
    expect(await store({ day: '2026-01-09', ...told })).toBe(fault)
    expect(await server.database.run(`select 1 from statement_day where day = '2026-01-09'`)).toEqual([])
  })
})
