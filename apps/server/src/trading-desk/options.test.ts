import type { ConfigRow } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

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
    expect(leverage).toMatchObject({ name: '기본 레버리지', unit: '배', type: 'whole', min: 1 })
    for (const keys of Object.values(body.keys as Record<string, { key: string; name: string }[]>))
      for (const { key, name } of keys) expect([key, /[가-힣]/.test(name)]).toEqual([key, true])
    const row = await option('futures', 1)
    expect(row.values['takerPpm']).toBe(row.defaults['takerPpm'])
    expect(row).toMatchObject({ version: 0, since: null })
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

  it('counts on a restored core what a change would touch', async () => {
    const rounds = (await operator.get('/api/console/option?scope=round')).body.rows as ConfigRow[]
    const { optionId, version } = rounds.find(({ values }) => values['isPlay'] === true)!
    const items = [{ scope: 'round', optionId, version, changes: { payoutRateBp: 18_000 } }]
    const { status, body } = await operator.post('/api/console/option/dry-run', { items })
    expect([status, body]).toEqual([200, expect.objectContaining({ orders: 0, positions: 0, bets: 0, members: 0 })])
    expect(body.rounds).toBeGreaterThan(0)
  })
})
