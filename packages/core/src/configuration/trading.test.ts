import { expect, test } from 'vitest'
import { Desk, perpetual } from '../futures/testing.ts'
import { CLOSE, Floor } from '../oversea/testing.ts'
import { codeOf, type House, operator } from '../testing.ts'
import type { Command, Reply } from '../types.ts'

type Configure = Extract<Command, { kind: 'configure' }>

const MINUTE = 60_000
const ask = (h: House, parts: Pick<Configure, 'scope' | 'changes'> & Partial<Configure>): Reply =>
  h.do({ ...operator, kind: 'configure', optionId: parts.scope === 'site' ? null : 1, effectiveFrom: null, ...parts })
const keyOf = (reply: Reply) => (reply.body as { params?: { key?: string } }).params?.key ?? codeOf(reply)

const desk = (parts: Parameters<typeof perpetual>[0] = {}) => {
  const h = new Desk([perpetual({ id: 1, ...parts })])
  h.trader(1)
  h.price(60_000)
  return h
}
const floor = () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  return f
}

test.each([
  ['makerPpm', 100_001],
  ['slipPpm', 0],
  ['priceBandPpm', 1_000_000],
  ['execDelayMs', -1],
  ['execWaitMs', 0],
  ['depthMs', 60_001],
  ['seasonMs', 60_001],
  ['entryRatioPpm', 1_000_001],
  ['maxOpenOrders', 0],
  ['maxFunding', 0],
  ['defaultLeverage', 101],
  ['minNotional', '-1'],
  ['brackets', []],
  ['tickUnits', 5],
])('perpetuals: %s of %j is refused, and named', (key, value) => {
  expect(keyOf(ask(desk(), { scope: 'futures', changes: { [key]: value } }))).toBe(key)
})

test.each(['futures', 'oversea'] as const)(
  '%s: an order waits longer than its execution is delayed, or its numbers are refused',
  (scope) => {
    const h = scope === 'futures' ? desk() : floor()
    const changed = (execDelayMs: number, execWaitMs: number) =>
      keyOf(ask(h, { scope, changes: { execDelayMs, execWaitMs } }))
    expect([changed(500, 500), changed(501, 500), changed(499, 500)]).toEqual(['execWaitMs', 'execWaitMs', 200])
  },
)

test.each([
  ['margin', '0'],
  ['maxCount', 0],
  ['lotsPerTick', 0],
  ['maxExitTicks', 0],
  ['overnightTimes', 0],
  ['overnightLeadMs', 599_999],
  ['closeOnlyLeadMs', 299_999],
  ['closingLeadMs', 59_999],
  ['rateMaxAgeMs', 0],
  ['fixingMaxAgeMs', 0],
  ['financingFeePpm', 1_000_000],
])('contracts: %s of %j is refused, and named', (key, value) => {
  const named = { overnightLeadMs: 'closeOnlyLeadMs', closeOnlyLeadMs: 'closingLeadMs' }[key] ?? key
  expect(keyOf(ask(floor(), { scope: 'oversea', changes: { [key]: value } }))).toBe(named)
})

test.each([
  [{ futuresWarnPpm: 1_000_000 }, 'futuresWarnPpm'],
  [{ futuresCalmPpm: 800_000 }, 'futuresCalmPpm'],
  [{ overseaLosscutPpm: 400_000 }, 'overseaWarnPpm'],
  [{ overseaCalmPpm: 400_000 }, 'overseaCalmPpm'],
  [{ limitRiseWaitMs: 86_399_999 }, 'limitRiseWaitMs'],
  [{ exclusionMinMonths: 5 }, 'exclusionMinMonths'],
  [{ realityCheckMs: 3_600_001 }, 'realityCheckMs'],
  [{ isYoungCapped: 1 }, 'isYoungCapped'],
  [{ youngDays: 0 }, 'youngDays'],
  [{ youngMaxLeverage: 0 }, 'youngMaxLeverage'],
])('a site: %j is refused by %s', (changes, key) => {
  expect(keyOf(ask(desk(), { scope: 'site', changes }))).toBe(key)
})

test('B: brackets come as digits, and are those that orders are judged by', () => {
  const h = desk()
  const brackets = [{ notionalCap: '100000000000', maxLeverage: 5, mmrPpm: 100_000, cum: '0' }]
  expect(keyOf(ask(h, { scope: 'futures', changes: { brackets } }))).toBe('defaultLeverage')
  expect(ask(h, { scope: 'futures', changes: { brackets, defaultLeverage: 5 } }).status).toBe(200)
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('LEVERAGE_MAX_QTY_EXCEEDED')
})

