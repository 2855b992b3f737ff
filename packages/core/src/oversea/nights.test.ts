import { expect, test } from 'vitest'
import { codeOf, SITE, site } from '../testing.ts'
import { CLOSE, contract, eur, Floor, gold, NEXT_OPEN } from './testing.ts'

const MILLION = 1_000_000n
const MINUTE = 60_000

/** Member 7 holds one of EUR/USD and one of gold overnight; the house goes down shortly before the check, for so long. */
function flagged(posted: bigint, lead: number, downMs: number): Floor {
  const floor = new Floor([contract(), gold()])
  floor.member(7, posted)
  floor.price(1.1)
  floor.prices(200_000, 200_010, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.goTo(CLOSE - 60 * MINUTE)
  for (const option of [1, 3]) expect(floor.overnight(7, true, option).status).toBe(200)
  floor.goTo(CLOSE - lead)
  floor.restart(downMs)
  return floor
}

/** The market tells a house that starts where the sessions stand and that the feeds live. */
function begin(floor: Floor, day = 0, isRest = false): void {
  for (const symbol of ['EURUSD', 'XAUUSD']) {
    floor.trading(symbol, { day, isRest })
    floor.live(symbol)
  }
  floor.settle()
}

const flags = (floor: Floor) => [floor.position(7)?.overnight, floor.position(7, 3)?.overnight]
const DAY = '2026-03-02'

test('C: after a restart the check waits for every price of the account: a night that the loss does not cover is not held', () => {
  const floor = flagged(8n * MILLION, 11 * MINUTE, MINUTE)
  begin(floor)
  floor.goTo(CLOSE - 9 * MINUTE)
  floor.price(1.1)
  expect(flags(floor)).toEqual([DAY, DAY])
  // Twice 560,000 and 2,800,000 are 6,720,000; a gold tick of 1,400 won, 1,000 of them are lost.
  floor.prices(190_000, 190_010, 'XAUUSD')
  expect(flags(floor)).toEqual([null, null])
  floor.goTo(CLOSE - 5 * MINUTE)
  expect(floor.ask('oversea.open', { siteId: SITE, memberId: 7 }).positions).toEqual([])
})

test('C: after a restart nights are held that only the profit of a price covers which is not known yet', () => {
  const floor = flagged(7n * MILLION, 20 * MINUTE, 0)
  begin(floor)
  floor.prices(220_000, 220_010, 'XAUUSD')
  // The wallet alone is too little: what he lost on EUR/USD is less than what gold brought.
  floor.prices(eur(1.05), eur(1.0501))
  floor.restart(9 * MINUTE)
  begin(floor)
  floor.prices(eur(1.05), eur(1.0501))
  floor.goTo(CLOSE - 10 * MINUTE)
  expect(floor.money(7).equity).toBeLessThan(6_720_000n)
  expect(flags(floor)).toEqual([DAY, DAY])
  floor.prices(220_000, 220_010, 'XAUUSD')
  floor.goTo(CLOSE)
  expect(flags(floor)).toEqual([null, null])
  expect(floor.position(7)!.tradingDay).toBe('2026-03-03')
})

test('C: what the late check does not hold is closed with the session, also where the closing has begun', () => {
  const floor = flagged(8n * MILLION, 11 * MINUTE, 7 * MINUTE)
  begin(floor)
  floor.price(1.1)
  expect(flags(floor)).toEqual([DAY, DAY])
  floor.prices(190_000, 190_010, 'XAUUSD')
  expect([...floor.positions.values()].map(({ closeReason }) => closeReason)).toEqual(['SESSION_END', 'SESSION_END'])
  floor.goTo(CLOSE)
})

test('C: a check that found no price by the close is made with the first: the night begins then', () => {
  const floor = flagged(9n * MILLION, 11 * MINUTE, MINUTE)
  begin(floor)
  floor.price(1.1)
  floor.goTo(CLOSE)
  begin(floor, 0, true)
  expect(flags(floor)).toEqual([DAY, DAY])
  expect(floor.position(7)).toMatchObject({ tradingDay: DAY, fundingFee: 0n })
  floor.prices(200_000, 200_010, 'XAUUSD')
  expect(flags(floor)).toEqual([null, null])
  expect(floor.position(7)).toMatchObject({ tradingDay: '2026-03-03', fundingFee: -1_319n })
  expect(floor.core.more(floor.ctx())).toBe(false)
})

test.each([
  ['is held where the equity of then covers it', 200_000, 'open'],
  ['is closed where it does not', 190_000, 'SESSION_END'],
])('C: a night that nobody could check by the next open %s', (_how, price, end) => {
  const floor = flagged(8n * MILLION, 11 * MINUTE, MINUTE)
  begin(floor)
  floor.goTo(CLOSE)
  begin(floor, 0, true)
  floor.goTo(NEXT_OPEN)
  begin(floor, 1)
  floor.prices(price, price + 10, 'XAUUSD')
  floor.price(1.1)
  const [euro, ounces] = [...floor.positions.values()]
  for (const row of [euro!, ounces!]) {
    expect(row.closeReason ?? 'open').toBe(end)
    expect(row.overnight).toBeNull()
    if (end === 'open') expect(row.tradingDay).toBe('2026-03-03')
  }
  expect(floor.core.more(floor.ctx())).toBe(false)
})

test('C: at the next open a price that is not known yet counts without a result, and nothing is held up by it', () => {
  const floor = flagged(8n * MILLION, 11 * MINUTE, MINUTE)
  begin(floor)
  floor.goTo(NEXT_OPEN)
  begin(floor, 1)
  floor.price(1.1)
  expect(floor.position(7)).toMatchObject({ overnight: null, tradingDay: '2026-03-03' })
  expect(flags(floor)[1]).toBe(DAY)
})

/** One contract whose account has exactly so much equity beside twice its margin, 1,120,000 won, at a price of 1.1. */
function beside(more: bigint): Floor {
  const floor = new Floor([contract({ fee: 0n })])
  floor.member(7, 1_120_000n + more)
  floor.prices(eur(1.1), eur(1.1))
  floor.trade(7, 'LONG', 1)
  floor.goTo(CLOSE - 60 * MINUTE)
  floor.prices(eur(1.1), eur(1.1))
  expect(floor.money(7).equity).toBe(1_120_000n + more)
  return floor
}

test('C: equity that is exactly what the nights ask for is enough, to apply and in the check; a won less is not', () => {
  expect(codeOf(beside(-1n).overnight(7))).toBe('OVERNIGHT_MARGIN_INSUFFICIENT')
  const exact = beside(0n)
  expect(exact.overnight(7).status).toBe(200)
  exact.goTo(CLOSE - 10 * MINUTE)
  expect(exact.position(7)!.overnight).toBe(DAY)
  // A tick is 1,750 won: one below entry leaves a won less than twice the margin.
  const less = beside(1_749n)
  expect(less.overnight(7).status).toBe(200)
  less.prices(eur(1.1) - 10, eur(1.1) - 10)
  expect(less.money(7).equity).toBe(1_119_999n)
  less.goTo(CLOSE - 10 * MINUTE)
  expect(less.position(7)!.overnight).toBeNull()
})

test.each([
  [1, false],
  [0, true],
])('C: a fixing serves again while it is younger than 72 hours: %i ms before that, resting: %s', (left, isRest) => {
  const nextOpenAt = NEXT_OPEN + 3 * 24 * 60 * MINUTE
  const fixing = { siteGroup: 'main', tradingDay: DAY, rate: 140_000, source: 'test', sourceTs: CLOSE }
  const floor = new Floor([contract()], { fixings: [{ ...fixing, at: nextOpenAt - 72 * 60 * MINUTE + left }] })
  floor.restart()
  floor.goTo(nextOpenAt)
  floor.trading('EURUSD', { day: 4 })
  expect(floor.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session).toMatchObject({ isRest })
})

test('C: a fixing is shared by all sites: a rate that is too old for one of them fixes nothing', () => {
  const ages = { rateMaxAgeMs: 1_440 * MINUTE, fixingMaxAgeMs: 60 * MINUTE }
  const strict = contract({ ...ages, siteId: SITE + 1, rateMaxAgeMs: 60 * MINUTE })
  const floor = new Floor([contract(ages), strict], { sites: [site(), site({ siteId: SITE + 1 })] })
  floor.goTo(NEXT_OPEN)
  floor.trading('EURUSD', { day: 1 })
  const isRest = () => floor.ask('oversea.contract', { siteId: SITE, optionId: 1 })?.session.isRest
  expect(isRest()).toBe(true)
  floor.rate(140_000)
  expect(isRest()).toBe(false)
})
