import type { FeedSignal, OverseaOption } from '@maru/core'
import { clockStart, siteId } from './house.ts'
import { bookAround, keyOf, type Playbook } from './playbook.ts'

const hour = 3_600_000
/** The trading day in whose session a bench runs: it opened four hours ago. */
const session = { tradingDay: '2026-01-05', openAt: clockStart - 4 * hour, closeAt: clockStart + 19 * hour }

/** EUR/USD with the shipped numbers, the delay of execution among them. */
const euro: OverseaOption = {
  siteId,
  id: 1,
  stock: 'OV_EURUSD',
  instrument: 'EURUSD',
  koName: '유로/달러',
  precision: 5,
  tickUnits: 10,
  isPlay: true,
  isStop: false,
  tickValue: 12_500n,
  margin: 4_000_000n,
  fee: 10_000n,
  maxCount: 30,
  lotsPerTick: 10,
  maxOpenOrders: 50,
  execDelayMs: 300,
  priceBandPpm: 100_000,
  longRatePpm: -20_000,
  shortRatePpm: 5_000,
  financingFeePpm: 5_000,
  fixLeadMs: 600_000,
}
const markets: readonly [OverseaOption, OverseaOption] = [
  euro,
  { ...euro, id: 2, instrument: 'GBPAUD', stock: 'OV_GBPAUD' },
]

/** Overseas futures in the middle of a session: EUR/USD, and GBP/AUD at the same price. */
export const contracts: Playbook = {
  queue: 'oversea',
  wallet: { type: 'BINARY', currency: 'KRW' },
  instruments: [markets[0].instrument, markets[1].instrument],
  startPrice: 110_000,
  execDelayMs: euro.execDelayMs,
  options: { futuresOptions: [], overseaOptions: markets },
  configure: markets.map((option) => ({ kind: 'configureOversea', option })),
  signals: (at) => [
    { kind: 'rate', pair: 'USDKRW', rate: 140_000, source: 'bench', sourceTs: at, recvTs: at },
    ...markets.flatMap(({ instrument }): FeedSignal[] => [
      { kind: 'feed', instrument, state: 'live', at },
      sessionUntil(session.closeAt, instrument, at),
    ]),
  ],
  quotes: (instrument, price, at) => [bookAround(instrument, [price - 5, price + 5], 1, at)],
  opening: (memberId) => ({
    kind: 'openAccount',
    siteId,
    memberId,
    grants: [{ type: 'BINARY', currency: 'KRW', amount: 100_000_000n }],
  }),
  order: (memberId, side, market = 'moved') => ({
    kind: 'placeOversea',
    siteId,
    memberId,
    key: keyOf('POST /api/oversea/order'),
    order: {
      optionId: market === 'moved' ? 1 : 2,
      side,
      count: 1,
      marketType: 'MARKET',
      price: null,
      triggerPrice: null,
      tpTick: null,
      slTick: null,
      isReduceOnly: false,
      expiresAt: null,
    },
  }),
}

/** Says until when the session of an instrument runs. */
export const sessionUntil = (closeAt: number, instrument: string, at: number): FeedSignal => ({
  kind: 'session',
  instrument,
  isRest: false,
  at,
  session: { ...session, closeAt },
  nextOpenAt: session.openAt + 24 * hour,
  overnightAllowed: true,
})
