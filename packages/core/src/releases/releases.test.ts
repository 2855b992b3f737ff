import { majorBrackets } from '@maru/positions'
import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { Desk, perpetual, usdt } from '../futures/testing.ts'
import { CLOSE, Floor } from '../oversea/testing.ts'
import { codeOf, type House, operator, SITE, site } from '../testing.ts'
import type { SiteConfig } from '../types.ts'

const MINUTE = 60_000
const tell = (h: House, ...times: readonly number[]) => h.do({ kind: 'setReleases', ...bySystem(SITE), times })
const halving = (h: House) => h.ask('releases.halving', { siteId: SITE })

function desk(parts: Partial<SiteConfig> = { isReleaseHalved: true }) {
  const h = new Desk(undefined, { sites: [site(parts)] })
  h.trader(1)
  h.price(60_000)
  return h
}
const opens = (h: Desk, leverage: number, qty = '0.001') => codeOf(h.order(1, { side: 'LONG', qty, leverage }))
/** The wall clock goes to a time, and prices are live there. */
function goTo(h: Desk, wall: number) {
  h.at += wall - h.wall
  h.live()
  h.price(60_000)
}

test('C: from 30 minutes before a release until 5 after it an order opens at half of the most leverage', () => {
  const h = desk()
  const at = h.wall + 60 * MINUTE
  tell(h, at)
  expect(opens(h, 51)).toBe(200)
  h.execute(60_000)
  h.order(1, { side: 'SHORT', qty: '0.001', isReduceOnly: true })
  h.execute(60_000)
  goTo(h, at - 30 * MINUTE - 1)
  expect(opens(h, 52)).toBe(200)
  h.execute(60_000)
  // The leverage of what is open is locked: nothing is added to it, and it closes as ever, by an order of any kind.
  const closing = h.limit(1, 'SHORT', '0.001', '61000')
  expect(codeOf(closing)).toBe(200)
  h.cancel(1, (closing.body as { id: number }).id)
  expect(h.order(1, { side: 'LONG', qty: '0.001' }).body).toMatchObject({
    code: 'LEVERAGE_HALVED',
    params: { max: 50, until: at + 5 * MINUTE },
  })
  expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.001', isReduceOnly: true }))).toBe(200)
  h.execute(60_000)
  expect(h.position(1)).toBeUndefined()
  expect(opens(h, 51)).toBe('LEVERAGE_HALVED')
  expect(opens(h, 50)).toBe(200)
  h.execute(60_000)
  h.order(1, { side: 'SHORT', qty: '0.001', isReduceOnly: true })
  h.execute(60_000)
  goTo(h, at + 5 * MINUTE - 1)
  expect(opens(h, 51)).toBe('LEVERAGE_HALVED')
  goTo(h, at + 5 * MINUTE)
  expect(opens(h, 51)).toBe(200)
})

test('C: each bracket is halved, 1x always opens, and what a member is told that he can buy is taken', () => {
  const h = desk()
  const [first, second] = h.ask('futures.option', { siteId: SITE, optionId: 1 })!.brackets
  h.trader(2, 10n ** 18n)
  h.price(60_000)
  tell(h, h.wall)
  const ask = (leverage: number) =>
    h.ask('futures.maxQty', { siteId: SITE, memberId: 2, optionId: 1, leverage, wall: h.wall })!.buy
  const half = Math.floor(first!.maxLeverage / 2)
  const most = ask(half)
  expect(most).toBeLessThanOrEqual(Number(first!.notionalCap / 60_000n / 100_000n))
  const order = (qty: number, leverage: number) => h.order(2, { side: 'LONG', qty: (qty / 1_000).toFixed(3), leverage })
  expect(order(most + 100, half).body).toMatchObject({
    code: 'LEVERAGE_HALVED',
    params: { max: Math.floor(second!.maxLeverage / 2) },
  })
  expect(ask(first!.maxLeverage)).toBe(0)
  expect(ask(1)).toBeGreaterThan(ask(10))
  expect(codeOf(order(ask(1), 1))).toBe(200)
})

