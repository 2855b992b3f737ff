import { CLOSE, Floor, NEXT_OPEN } from '../../oversea/testing.ts'
import { codeOf } from '../../testing.ts'
import { overseaKeys } from '../keys.ts'
import { testEachKey } from './each-key.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function floor(krw = 50_000_000n): Floor {
  const f = new Floor()
  f.member(7, krw)
  f.price(1.1)
  return f
}
const buy = (f: Floor, count = 1) => f.order(7, { side: 'LONG', count })
const limit = (f: Floor, price: string) => codeOf(f.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price }))
const lastFill = (f: Floor) => f.fills.at(-1)!
const before = (f: Floor, leadMs: number) => {
  f.goTo(CLOSE - leadMs)
  f.price(1.1)
}
/** What a night of one contract costs (−) or brings. */
function night(f: Floor, side: 'LONG' | 'SHORT'): bigint {
  f.trade(7, side, 1)
  before(f, HOUR)
  f.overnight(7)
  f.goTo(CLOSE)
  return f.position(7)!.fundingFee
}
/** Rests after the first day until it is so long before the next. */
function nextDay(f: Floor, leadMs: number): void {
  f.goTo(CLOSE)
  f.trading('EURUSD', { isRest: true })
  f.goTo(NEXT_OPEN - leadMs)
}

testEachKey('oversea', 1, overseaKeys, floor, {
  isPlay: { to: false, play: (f) => codeOf(buy(f)), gives: [200, 'OPTION_STOPPED'] },
  isStop: { to: true, play: (f) => codeOf(buy(f)), gives: [200, 'OPTION_STOPPED'] },
  pauses: { to: [{ days: 127, from: 0, to: 1_440 }], play: (f) => codeOf(buy(f)), gives: [200, 'OPTION_STOPPED'] },
  margin: {
    to: '8000000',
    play(f) {
      f.trade(7, 'LONG', 1)
      return f.position(7)!.margin
    },
    gives: [560_000n, 1_120_000n],
  },
  fee: {
    to: '20000',
    play(f) {
      f.trade(7, 'LONG', 1)
      return lastFill(f).fee
    },
    gives: [1_400n, 2_800n],
  },
  maxCount: { to: 1, play: (f) => codeOf(buy(f, 2)), gives: [200, 'MAX_CONTRACTS_EXCEEDED'] },
  lotsPerTick: {
    to: 1,
    play: (f) => f.trade(7, 'LONG', 3).filledQuote,
    gives: [33_003_000_000_000n, 33_006_000_000_000n],
  },
  maxOpenOrders: {
    to: 1,
    play: (f) => [limit(f, '1.0900'), limit(f, '1.0901')],
    gives: [
      [200, 200],
      [200, 'ORDER_COUNT_EXCEEDED'],
    ],
  },
  execDelayMs: {
    to: 999,
    play(f) {
      const order = buy(f)
      f.pass(300)
      return f.orderOf(order).status
    },
    gives: ['FILLED', 'NEW'],
  },
  priceBandPpm: { to: 10_000, play: (f) => limit(f, '1.0500'), gives: [200, 'PRICE_OUT_OF_BAND'] },
  longRatePpm: { to: -40_000, play: (f) => night(f, 'LONG'), gives: [-1_319n, -2_374n] },
  shortRatePpm: { to: -40_000, play: (f) => night(f, 'SHORT'), gives: [0n, -2_374n] },
  financingFeePpm: { to: 0, play: (f) => night(f, 'LONG'), gives: [-1_319n, -1_055n] },
  fixLeadMs: {
    to: 20 * MINUTE,
    play(f) {
      nextDay(f, 25 * MINUTE)
      f.rate(141_000)
      f.goTo(NEXT_OPEN - 15 * MINUTE)
      return f.calls.flatMap(({ rows }) => rows.fixings).length
    },
    gives: [1, 2],
  },
  execWaitMs: {
    to: 5_000,
    play(f) {
      const order = buy(f)
      f.stale('EURUSD')
      f.pass(2_000)
      return f.orderOf(order).status
    },
    gives: ['REJECTED', 'NEW'],
  },
  depthMs: {
    to: 0,
    play(f) {
      for (const count of [10, 1]) {
        buy(f, count)
        f.pass(300)
      }
      return lastFill(f).quote
    },
    gives: [11_002_000_000_000n, 11_001_000_000_000n],
  },
  maxExitTicks: {
    to: 20,
    play: (f) => codeOf(f.order(7, { side: 'LONG', count: 1, tpTick: 21 })),
    gives: [200, 'TPSL_TICK_RANGE'],
  },
  overnightTimes: {
    to: 3,
    open: () => floor(1_300_000n),
    play(f) {
      f.trade(7, 'LONG', 1)
      before(f, HOUR)
      return codeOf(f.overnight(7))
    },
    gives: [200, 'OVERNIGHT_MARGIN_INSUFFICIENT'],
  },
  overnightLeadMs: {
    to: 60 * MINUTE,
    play(f) {
      f.trade(7, 'LONG', 1)
      before(f, 45 * MINUTE)
      return codeOf(f.overnight(7))
    },
    gives: [200, 'OVERNIGHT_DEADLINE_PASSED'],
  },
  closeOnlyLeadMs: {
    to: 20 * MINUTE,
    play(f) {
      before(f, 15 * MINUTE)
      return codeOf(buy(f))
    },
    gives: [200, 'OVERSEA_CLOSE_ONLY'],
  },
  closingLeadMs: {
    to: 8 * MINUTE,
    play(f) {
      f.trade(7, 'LONG', 1)
      before(f, 6 * MINUTE)
      return f.position(7) === undefined
    },
    gives: [false, true],
  },
  rateMaxAgeMs: {
    to: HOUR,
    play(f) {
      f.goTo(f.at + 2 * HOUR)
      f.price(1.1)
      return codeOf(buy(f))
    },
    gives: [200, 'PRICE_FEED_STALE'],
  },
  slipPpm: {
    to: 20_000,
    play(f) {
      const order = buy(f)
      f.at += 300
      f.price(1.115)
      return f.orderOf(order).status
    },
    gives: ['CANCELED', 'FILLED'],
  },
  closeSlipPpm: {
    to: 10_000,
    play(f) {
      f.trade(7, 'LONG', 1)
      const order = f.order(7, { side: 'SHORT', count: 1, isReduceOnly: true })
      f.at += 300
      f.price(1.08)
      return f.orderOf(order).status
    },
    gives: ['FILLED', 'CANCELED'],
  },
  jumpPpm: {
    to: 10_000,
    play(f) {
      f.price(1.2)
      return codeOf(buy(f))
    },
    gives: [200, 'PRICE_FEED_STALE'],
  },
  fixingMaxAgeMs: {
    to: HOUR,
    with: { rateMaxAgeMs: HOUR },
    play(f) {
      nextDay(f, 0)
      f.trading('EURUSD', { day: 1 })
      return f.ask('oversea.rests', {})
    },
    gives: [[], ['EURUSD']],
  },
})
