import { expect, test } from 'vitest'
import type { ArgsOf, SiteConfig } from '../index.ts'
import { codeOf, operator, SITE, site } from '../testing.ts'
import { CLOSE, contract, Floor, gold, NEXT_OPEN } from './testing.ts'

const DAY = 86_400_000
const MILLION = 1_000_000n
/** Of one contract, in won. */
const BEFORE = 560_000n

const raise = (f: Floor, dollars: bigint): void => {
  expect(codeOf(f.do({ kind: 'configureOversea', ...operator, option: contract({ margin: dollars * 10_000n }) }))).toBe(
    200,
  )
  f.settle()
}
const setCut = (f: Floor, parts: Partial<SiteConfig>): void => {
  const changes = { ...parts }
  const change = {
    kind: 'configure',
    ...operator,
    scope: 'site',
    optionId: null,
    changes,
    effectiveFrom: null,
  } as const
  expect(codeOf(f.do(change))).toBe(200)
  f.settle()
}
/** Through the night and into the next session, in which what is flagged goes on. */
const sleep = (f: Floor): void => {
  f.goTo(CLOSE)
  f.goTo(NEXT_OPEN)
  f.trading('EURUSD', { day: 1 })
  f.price(1.1)
}
const told = (f: Floor) =>
  f.calls.flatMap(({ rows }) => rows.outgoing).map(({ payload }) => [payload['about'], payload['memberId']])

test('C: a raised margin holds for new contracts at once, for open ones after a day, and who holds some hears of it', () => {
  const f = new Floor()
  const member = f.member(7, 30n * MILLION)
  f.price(1.1)
  f.trade(member, 'LONG', 2)
  const until = f.at + DAY
  raise(f, 800n)
  expect(told(f)).toEqual([['MARGIN_RAISED', 7]])
  expect(f.position(member)!.margin).toBe(2n * BEFORE)
  f.price(1.1)
  f.trade(member, 'LONG', 1)
  expect(f.position(member)!.margin).toBe(4n * BEFORE)
  f.restart()
  f.live('EURUSD')
  f.rate(140_000)
  f.trading()
  f.price(1.1)
  expect(f.position(member)!.margin).toBe(4n * BEFORE)
  // What came last goes first.
  f.trade(member, 'SHORT', 1)
  expect(f.position(member)!.margin).toBe(2n * BEFORE)
  expect(codeOf(f.overnight(member))).toBe(200)
  sleep(f)
  f.goTo(until - 1)
  expect(f.position(member)!.margin).toBe(2n * BEFORE)
  f.goTo(until)
  expect(f.position(member)!.margin).toBe(4n * BEFORE)
  expect(f.wallet(member).reserved).toBe(4n * BEFORE)
})

test('C: a raise whose day ends while the house is down holds from its start on', () => {
  const f = new Floor()
  const member = f.member(7, 30n * MILLION)
  f.price(1.1)
  f.trade(member, 'LONG', 2)
  raise(f, 800n)
  expect(codeOf(f.overnight(member))).toBe(200)
  sleep(f)
  f.restart(DAY)
  f.settle()
  expect(f.position(member)!.margin).toBe(4n * BEFORE)
})

test('C: of two raises each spares for its own day what was open before it', () => {
  const f = new Floor()
  const [early, late] = [f.member(7, 30n * MILLION), f.member(8, 30n * MILLION)]
  f.price(1.1)
  f.trade(early, 'LONG', 1)
  const first = f.at + DAY
  raise(f, 800n)
  f.price(1.1)
  f.trade(late, 'LONG', 1)
  const second = f.at + DAY
  raise(f, 1_200n)
  const margins = () => [early, late].map((member) => f.position(member)!.margin / BEFORE)
  expect(margins()).toEqual([1n, 2n])
  for (const member of [early, late]) f.overnight(member)
  sleep(f)
  expect(margins()).toEqual([1n, 2n])
  f.goTo(first)
  expect(margins()).toEqual([2n, 2n])
  f.goTo(second)
  expect(margins()).toEqual([3n, 3n])
})