test('B: brackets that do not rise, and looser ones, break a rule of their own each; fees below zero too', () => {
  const ruleOf = (h: House, scope: 'futures' | 'oversea' | 'money', changes: Configure['changes']) =>
    (ask(h, { scope, changes, optionId: scope === 'money' ? null : 1 }).body as { params: { rule: string } }).params
      .rule
  const row = (cap: string, maxLeverage: number, mmrPpm: number) => ({
    notionalCap: cap,
    maxLeverage,
    mmrPpm,
    cum: '0',
  })
  expect(
    ruleOf(desk(), 'futures', { brackets: [row('100000000000', 5, 100_000), row('200000000000', 6, 100_000)] }),
  ).toBe('BRACKETS')
  expect(ruleOf(desk(), 'futures', { brackets: [row('100000000000', 101, 4_000)] })).toBe('LOOSER')
  expect(ruleOf(desk(), 'futures', { takerPpm: -1 })).toBe('FEE')
  expect(ruleOf(floor(), 'oversea', { fee: '-1' })).toBe('FEE')
  expect(ruleOf(desk(), 'money', { withdrawFee: '-1' })).toBe('FEE')
})

test('B: staff tighten the shipped brackets, and loosen them nowhere; other keys of a perpetual stay free', () => {
  const bracket = (cap: number, maxLeverage: number, mmrPpm: number) => ({
    notionalCap: String(cap * 100_000_000),
    maxLeverage,
    mmrPpm,
    cum: '0',
  })
  const change = (h: House, row: ReturnType<typeof bracket>) =>
    ask(h, { scope: 'futures', changes: { brackets: [row], defaultLeverage: 1 } })
  const h = desk()
  expect(keyOf(change(h, bracket(50_000, 101, 4_000)))).toBe('brackets')
  expect(keyOf(change(h, bracket(50_000, 100, 3_999)))).toBe('brackets')
  expect(keyOf(change(h, bracket(50_001, 100, 4_000)))).toBe('brackets')
  expect(keyOf(change(h, bracket(20_000_001, 10, 50_000)))).toBe('brackets')
  expect(change(h, bracket(50_000, 100, 4_000)).status).toBe(200)
  const other = desk({
    instrument: 'XRPUSDT',
    brackets: [{ notionalCap: 10n ** 15n, maxLeverage: 90, mmrPpm: 1, cum: 0n }],
  })
  expect(keyOf(change(other, bracket(10_000, 51, 10_000)))).toBe('brackets')
  expect(ask(other, { scope: 'futures', changes: { makerPpm: 100 } }).status).toBe(200)
})

test('B: other thresholds of a site warn those who stand beyond them', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 59_999)
  h.mark(54_400)
  expect(h.position(1)?.isWarned).toBe(false)
  expect(ask(h, { scope: 'site', changes: { futuresWarnPpm: 500_000, futuresCalmPpm: 400_000 } }).status).toBe(200)
  h.settle()
  expect(h.position(1)?.isWarned).toBe(true)
})

test('C: TP and SL lie within the ticks of the contract', () => {
  const f = floor()
  ask(f, { scope: 'oversea', changes: { maxExitTicks: 20 } })
  const refusal = { code: 'TPSL_TICK_RANGE', params: { max: 20 } }
  expect(f.order(7, { side: 'LONG', count: 1, tpTick: 21 }).body).toEqual(refusal)
  f.trade(7, 'LONG', 1)
  expect(f.tpsl(7, 20, 21).body).toEqual(refusal)
})

test('C: session leads of a contract hold from their time on, and do not change while a session ends', () => {
  const f = floor()
  const changes = { overnightLeadMs: 90 * MINUTE, closeOnlyLeadMs: 60 * MINUTE, closingLeadMs: 20 * MINUTE }
  expect(ask(f, { scope: 'oversea', changes, effectiveFrom: f.at + 60 * MINUTE }).status).toBe(200)
  f.trade(7, 'LONG', 1)
  f.goTo(f.at + 60 * MINUTE)
  f.goTo(CLOSE - 60 * MINUTE - 1)
  f.price(1.1)
  expect(codeOf(ask(f, { scope: 'oversea', changes: { closingLeadMs: 5 * MINUTE } }))).toBe('INVALID_REQUEST')
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe(200)
  f.goTo(CLOSE - 60 * MINUTE)
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('OVERSEA_CLOSE_ONLY')
  f.goTo(CLOSE - 20 * MINUTE)
  f.price(1.1)
  f.settle()
  expect(f.position(7)).toBeUndefined()
})

test('B: thresholds of a site with many traders are followed by work, a part of them each turn', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 59_999)
  for (let memberId = 2; memberId <= 1_500; memberId++) h.trader(memberId)
  h.at += 2_000
  for (let memberId = 2; memberId <= 1_500; memberId++) h.place(memberId, { side: 'LONG', qty: '0.001', leverage: 10 })
  h.at += 150
  h.book([[59_999, 1_000]], [[59_999, 1_000]])
  h.mark(54_400)
  const warned = () => h.core.snapshot().positions.filter(({ isWarned }) => isWarned).length
  expect(warned()).toBe(0)
  ask(h, { scope: 'site', changes: { futuresWarnPpm: 500_000, futuresCalmPpm: 400_000 } })
  expect(h.core.more(h.ctx())).toBe(true)
  h.core.advance(h.ctx(), 1_000)
  expect(warned()).toBeLessThan(100)
  h.settle()
  expect(warned()).toBe(1_500)
})
