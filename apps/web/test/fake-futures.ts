// The server's side of the futures page for component tests: BTCUSDT at 60,000 with a book of 20 levels, and what the member has.
import type {
  FuturesCross,
  FuturesFill,
  FuturesLeverage,
  FuturesOption,
  FuturesOrder,
  FuturesPosition,
  FuturesTransaction,
} from '@maru/contract'
import type { FakeServer } from './fake-server.ts'
import { btc, fillOf, orderOfBody } from './futures-rows.ts'

export interface FakeFutures {
  positions: FuturesPosition[]
  orders: FuturesOrder[]
  cross: FuturesCross
  leverage: FuturesLeverage
  /** What is over, the newest first. */
  readonly history: {
    orders: FuturesOrder[]
    fills: FuturesFill[]
    positions: FuturesPosition[]
    transactions: FuturesTransaction[]
  }
  /** Last price and mark, with a book one tick around them. */
  setMark(mark: number): void
  /** Takes an order: the default reply to one. */
  accept(order: FuturesOrder): FuturesOrder
  /** Cancels an open order: the default reply to it. */
  cancel(id: number): FuturesOrder
  /** Fills an open order wholly; the position that it leaves is `position`, with the status that it then has. */
  fill(order: FuturesOrder, price: string, position: FuturesPosition): void
  /** Notifies the page of a position as it is now: kept while it is open. */
  setPosition(position: FuturesPosition): void
  /** No price comes any more, or they come again; the page is notified. */
  setFeed(feed: FuturesOption['feed']): void
}

/** Answers what the futures page asks for, and takes and cancels orders. */
export function fakeFutures(server: FakeServer): FakeFutures {
  const queue = '/user/queue/futures'
  const market = fakeMarket(server)
  const state: FakeFutures = {
    ...market,
    positions: [],
    orders: [],
    history: { orders: [], fills: [], positions: [], transactions: [] },
    cross: {
      playerPoint: '10000',
      markPnl: '0',
      isolatedPnl: '0',
      minusFundingFee: '0',
      available: '10000',
      posted: '10000',
      gameWaitPoint: '0',
    },
    leverage: { futuresOptionId: 1, stock: btc.stock, leverage: 10, marginType: 'ISOLATED', maxLeverage: 100 },
    accept(order) {
      state.orders = [...state.orders, order]
      server.publish(queue, 'ORDER_SUCCESS', { ...order, fills: [], tpsl: [] })
      return order
    },
    cancel(id) {
      const order = state.orders.find((one) => one.id === id)!
      const canceled: FuturesOrder = { ...order, status: 'CANCELED', reason: 'MEMBER', closedAt: Date.now() }
      state.orders = state.orders.filter((one) => one !== order)
      server.publish(queue, 'ORDER_CANCEL', { ...canceled, fills: [], tpsl: [] })
      return canceled
    },
    fill(order, price, position) {
      state.orders = state.orders.filter(({ id }) => id !== order.id)
      const isClose = position.status !== 'OPEN'
      const ofPosition = { futuresPositionId: position.id, isClose, realizedPnl: position.realizedPnl }
      const fill = fillOf(order, price, ofPosition)
      const filled: FuturesOrder = {
        ...order,
        futuresPositionId: position.id,
        status: 'FILLED',
        filledQty: fill.qty,
        avgPrice: price,
        fee: fill.fee,
        closedAt: Date.now(),
      }
      server.publish(queue, 'ORDER_FILLED', { ...filled, fills: [fill], tpsl: [] })
      const event = isClose ? 'POSITION_CLOSE' : 'POSITION_OPEN'
      keep(position)
      server.publish(queue, event, { ...position, marketType: order.marketType })
    },
    setPosition(position) {
      keep(position)
      server.publish(queue, 'POSITION_UPDATE', { ...position, marketType: null })
    },
  }
  const keep = (position: FuturesPosition) => {
    const others = state.positions.filter(({ id }) => id !== position.id)
    state.positions = position.status === 'OPEN' ? [position, ...others] : others
  }
  const snapshot = () => ({ orders: state.orders, tpsl: [], positions: state.positions })
  server.reply('GET /api/futures/history/open_position', () => state.positions)
  server.reply('GET /api/futures/history/open_order', () => state.orders)
  server.reply('GET /api/futures/cross', () => state.cross)
  server.reply('GET /api/futures/history/daily_profit', () => [])
  server.reply('GET /api/futures/history/last_leverage', () => state.leverage)
  server.reply('GET /api/futures/history/list', ({ query }) => pageOf(state.history.orders, query))
  server.reply('GET /api/futures/history/position', ({ query }) => pageOf(state.history.positions, query))
  server.reply('GET /api/futures/history/transaction', ({ query: { reasonStrs, ...query } }) =>
    pageOf(
      state.history.transactions.filter(({ reason }) => reasonStrs?.split(',').includes(reason) ?? true),
      query,
    ),
  )
  server.reply('GET /api/futures/history/fill', ({ query: { orderId, ...query } }) =>
    orderId === undefined
      ? pageOf(state.history.fills, query)
      : state.history.fills.filter(({ futuresOrderId }) => String(futuresOrderId) === orderId),
  )
  server.reply('POST /api/futures/order', ({ body }) => state.accept(orderOfBody(body)))
  server.reply('POST /api/futures/order/cancel', ({ body }) => state.cancel(Number(body.id)))
  server.snapshot(queue, snapshot)
  server.snapshot('/user/queue/cross', () => state.cross)
  return state
}

/** BTCUSDT with its prices and its candle of now. */
function fakeMarket(server: FakeServer): Pick<FakeFutures, 'setMark' | 'setFeed'> {
  let mark = 60_000
  let feed: FuturesOption['feed'] = 'live'
  let books = 0
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
  const depth = () => {
    const levels = (side: 1 | -1) =>
      Array.from({ length: 20 }, (_, place): [string, string] => [price(mark + side * 0.1 * (place + 1)), '100'])
    return { bids: levels(-1), asks: levels(1), ts: Date.now(), u: ++books }
  }
  server.reply('GET /api/futures/option/list', () => [btc])
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
  return {
    setMark(next) {
      mark = next
      server.publish(`/topic/tick/${btc.stock}`, 'TICK', tick())
      server.publish(`/topic/depth/${btc.stock}`, 'DEPTH', depth())
    },
    setFeed(next) {
      feed = next
      server.publish(`/topic/tick/${btc.stock}`, 'TICK', tick())
    },
  }
}

interface PageQuery {
  readonly page?: string | undefined
  readonly size?: string | undefined
}

/** The rows of one page of a list, as the server cuts them. */
export function pageOf<T>(rows: readonly T[], { page: given = '0', size: asked = '30' }: PageQuery = {}) {
  const [page, size] = [Number(given), Number(asked)]
  const content = rows.slice(page * size, (page + 1) * size)
  return { content, page, size, totalElements: rows.length, totalPages: Math.ceil(rows.length / size) }
}