test('C: what can be bought at 1x is as much around a release as ever', () => {
  const h = desk()
  h.trader(2, 10n ** 18n)
  const brackets = [
    { ...majorBrackets[0]!, notionalCap: usdt(20_000), maxLeverage: 100 },
    { notionalCap: usdt(70_000), maxLeverage: 2, mmrPpm: 5_000, cum: usdt(20) },
    { notionalCap: usdt(1_000_000), maxLeverage: 1, mmrPpm: 10_000, cum: usdt(370) },
  ]
  expect(codeOf(h.do({ kind: 'configureFutures', ...operator, option: perpetual({ brackets }) }))).toBe(200)
  h.price(60_000)
  const most = (leverage: number) =>
    h.ask('futures.maxQty', { siteId: SITE, memberId: 2, optionId: 1, leverage, wall: h.wall })!.buy
  const [one, two] = [most(1), most(2)]
  expect(two).toBeLessThan(one)
  tell(h, h.wall)
  expect(most(1)).toBe(one)
  expect(most(2)).toBe(333)
})

test('C: a limit that rests keeps its leverage and fills in a window; a new one is refused', () => {
  const h = desk()
  const resting = h.limit(1, 'LONG', '0.001', '59000', { leverage: 80 })
  tell(h, h.wall)
  expect(codeOf(h.limit(1, 'LONG', '0.001', '58000'))).toBe('LEVERAGE_HALVED')
  h.price(58_990)
  h.price(58_990)
  expect(h.orderOf(resting).status).toBe('FILLED')
  expect(h.position(1)).toMatchObject({ leverage: 80 })
})

test('G: nothing is halved where the site does not want it; turning it on and off holds at once', () => {
  const h = desk({})
  tell(h, h.wall)
  expect(halving(h)).toEqual({ windows: [], sessionEndLeadMs: null })
  expect(opens(h, 100)).toBe(200)
})

test('G: a site that changes what is halved tells it its members; another change of it tells nothing', () => {
  const h = desk({})
  tell(h, h.wall)
  const told = () => h.events('HALVING').length
  const before = told()
  const set = (changes: Readonly<Record<string, boolean>>) =>
    h.do({ ...operator, kind: 'configure', scope: 'site', optionId: null, changes, effectiveFrom: null })
  expect(codeOf(set({ isYoungCapped: true }))).toBe(200)
  expect(told()).toBe(before)
  expect(codeOf(set({ isReleaseHalved: true }))).toBe(200)
  expect(told()).toBe(before + 2)
})

test('G: windows that touch are one; a release that moved or went takes its window along; each change is told', () => {
  const h = desk()
  const at = h.wall
  const windows = () => halving(h).windows.map(({ from, until }) => [(from - at) / MINUTE, (until - at) / MINUTE])
  tell(h, at + 300 * MINUTE, at, at + 35 * MINUTE, at)
  expect(windows()).toEqual([
    [-30, 40],
    [270, 305],
  ])
  expect(h.order(1, { side: 'LONG', qty: '0.001', leverage: 80 }).body).toMatchObject({
    params: { until: at + 40 * MINUTE },
  })
  const told = h.events('HALVING').length
  tell(h, at, at + 35 * MINUTE, at + 300 * MINUTE)
  expect(h.events('HALVING')).toHaveLength(told)
  tell(h, at + 36 * MINUTE)
  expect(windows()).toEqual([[6, 41]])
  expect(h.events('HALVING')).toHaveLength(told + 2)
  expect(opens(h, 100)).toBe(200)
  expect(codeOf(tell(h, Number.NaN))).toBe('INVALID_REQUEST')
  expect(windows()).toEqual([[6, 41]])
  tell(h, at + 36 * MINUTE, at + 300 * MINUTE)
  expect(windows()).toEqual([
    [6, 41],
    [270, 305],
  ])
  expect(h.calls.at(-1)!.rows.releases).toMatchObject([{ at: at + 300 * MINUTE, droppedAt: null }])
  tell(h)
  expect(h.calls.at(-1)!.rows.releases.map(({ droppedAt }) => droppedAt)).toEqual([h.wall, h.wall])
  expect(windows()).toEqual([])
  h.restart()
  expect(windows()).toEqual([])
})

