import { readFileSync } from 'node:fs'
import type { ConfigRow, FuturesOrder, FuturesPosition } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'

const reason = '한도를 낮춥니다'
type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let operator: Person
let operator2: Person
beforeAll(async () => {
  server = await startTestServer()
  operator = await staff(server, 'operator')
  operator2 = await staff(server, 'operator2')
})
afterAll(() => server.close())

const option = async (scope: ConfigRow['scope'], optionId: number | null = null) => {
  const { body } = await operator.get('/api/console/option')
  return (body.rows as ConfigRow[]).find((row) => row.scope === scope && row.optionId === optionId)!
}
const change = (items: readonly object[], more: object = {}) =>
  operator.post('/api/console/option', { items, reason, ...more })
const approve = (by: Person, id: number) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const item = async (scope: ConfigRow['scope'], changes: object, optionId: number | null = null) => {
  const { version } = await option(scope, optionId)
  return { scope, optionId, changes, version }
}

describe('the configuration at the console', () => {
  it('names every key with its value, default and range', async () => {
    const { body } = await operator.get('/api/console/option?scope=futures')
    expect(body.rows.length).toBeGreaterThan(1)
    expect(body.rows.every(({ scope }: ConfigRow) => scope === 'futures')).toBe(true)
    const leverage = body.keys.futures.find(({ key }: { key: string }) => key === 'defaultLeverage')
    expect(leverage).toMatchObject({
      name: { ko: '기본 레버리지', en: 'Default leverage' },
      unit: 'multiple',
      type: 'whole',
      min: 1,
    })
    for (const keys of Object.values(body.keys as Record<string, { key: string; name: BothLanguages }[]>))
      for (const { key, name } of keys) {
        expect([key, name.ko, name.en]).toEqual([
          key,
          expect.stringMatching(/[가-힣]/),
          expect.stringMatching(/^[A-Z]/),
        ])
        expect(name.en).not.toMatch(/[가-힣]/)
      }
    const row = await option('futures', 1)
    expect(row.values['takerPpm']).toBe(row.defaults['takerPpm'])
    expect(row).toMatchObject({ version: 0, since: null })
  })

  it('is what the page of the configuration names, key by key', async () => {
    const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
    const { keys } = (await operator.get('/api/console/option')).body
    const served = Object.entries<{ key: string }[]>(keys).flatMap(([scope, own]) =>
      own.map(({ key }) => `${scope} ${key}`),
    )
    // A cell as: futures, oversea `isPlay`, `isStop`.
    const cells = [...page.matchAll(/\| ((?:site|money|round|futures|oversea)[a-z, ]*) ((?:`\w+`(?:, )?)+)/g)]
    const named = cells.flatMap(([, scopes = '', names = '']) =>
      scopes.split(', ').flatMap((scope) => [...names.matchAll(/\w+/g)].map(([key]) => `${scope} ${key}`)),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.toSorted()).toEqual(served.toSorted())
  })

  it('changes several rows where two persons say so, and remembers who, when, and what it was', async () => {
    const items = [
      await item('site', { maxDayExposure: '200000000' }),
      await item('futures', { takerPpm: 500, isStop: true }, 1),
    ]
    const asked = await change(items)
    expect(asked.status).toBe(202)
    expect((await option('futures', 1)).values['takerPpm']).toBe(400)
    expect(refusal(await approve(operator, asked.body.approvalId))).toEqual([403, 'APPROVAL_SELF'])
    expect((await approve(operator2, asked.body.approvalId)).status).toBe(200)
    const after = await option('futures', 1)
    expect(after.values).toMatchObject({ takerPpm: 500, isStop: true })
    expect(after.version).toBeGreaterThan(0)
    const { body } = await operator.get('/api/console/option/history?size=2')
    expect(body.content[0]).toMatchObject({
      scope: 'futures',
      state: 'APPLIED',
      before: { takerPpm: 400, isStop: false },
    })
    expect(body.content[0].approvedBy).not.toBe(body.content[0].givenBy)
    // Who asks with what he saw before is told so.
    expect(refusal(await change([{ ...items[1]! }]))).toEqual([409, 'STALE_VERSION'])
  })

  it('fails at the second yes where somebody else was first', async () => {
    const wanted = await item('money', { withdrawFee: '2000' })
    const [one, two] = [await change([wanted]), await change([{ ...wanted, changes: { withdrawFee: '3000' } }])]
    expect((await approve(operator2, one.body.approvalId)).status).toBe(200)
    expect(refusal(await approve(operator2, two.body.approvalId))).toEqual([409, 'STALE_VERSION'])
    expect((await option('money')).values['withdrawFee']).toBe('2000')
  })

  it('refuses what would break a rule before anybody is asked to agree', async () => {
    const { values, version } = await option('futures', 1)
    const brackets = (values['brackets'] as { maxLeverage: number }[]).map((one) => ({
      ...one,
      maxLeverage: one.maxLeverage + 25,
    }))
    const of = { scope: 'futures', optionId: 1, version }
    const round = (await operator.get('/api/console/option?scope=round')).body.rows[0] as ConfigRow
    for (const wanted of [
      { ...of, changes: { brackets } },
      { ...of, changes: { instrument: 'ETHUSDT' } },
      { scope: 'round', optionId: round.optionId, version: round.version, changes: { payoutRateBp: 20_000 } },
    ])
      expect(refusal(await change([wanted]))).toEqual([422, 'SETTING_INVALID'])
    expect(refusal(await change([{ ...of, optionId: 999_999, changes: { isStop: true } }]))).toEqual([
      404,
      'STOCK_NOT_FOUND',
    ])
    const cs = await staff(server, 'cs')
    expect(
      refusal(await cs.post('/api/console/option', { items: [{ ...of, changes: { isStop: true } }], reason })),
    ).toEqual([403, 'PERMISSION_DENIED'])
  })

  it('names the value and the rule of what it refuses, each its own, and changes nothing', async () => {
    const { values, version } = await option('futures', 1)
    const table = values['brackets'] as { maxLeverage: number; mmrPpm: number }[]
    const of = { scope: 'futures', optionId: 1, version }
    const round = (await operator.get('/api/console/option?scope=round')).body.rows[0] as ConfigRow
    const ofRound = { scope: 'round', optionId: round.optionId, version: round.version }
    const pause = { days: 127, from: 120, to: 150 }
    const told = async (wanted: object) => (await change([wanted])).body.params
    expect(
      await told({ ...of, changes: { brackets: [{ ...table[0]!, maxLeverage: 125 }, ...table.slice(1)] } }),
    ).toEqual({
      key: 'brackets',
      rule: 'LOOSER',
    })
    expect(await told({ ...of, changes: { brackets: table.toReversed() } })).toEqual({
      key: 'brackets',
      rule: 'BRACKETS',
    })
    expect(await told({ ...of, changes: { takerPpm: -1 } })).toEqual({ key: 'takerPpm', rule: 'FEE' })
    expect(await told({ ...ofRound, changes: { payoutRateBp: 20_000 } })).toEqual({
      key: 'payoutRateBp',
      rule: 'PAYOUT',
    })
    expect(await told({ ...of, changes: { pauses: [pause, { ...pause, from: 149, to: 160 }] } })).toEqual({
      key: 'pauses',
      rule: 'SCHEDULE',
    })
    expect((await option('futures', 1)).values).toEqual(values)
  })

  it('refuses an exposure below what members have open, and nobody is asked to agree', async () => {
    const { accessToken: token } = await server.login('demo1')
    const place = async () => {
      const { betting } = (await server.call('/api/trade/game/current?tradeOptionId=4', { token })).body
      const body = { tradeRoundId: betting.id, type: 'B', point: '10000' }
      return (await server.call('/api/trade/history/betting', { token, key: true, body })).status
    }
    await until('a stake is taken', async () => (await place()) === 200)
    const before = [await option('round', 4), await option('site')]
    for (const wanted of [await item('round', { maxExposure: '1' }, 4), await item('site', { maxDayExposure: '1' })]) {
      const refused = await change([wanted])
      expect(refusal(refused)).toEqual([422, 'SETTING_INVALID'])
      expect(refused.body.params).toMatchObject({ key: Object.keys(wanted.changes)[0], rule: 'BELOW_OPEN' })
    }
    expect([await option('round', 4), await option('site')]).toEqual(before)
    const { content } = (await operator2.get('/api/console/approvals')).body
    expect(content.filter(({ state }: { state: string }) => state === 'PENDING')).toEqual([])
  })

  it('waits for its time, and can be taken back until then', async () => {
    const wanted = await item('site', { realityCheckMs: 1_800_000 })
    const asked = await change([wanted], { effectiveFrom: server.deps.clocks.domain.now() + 3_600_000 })
    await approve(operator2, asked.body.approvalId)
    const { content } = (await operator.get('/api/console/option/history?size=1')).body
    expect(content[0]).toMatchObject({ state: 'WAITING', changes: { realityCheckMs: 1_800_000 } })
    const taken = await operator.post(`/api/console/option/change/${content[0].id}/withdraw`, { reason })
    expect(taken.body).toEqual({ ok: true })
    expect((await operator.get('/api/console/option/history?size=1')).body.content[0].state).toBe('WITHDRAWN')
    expect(refusal(await operator.post(`/api/console/option/change/${content[0].id}/withdraw`, { reason }))).toEqual([
      404,
      'HISTORY_NOT_FOUND',
    ])
  })

  it('counts orders, positions and rounds on a core of its own: the one that lives is not asked, and stays as it is', async () => {
    const { feed, deps } = server
    feed.setPrice('ETHUSDT', 300_000)
    feed.setBook('ETHUSDT', { bid: 299_999, ask: 300_001, mark: 300_000 })
    feed.trade('ETHUSDT', 300_000)
    const { post, openPositions } = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)
    const { accessToken: token } = await server.login('demo1')
    const order = { futuresOptionId: 2, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
    await until('a live price', async () => (await post('order', token, order)).status === 200)
    await until('a position', async () => (await openPositions(token)).length > 0)
    const resting = { ...order, marketType: 'LIMIT', price: '2950' }
    expect((await post('order', token, resting)).status).toBe(200)
    const rows = (await operator.get('/api/console/option?scope=round')).body.rows as ConfigRow[]
    const { optionId, version } = rows.find(({ values }) => values['isPlay'] === true)!
    const { version: ofMarket } = await option('futures', 2)
    const items = [
      { scope: 'round', optionId, version, changes: { payoutRateBp: 18_000 } },
      { scope: 'futures', optionId: 2, version: ofMarket, changes: { takerPpm: 600 } },
    ]
    const asked: string[] = []
    const { ask } = deps.reads
    const spy = vi.spyOn(deps.reads, 'ask').mockImplementation((...of: Parameters<typeof ask>) => {
      asked.push(of[0])
      return ask.apply(deps.reads, of)
    })
    const { status, body } = await operator.post('/api/console/option/dry-run', { items })
    spy.mockRestore()
    expect([status, body]).toEqual([200, expect.objectContaining({ orders: 1, positions: 1, bets: 0, members: 1 })])
    expect(body.rounds).toBeGreaterThan(0)
    expect(asked).not.toContain('exposure.open')
    expect(asked).toContain('configuration.refusal')
    expect((await option('futures', 2)).values['takerPpm']).toBe(400)
    // Two at once: the second is asked to wait instead of restoring a third core.
    const both = await Promise.all([1, 2].map(() => operator.post('/api/console/option/dry-run', { items })))
    expect(both.map(({ status: one }) => one).toSorted()).toEqual([200, 503])
  })

  it('judges what was agreed on again when its time has come, also when the house was down until then', async () => {
    const at = server.deps.clocks.domain.now()
    const round = (await operator.get('/api/console/option?scope=round')).body.rows[0] as ConfigRow
    const of = { scope: 'round', optionId: round.optionId, version: round.version } as const
    const later = await change([{ ...of, changes: { minPoint: '6000' } }], { effectiveFrom: at + 61_000 })
    const never = await change([{ ...of, changes: { maxPoint: '400000' } }], { effectiveFrom: at + 60_000 })
    for (const { body } of [later, never]) expect((await approve(operator2, body.approvalId)).status).toBe(200)
    // What the one that comes first was agreed beside does not hold any more.
    const reply = await server.deps.core.submit({
      kind: 'configure',
      ...byStaff(1, 1101, '시험'),
      scope: 'round',
      optionId: round.optionId,
      changes: { maxPoint: '600000', minPoint: '500000' },
      effectiveFrom: null,
    })
    expect(reply.status).toBe(200)
    await server.close(true)
    const env = { CLOCK_START: new Date(at + 62_000).toISOString() }
    server = await startTestServer({ database: server.database, env })
    operator = await staff(server, 'admin')
    const state = async (changes: object) => {
      const { content } = (await operator.get('/api/console/option/history?size=10')).body
      return content.find((one: { changes: object }) => JSON.stringify(one.changes) === JSON.stringify(changes))
    }
    await until('the last holds', async () => (await state({ minPoint: '6000' })).state === 'APPLIED')
    expect(await state({ maxPoint: '400000' })).toMatchObject({ state: 'REFUSED', refusal: 'INVALID_REQUEST maxPoint' })
    const { values } = (await operator.get('/api/console/option?scope=round')).body.rows[0]
    expect(values).toMatchObject({ minPoint: '6000', maxPoint: '600000' })
  })
})
