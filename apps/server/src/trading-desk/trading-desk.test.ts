import { Exposure, type FuturesOrder, type FuturesPosition } from '@maru/contract'
import { bySystem } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import type { Break } from '../audit/find-breaks.ts'
import { noteOutcome } from '../audit/index.ts'

const reason = '시세를 확인합니다'
type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let operator: Person
let operator2: Person
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  operator = await staff(server, 'operator')
  operator2 = await staff(server, 'operator2')
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const stop = (by: Person, scope: string, id?: string) => by.post('/api/console/stop', { scope, id, reason })
const approve = (by: Person, id: number) => by.post(`/api/console/approvals/${id}/approve`, { reason })
async function openAgain(id: number, first = operator, second = operator2) {
  const asked = await first.post(`/api/console/stop/${id}/open`, { reason })
  expect(asked.status).toBe(202)
  expect(refusal(await approve(first, asked.body.approvalId))).toEqual([403, 'APPROVAL_SELF'])
  expect((await approve(second, asked.body.approvalId)).body).toMatchObject({ state: 'APPROVED', kind: 'STOP_OPEN' })
}

describe('emergency stops', () => {
  it('act at once, wait for a second person, and are opened by two', async () => {
    const given = await stop(operator, 'INSTRUMENT', 'FUTURES:BTCUSDT')
    expect(given.body).toMatchObject({ scope: 'INSTRUMENT', line: 'FUTURES', instrument: 'BTCUSDT', confirmedBy: null })
    expect(given.body.confirmBy - given.body.givenAt).toBe(600_000)
    const { id } = given.body
    expect(await server.deps.metrics.metrics()).toMatch(/maru_stops_unconfirmed 1/)
    expect(refusal(await operator.post(`/api/console/stop/${id}/confirm`, { reason }))).toEqual([403, 'APPROVAL_SELF'])
    const confirmed = await operator2.post(`/api/console/stop/${id}/confirm`, { reason })
    expect(confirmed.body.confirmedBy).not.toBeNull()
    expect(await server.deps.metrics.metrics()).toMatch(/maru_stops_unconfirmed 0/)
    expect((await operator.get('/api/console/stop')).body.stops).toMatchObject([{ id }])
    // Whoever sees the console sees what stands, since when and by whom.
    const seen = await finance.get('/api/console/standing')
    expect(seen.body).toMatchObject({ isPaused: false, stops: [{ id, givenByName: expect.stringMatching(/./) }] })
    const twice = [1, 2].map(() => operator.post(`/api/console/stop/${id}/open`, { reason }))
    const answers = await Promise.all(twice)
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    const asked = answers.find(({ status }) => status === 202)?.body.approvalId
    expect((await operator2.post(`/api/console/approvals/${asked}/refuse`, { reason })).status).toBe(200)
    await openAgain(id)
    expect((await operator.get('/api/console/stop')).body.stops).toEqual([])
  })

  it('of withdrawals are of FINANCE too, and open after a break only once the ledger balances', async () => {
    const { id } = (await stop(finance, 'WITHDRAWALS')).body
    const withdraw = () => member.post('/api/dnw/apply', { type: 'W', point: '10000', otp: member.otp() })
    expect(refusal(await withdraw())).toEqual([503, 'WITHDRAW_PAUSED'])
    const at = Date.now() + 60_000
    const broken = { rule: 'ledger-balances', count: 1, sites: [1], first: [] } as unknown as Break
    await server.deps.db.system((tx) => noteOutcome(tx, at, 'since-closing', { breaks: [broken], alarms: [] }))
    expect(refusal(await finance.post(`/api/console/stop/${id}/open`, { reason }))).toEqual([503, 'WITHDRAW_PAUSED'])
    await server.deps.core.submit({ kind: 'pauseWithdrawals', ...bySystem(1) })
    // Everybody sees since when it is so, and it is the first task of the desk.
    expect((await finance.get('/api/console/standing')).body).toMatchObject({ isPaused: true, pausedAt: at })
    expect((await finance.get('/api/console/overview')).body.tasks[0]).toMatchObject({ kind: 'PAUSED', at })
    await server.database.run(`delete from reconciliation where at = ${at}`)
    const asked = (await finance.post('/api/console/reconciliation/open', { reason })).body.approvalId
    expect((await approve(finance2, asked)).status).toBe(200)
    await openAgain(id, finance, finance2)
    expect((await withdraw()).status).toBe(200)
  })

  it('refuse who may not, and what there is not', async () => {
    const cs = await staff(server, 'cs')
    expect(refusal(await stop(cs, 'LINE', 'ROUND'))).toEqual([403, 'PERMISSION_DENIED'])
    expect(refusal(await stop(finance, 'LINE', 'ROUND'))).toEqual([403, 'PERMISSION_DENIED'])
    expect(refusal(await stop(operator, 'INSTRUMENT', 'NONE'))).toEqual([404, 'STOCK_NOT_FOUND'])
    for (const [scope, id] of [
      ['LINE', 'BONUS'],
      ['LINE', undefined],
      ['INSTRUMENT', undefined],
      ['INSTRUMENT', 'BONUS:BTCUSDT'],
      ['WITHDRAWALS', 'x'],
    ] as const)
      expect(refusal(await stop(operator, scope, id))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await operator.post('/api/console/stop/1/confirm', { reason }))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})

describe('rounds', () => {
  it('are void before they start where two persons say so, with their words', async () => {
    const { rounds } = (await operator.get('/api/console/exposure')).body as Exposure
    const round = rounds.find(
      ({ phase, startAt, type }) => phase === 'SCHEDULED' && type.startsWith('R') && startAt > Date.now() + 30_000,
    )!
    const asked = await operator.post(`/api/console/round/${round.id}/void`, { reason: '점검으로 취소합니다' })
    expect(asked.status).toBe(202)
    expect((await approve(operator2, asked.body.approvalId)).status).toBe(200)
    const [row] = await server.database.run(`select phase, void_reason, void_note from round where id = ${round.id}`)
    expect(row).toEqual({ phase: 'VOID', void_reason: 'OPERATOR', void_note: '점검으로 취소합니다' })
    expect(refusal(await operator.post(`/api/console/round/${round.id}/void`, { reason }))).toEqual([
      404,
      'HISTORY_NOT_FOUND',
    ])
  })
})

describe('the exposure of a site', () => {
  it('says what the house stands for, with members masked', async () => {
    server.feed.setPrice('BTCUSDT', 600_000)
    server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
    server.feed.trade('BTCUSDT', 600_000)
    const { post, openPositions } = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)
    const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
    await until('a live price', async () => (await post('order', member.token, order)).status === 200)
    await until('a position', async () => (await openPositions(member.token)).length > 0)
    const held = (await operator.get('/api/console/member/1001/position?status=OPEN')).body.content
    expect(held).toMatchObject([
      { stock: 'CR_BTCUSDTPERP', markPrice: '60000.0', openPnl: '-0.01', liquidPrice: expect.any(String) },
    ])
    const { body } = await operator.get('/api/console/exposure')
    const { markets, largest, maxDayExposure } = Exposure.parse(body)
    const market = markets.find(({ line, optionId }) => line === 'FUTURES' && optionId === 1)
    expect(market).toMatchObject({
      instrument: 'BTCUSDT',
      currency: 'USDT',
      net: '6000',
      long: { count: 1, qty: '0.100' },
    })
    expect(largest).toMatchObject([{ memberId: 1001, username: 'de***', side: 'LONG', notional: '6000', leverage: 10 }])
    expect(maxDayExposure).toBe('300000000')
  })

  it('names the order that an emergency stop refuses, while a close is taken', async () => {
    const { id } = (await stop(operator, 'LINE', 'FUTURES')).body
    const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
    const send = (more: object) =>
      server.call('/api/futures/order', { token: member.token, key: true, body: { ...order, ...more } })
    expect(refusal(await send({}))).toEqual([409, 'OPTION_STOPPED'])
    expect((await send({ side: 'SHORT', isReduceOnly: true })).status).toBe(200)
    await openAgain(id)
  })
})
