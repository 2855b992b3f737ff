import { byMember, byStaff, bySystem, type FeedSignal, type OverseaOption } from '@maru/core'
import { demoOverseaOptions } from '../../../apps/server/src/seed/index.ts'
import { marketInstruments } from '../../../packages/market/src/index.ts'
import { clockStart, siteId } from './house.ts'
import { bookAround, keyOf, type Playbook } from './playbook.ts'

const hour = 3_600_000
/** The trading day in whose session a bench runs: it opened four hours ago. */
const session = { tradingDay: '2026-01-05', openAt: clockStart - 4 * hour, closeAt: clockStart + 19 * hour }

/** Contracts as they are shipped, the delay of execution among their numbers; the second takes the first's prices and terms. */
const [euro, other] = demoOverseaOptions(siteId, marketInstruments, 'real') as [OverseaOption, OverseaOption]
const markets: readonly [OverseaOption, OverseaOption] = [
  euro,
  { ...euro, id: other.id, instrument: other.instrument, stock: other.stock },
]

/** Overseas futures in the middle of a session: EUR/USD, and GBP/AUD at the same price. */
export const contracts: Playbook = {
  queue: 'oversea',
  wallet: { type: 'BINARY', currency: 'KRW' },
  instruments: [markets[0].instrument, markets[1].instrument],
  startPrice: 110_000,
  execDelayMs: euro.execDelayMs,
  options: { futuresOptions: [], overseaOptions: markets },
  configure: markets.map((option) => ({ kind: 'configureOversea', ...byStaff(siteId, 9, 'a bench'), option })),
  signals: (at) => [
    { kind: 'rate', pair: 'USDKRW', rate: 140_000, source: 'bench', sourceTs: at, recvTs: at },
    ...markets.flatMap(({ instrument }): FeedSignal[] => [
      { kind: 'feed', instrument, state: 'live', at },
      sessionUntil(session.closeAt, instrument, at),
    ]),
  ],
  quotes: (instrument, price, at) => [bookAround(instrument, [price - 5, price + 5], 1, at)],
  opening: (memberId) => ({
    kind: 'openMember',
    ...bySystem(siteId),
    memberId,
    grants: [{ type: 'BINARY', currency: 'KRW', amount: 100_000_000n }],
  }),
  order: (memberId, side, market = 'moved') => ({
    kind: 'placeOversea',
    ...byMember({ siteId, memberId }, keyOf('POST /api/oversea/order')),
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
