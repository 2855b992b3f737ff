// The server's side of the futures page for component tests: BTCUSDT at 60,000 with a book of 20 levels, and what the member has.
import type { FuturesCross, FuturesLeverage, FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import type { FakeServer } from './fake-server.ts'

export const btc: FuturesOption = {
  id: 1,
  stock: 'CR_BTCUSDTPERP',
  koName: '비트코인',
  currency: 'USDT',
  isPlay: true,
  isStop: false,
  precision: 1,
  tickSize: '0.1',
  qtyPrecision: 3,
  stepSize: '0.001',
  minQty: '0.001',
  minNotional: '5',
  brackets: [
    { notional: '50000', maxLeverage: 100, mmr: '0.004', cum: '0' },
    { notional: '250000', maxLeverage: 75, mmr: '0.005', cum: '50' },
    { notional: '1000000', maxLeverage: 50, mmr: '0.01', cum: '1300' },
    { notional: '5000000', maxLeverage: 20, mmr: '0.025', cum: '16300' },
    { notional: '20000000', maxLeverage: 10, mmr: '0.05', cum: '141300' },
  ],
  maxLeverage: 100,
  makerFee: '0.0004',
  takerFee: '0.0004',
  liquidationFee: '0.005',
  priceBandPct: '10',
  marketStopPct: '1',
  closeStopPct: '5',
  execDelayMs: 150,
  maxOpenOrders: 50,
  defaultLeverage: 10,
  entryRatioPct: '80',
  warnRatioPct: '80',
  maxFunding: '0.01',
  lastPrice: '60000.0',
  priceChangePercent: '0.00',
  rateChange: '0.00',
  mark: '60000.0',
  fundingRate: '0.0001',
  nextFundingTime: Date.now() + 7_200_000,
  feed: 'live',
}

export interface FakeFutures {
  positions: FuturesPosition[]
  orders: FuturesOrder[]
  cross: FuturesCross
  leverage: FuturesLeverage
  /** Last price and mark, with a book one tick around them. */
  setMark(mark: number): void
  /** Tells the page of a change of `positions` or `orders`, as the server does after each. */
  changed(): void
  /** No price comes any more, and the page is told so. */
  pause(): void
}

/** Answers what the futures page asks for. */
export function fakeFutures(server: FakeServer): FakeFutures {
  let mark = 60_000
  let feed: FuturesOption['feed'] = 'live'
  const price = (value: number) => value.toFixed(1)
  const tick = () => ({
    last: price(mark),
    mark: price(mark),
    bid: price(mark - 0.1),
    ask: price(mark + 0.1),
    fundingRate: '0.0001',
    nextFundingTime: btc.nextFundingTime!,
    ts: Date.now(),
    feed,
  })
  let books = 0
  const depth = () => {
    const levels = (side: 1 | -1) =>
      Array.from({ length: 20 }, (_, place): [string, string] => [price(mark + side * 0.1 * (place + 1)), '100'])
    return { bids: levels(-1), asks: levels(1), ts: Date.now(), u: ++books }
  }
  const state: FakeFutures = {
    positions: [],
    orders: [],
    cross: {
      playerPoint: '10000',
      markPnl: '0',
      minusFundingFee: '0',
      available: '10000',
      posted: '10000',
      gameWaitPoint: '0',
    },
    leverage: { futuresOptionId: 1, stock: btc.stock, leverage: 10, marginType: 'ISOLATED', maxLeverage: 100 },
    setMark(next) {
      mark = next
      server.publish(`/topic/tick/${btc.stock}`, 'TICK', tick())
      server.publish(`/topic/depth/${btc.stock}`, 'DEPTH', depth())
    },
    changed() {
      server.publish('/user/queue/futures', 'SNAPSHOT', snapshot())
    },
    pause() {
      feed = 'stale'
      server.publish(`/topic/tick/${btc.stock}`, 'TICK', tick())
    },
  }
  const snapshot = () => ({ orders: state.orders, tpsl: [], positions: state.positions })
  server.reply('GET /api/futures/option/list', () => [btc])
  server.reply('GET /api/futures/history/open_position', () => state.positions)
  server.reply('GET /api/futures/history/open_order', () => state.orders)
  server.reply('GET /api/futures/cross', () => state.cross)
  server.reply('GET /api/futures/history/last_leverage', () => state.leverage)
  server.reply('GET /api/futures/history/fill', () => ({
    content: [],
    page: 0,
    size: 100,
    totalElements: 0,
    totalPages: 0,
  }))
  server.reply('GET /api/trade/ticker_statistics', () => ({
    [btc.stock]: {
      lastPrice: price(mark),
      priceChangePercent: '0.00',
      rateChange: '0.00',
      high: price(mark),
      low: price(mark),
      volume: '9.000',
    },
  }))
  server.reply('GET /api/stock/chart_page', () => ({
    content: [[Math.floor(Date.now() / 900_000) * 900_000, '60000.0', '60300.0', '59700.0', '60000.0', '11.000', 0]],
    nextEndTime: null,
  }))
  server.snapshot(`/topic/tick/${btc.stock}`, tick)
  server.snapshot(`/topic/depth/${btc.stock}`, depth)
  server.snapshot('/user/queue/futures', snapshot)
  server.snapshot('/user/queue/cross', () => state.cross)
  return state
}