test('C: a lower margin holds at once, and a raise that it takes back spares nobody any more', () => {
  const f = new Floor()
  const member = f.member(7, 30n * MILLION)
  f.price(1.1)
  f.trade(member, 'LONG', 1)
  raise(f, 800n)
  raise(f, 300n)
  expect(f.position(member)!.margin).toBe(420_000n)
  raise(f, 600n)
  expect(f.position(member)!.margin).toBe(420_000n)
  expect(f.core.snapshot().overseaRaises).toHaveLength(1)
})

test('C: a raised loss cut spares for a day who holds something, and nobody who opens after it', () => {
  const f = new Floor()
  const [early, late] = [f.member(7, 3n * MILLION), f.member(8, 3n * MILLION)]
  f.price(1.1)
  f.trade(early, 'LONG', 2)
  const until = f.at + DAY
  setCut(f, { overseaLosscutPpm: 800_000, overseaWarnPpm: 900_000, overseaCalmPpm: 950_000 })
  expect(told(f)).toEqual([['LOSSCUT_RAISED', 7]])
  f.price(1.1)
  f.trade(late, 'LONG', 2)
  const cuts = () => [early, late].map((member) => f.money(member).losscut)
  expect(cuts()).toEqual([224_000n, 896_000n])
  // A tick of two contracts is 3,500: 605 of them leave less than 896,000 of three million.
  f.price(1.0395)
  expect(f.position(early)).toBeDefined()
  expect(f.position(late)).toBeUndefined()
  f.price(1.1)
  f.overnight(early)
  sleep(f)
  f.goTo(until - 1)
  expect(f.money(early).losscut).toBe(224_000n)
  f.price(1.0395)
  expect(f.position(early)).toBeDefined()
  f.goTo(until)
  f.price(1.0395)
  expect(f.position(early)).toBeUndefined()
})

test('C: who closed everything after a raise of the loss cut is spared no more', () => {
  const f = new Floor([contract()], { sites: [site({ siteId: SITE })] })
  const member = f.member(7, 3n * MILLION)
  f.price(1.1)
  f.trade(member, 'LONG', 1)
  setCut(f, { overseaLosscutPpm: 300_000 })
  expect(f.money(member).losscut).toBe(112_000n)
  f.price(1.1)
  f.trade(member, 'SHORT', 1)
  f.price(1.1)
  f.trade(member, 'SHORT', 1)
  expect(f.money(member).losscut).toBe(168_000n)
})

test('C: a dry run names whom a raise would cut where prices move against them as in the last hour, and nobody whom it does not concern', () => {
  const f = new Floor([contract(), gold()])
  const [eur, both, metal] = [f.member(7, 3n * MILLION), f.member(8, 9n * MILLION), f.member(9, 9n * MILLION)]
  f.price(1.1)
  f.prices(200_000, 200_010, 'XAUUSD')
  f.trade(eur, 'LONG', 2)
  f.trade(both, 'SHORT', 1)
  f.trade(both, 'LONG', 1, 3)
  f.trade(metal, 'LONG', 1, 3)
  const named = (parts: Partial<ArgsOf<'exposure.cut'>>) =>
    f.ask('exposure.cut', { siteId: SITE, margins: [], losscutPpm: null, prices: hour, ...parts })
  const hour = [
    { instrument: 'EURUSD', last: 110_005, move: 1_000 },
    { instrument: 'XAUUSD', last: 200_005, move: 1_000 },
  ]
  const raised = (dollars: bigint) => [{ optionId: 1, margin: dollars * 10_000n }]
  expect(named({ margins: raised(4_000n) })).toEqual([])
  // A hundred ticks of two contracts are 350,000; twice 6,500 dollars at a fifth are 3,640,000 won.
  expect(named({ margins: raised(6_500n) })).toEqual([eur])
  expect(named({ losscutPpm: 990_000 })).toEqual([])
  // Nine million less the move against twice 560,000 and 2,800,000.
  expect(named({ losscutPpm: 990_000, prices: [{ instrument: 'XAUUSD', last: 200_005, move: 45_000 }] })).toEqual([
    both,
    metal,
  ])
})