test('C: a window holds from its first moment on; where 1x is the most, 1x opens', () => {
  const h = desk({ isReleaseHalved: true, isYoungCapped: true, youngMaxLeverage: 1 })
  tell(h, h.wall + 30 * MINUTE + 1)
  expect(opens(h, 1)).toBe(200)
  const other = desk()
  tell(other, other.wall + 30 * MINUTE + 1)
  expect(opens(other, 51)).toBe(200)
  const third = desk()
  tell(third, third.wall + 30 * MINUTE)
  expect(opens(third, 51)).toBe('LEVERAGE_HALVED')
  const young = desk({ isReleaseHalved: true, isYoungCapped: true, youngMaxLeverage: 1 })
  tell(young, young.wall)
  expect(opens(young, 1)).toBe(200)
})

test('G: a restart within a window knows it, by the wall clock', () => {
  const h = desk()
  tell(h, h.wall)
  h.restart()
  h.live()
  h.price(60_000)
  expect(opens(h, 51)).toBe('LEVERAGE_HALVED')
  tell(h)
  expect(opens(h, 51)).toBe(200)
})

const floor = (parts: Partial<SiteConfig>) => {
  const f = new Floor(undefined, { sites: [site(parts)] })
  // Four contracts of 560,000 with 1,400 for a fee each.
  f.member(1, 4n * 561_400n)
  f.price(1.1)
  return f
}
const buys = (f: Floor, count: number) => f.order(1, { side: 'LONG', count })

test('C: around a release contracts open while twice the margin of all that is held is there, however they are split', () => {
  const f = floor({ isReleaseHalved: true })
  tell(f, f.wall)
  expect(buys(f, 3).body).toMatchObject({ code: 'MARGIN_DOUBLED', params: { until: f.wall + 5 * MINUTE } })
  expect(codeOf(buys(f, 1))).toBe(200)
  expect(codeOf(buys(f, 1))).toBe(200)
  expect(codeOf(buys(f, 1))).toBe('MARGIN_DOUBLED')
  tell(f)
  expect(codeOf(buys(f, 1))).toBe(200)
})

test('C: in the last half hour of a session too, where the site wants it; what closes is taken', () => {
  const ending = (parts: Partial<SiteConfig>) => {
    const f = floor(parts)
    f.trade(1, 'LONG', 1)
    f.at = CLOSE - 30 * MINUTE - 1
    f.live()
    f.rate(140_000)
    f.price(1.1)
    return f
  }
  const asEver = ending({})
  asEver.at += 1
  asEver.price(1.1)
  expect(codeOf(buys(asEver, 2))).toBe(200)
  const f = ending({ isSessionEndHalved: true })
  expect(codeOf(buys(f, 1))).toBe(200)
  f.at += 1
  f.price(1.1)
  expect(buys(f, 1).body).toMatchObject({ code: 'MARGIN_DOUBLED', params: { until: CLOSE } })
  expect(codeOf(f.order(1, { side: 'SHORT', count: 1 }))).toBe(200)
})

test('C: where a release falls into the last half hour of a session, its margin is doubled until the later end', () => {
  const f = floor({ isReleaseHalved: true, isSessionEndHalved: true })
  f.goTo(CLOSE - 20 * MINUTE)
  f.live()
  f.rate(140_000)
  f.price(1.1)
  tell(f, f.wall + 17 * MINUTE)
  expect(buys(f, 3).body).toMatchObject({ code: 'MARGIN_DOUBLED', params: { until: f.wall + 22 * MINUTE } })
})
