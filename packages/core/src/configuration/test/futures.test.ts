import { Desk, usdt } from '../../futures/testing.ts'
import { codeOf, SITE } from '../../testing.ts'
import { futuresKeys } from '../keys.ts'
import { testEachKey } from './each-key.ts'

function desk(): Desk {
  const h = new Desk()
  h.trader(1)
  h.price(60_000)
  return h
}
const buy = (h: Desk, qty = '0.1') => h.order(1, { side: 'LONG', qty })
const limit = (h: Desk, price: string) => codeOf(h.limit(1, 'LONG', '0.1', price))
const lastFill = (h: Desk) => h.fills.at(-1)!
/** Little at the best price, much at another. */
const thin = (h: Desk, best: number, deep: number) =>
  h.book(
    [
      [best, 0.01],
      [deep, 10],
    ],
    [[60_001, 10]],
  )

testEachKey('futures', 1, futuresKeys, desk, {
  isPlay: { to: false, play: (h) => codeOf(buy(h)), gives: [200, 'OPTION_STOPPED'] },
  isStop: { to: true, play: (h) => codeOf(buy(h)), gives: [200, 'OPTION_STOPPED'] },
  pauses: { to: [{ days: 127, from: 0, to: 1_440 }], play: (h) => codeOf(buy(h)), gives: [200, 'OPTION_STOPPED'] },
  minQty: { to: 2, play: (h) => codeOf(buy(h, '0.001')), gives: [200, 'QTY_BELOW_MIN'] },
  minNotional: {
    to: String(usdt(70)),
    play: (h) => codeOf(buy(h, '0.001')),
    gives: [200, 'ORDER_MIN_NOTIONAL'],
  },
  makerPpm: {
    to: 100,
    play(h) {
      h.limit(1, 'LONG', '0.1', '59000')
      h.price(58_990)
      return lastFill(h).fee
    },
    gives: [usdt(2.36), usdt(0.59)],
  },
  takerPpm: {
    to: 100,
    play(h) {
      h.trade(1, 'LONG', '0.1', 60_000)
      return lastFill(h).fee
    },
    gives: [usdt(2.40004), usdt(0.60001)],
  },
  liquidationPpm: {
    to: 1_000,
    play(h) {
      h.trade(1, 'LONG', '0.1', 60_000)
      h.price(54_210)
      return lastFill(h).fee
    },
    gives: [usdt(32.4), usdt(8.4)],
  },
  priceBandPpm: { to: 50_000, play: (h) => limit(h, '56000'), gives: [200, 'PRICE_OUT_OF_BAND'] },
  slipPpm: {
    to: 20_000,
    play(h) {
      const order = h.order(1, { side: 'SHORT', qty: '0.1' })
      h.at += 150
      thin(h, 60_000, 59_100)
      return h.orderOf(order).filledQty
    },
    gives: [10, 100],
  },
  closeSlipPpm: {
    to: 10_000,
    play(h) {
      h.trade(1, 'LONG', '0.1', 60_000)
      const order = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
      h.at += 150
      thin(h, 60_000, 58_500)
      return h.orderOf(order).filledQty
    },
    gives: [100, 10],
  },
  execDelayMs: {
    to: 999,
    play(h) {
      const order = buy(h)
      h.execute(60_000)
      return h.orderOf(order).status
    },
    gives: ['FILLED', 'NEW'],
  },
  maxOpenOrders: {
    to: 1,
    play: (h) => [limit(h, '59000'), limit(h, '59001')],
    gives: [
      [200, 200],
      [200, 'ORDER_COUNT_EXCEEDED'],
    ],
  },
  maxFunding: {
    to: 100_000,
    play(h) {
      h.mark(60_000, { rate: -500_000, at: h.at + 3_600_000 })
      return codeOf(buy(h))
    },
    gives: [200, 'OPTION_STOPPED'],
  },
  defaultLeverage: {
    to: 5,
    play: (h) => h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })?.leverage,
    gives: [10, 5],
  },
  brackets: {
    to: [{ notionalCap: String(usdt(1_000)), maxLeverage: 10, mmrPpm: 4_000, cum: '0' }],
    play: (h) => codeOf(buy(h)),
    gives: [200, 'LEVERAGE_MAX_QTY_EXCEEDED'],
  },
  execWaitMs: {
    to: 5_000,
    play(h) {
      const order = buy(h)
      h.at += 2_000
      h.settle()
      return h.orderOf(order).status
    },
    gives: ['REJECTED', 'NEW'],
  },
  depthMs: {
    to: 0,
    play(h) {
      const show = () =>
        h.book(
          [[60_000, 10]],
          [
            [60_001, 0.1],
            [60_100, 10],
          ],
        )
      for (let orders = 0; orders < 2; orders++) {
        buy(h)
        h.at += 150
        show()
      }
      return lastFill(h).quote
    },
    gives: [usdt(6_010), usdt(6_000.1)],
  },
  seasonMs: {
    to: 10_000,
    play(h) {
      h.trade(1, 'SHORT', '0.1', 60_000)
      const at = h.at + 30_000
      h.mark(60_000, { rate: 10_000, at })
      h.at = at
      h.mark(60_000)
      h.settle()
      return h.position(1)!.fundingFee
    },
    gives: [0n, usdt(0.6)],
  },
  jumpPpm: {
    to: 30_000,
    play(h) {
      h.order(1, { side: 'LONG', qty: '0.1' })
      h.at += 150
      h.book([[70_000, 10]], [[70_001, 10]])
      return codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))
    },
    gives: [200, 'PRICE_FEED_STALE'],
  },
  entryRatioPpm: { to: 30_000, play: (h) => codeOf(buy(h)), gives: [200, 'ISOLATED_MARGIN_INSUFFICIENT'] },
})
