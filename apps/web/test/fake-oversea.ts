// The server's side of overseas futures for component tests: three contracts in a session with prices, and what the member has.
import type {
  DailyProfit,
  Overnight,
  OverseaCross,
  OverseaFill,
  OverseaOption,
  OverseaOrder,
  OverseaPosition,
} from '@maru/contract'
import type { BodyOf, EventOf } from '@maru/contract/client'
import type { FakeServer } from './fake-server.ts'
import { fillOf, optionsAt, orderOf } from './oversea-rows.ts'

export interface FakeOversea {
  options: OverseaOption[]
  positions: OverseaPosition[]
  /** Open ones. */
  orders: OverseaOrder[]
  cross: OverseaCross
  nights: Overnight[]
  fills: OverseaFill[]
  /** Orders that are over. */
  done: OverseaOrder[]
  days: DailyProfit[]
  /** Last price in units, with best prices one tick around it and a book of ten levels. */
  setLast(units: number, optionId?: number): void
  /** No price of EUR/USD comes any more, and the page hears of it. */
  pause(): void
  /** A contract comes to rest, or opens again. */
  setRest(optionId: number, isRest: boolean): void
  /** Staff stop a contract that trades. */
  stop(optionId: number): void
  setCross(cross: Partial<OverseaCross>): void
  /** The member cancels an open order. */
  cancel(id: number): OverseaOrder
  /** The position is new, another, or closed. */
  hold(position: OverseaPosition): void
  /** The member is told that his margin account is near the loss cut. */
  warn(position: EventData<'POSITION_WARN'>): void
  /** The loss cut closed a position. */
  liquidate(position: OverseaPosition, liquidation: EventData<'POSITION_LIQUID'>['liquidation']): void
  /** The core accepts an order. */
  place(order: OverseaOrder): OverseaOrder
  /** The last order that was accepted filled and left `position`. */
  fill(position: OverseaPosition, fill?: Partial<OverseaFill>): void
}

type EventData<E extends string> = Extract<EventOf<'/user/queue/oversea'>, { event: E }>['data']
type OrderBody = BodyOf<'POST /api/oversea/order'>

const pageOf = <Row>(content: Row[]) => ({
  content,
  page: 0,
  size: 100,
  totalElements: content.length,
  totalPages: Math.min(1, content.length),
})

/** Answers what the pages of overseas futures ask for; orders are accepted and wait. */
export function fakeOversea(server: FakeServer): FakeOversea {
  const queue = '/user/queue/oversea'
  let accepted: OverseaOrder | null = null
  const state: FakeOversea = {
    options: optionsAt(Date.now()),
    positions: [],
    orders: [],
    cross: { playerPoint: '10000000', lastPnl: '0', losscut: '0', warnAt: '0', playerGameWaitPoint: '0' },
    nights: [],
    fills: [],
    done: [],
    days: [],
    setLast(units, optionId = 1) {
      prices.set(optionId, units)
      const { stock } = optionOf(optionId)
      server.publish(`/topic/tick/${stock}`, 'TICK', tick(optionId))
      server.publish(`/topic/depth/${stock}`, 'DEPTH', depth(optionId))
      server.publish('/topic/oversea', 'INFO', [rowOf(optionOf(optionId))])
    },
    pause() {
      change(1, { feed: 'stale' })
      server.publish(`/topic/tick/${optionOf(1).stock}`, 'TICK', tick(1))
    },
    setRest(optionId, isRest) {
      change(optionId, { isRest })
      server.publish('/topic/oversea', 'INFO', [rowOf(optionOf(optionId))])
      if (isRest) tellClosed(optionId)
    },
    stop(optionId) {
      change(optionId, { isStop: true })
      tellClosed(optionId)
    },
    setCross(cross) {
      state.cross = { ...state.cross, ...cross }
      server.publish('/user/queue/oversea_cross', 'CROSS', state.cross)
    },
    cancel(id) {
      const order = state.orders.find((one) => one.id === id)!
      const canceled: OverseaOrder = { ...order, status: 'CANCELED', reason: 'MEMBER', closedAt: Date.now() }
      end(canceled)
      server.publish(queue, 'ORDER_CANCEL', { ...canceled, fills: [] })
      return canceled
    },
    hold(position) {
      const isKnown = state.positions.some(({ id }) => id === position.id)
      const others = state.positions.filter(({ id }) => id !== position.id)
      const isOpen = position.status === 'OPEN'
      state.positions = isOpen ? [position, ...others] : others
      const event = isOpen ? (isKnown ? 'POSITION_UPDATE' : 'POSITION_OPEN') : 'POSITION_CLOSE'
      server.publish(queue, event, { ...position, marketType: accepted?.marketType ?? null })
    },
    warn(position) {
      server.publish(queue, 'POSITION_WARN', position)
    },
    liquidate(position, liquidation) {
      state.hold(position)
      server.publish(queue, 'POSITION_LIQUID', { ...position, marketType: 'LIQUIDATION', liquidation })
    },
    place(order) {
      accepted = order
      state.orders = [order, ...state.orders]
      server.publish(queue, 'ORDER_SUCCESS', { ...order, fills: [] })
      return order
    },
    fill(position, given = {}) {
      if (accepted === null) throw new Error('no order was accepted')
      const fill = fillOf(accepted, { overseaPositionId: position.id, ...given })
      const filled: OverseaOrder = {
        ...accepted,
        overseaPositionId: position.id,
        status: 'FILLED',
        filledCount: fill.count,
        avgPrice: fill.price,
        fee: fill.fee,
        closedAt: Date.now(),
      }
      state.fills = [fill, ...state.fills]
      end(filled)
      server.publish(queue, 'ORDER_FILLED', { ...filled, fills: [fill] })
      state.hold(position)
      accepted = null
    },
  }
  const prices = new Map([
    [1, 110_000],
    [2, 195_000],
    [3, 250_000],
  ])
  let books = 0
  const optionOf = (optionId: number) => state.options.find(({ id }) => id === optionId)!
  const tellClosed = (optionId: number) => {
    const { stock, koName } = optionOf(optionId)
    const data = { overseaOptionId: optionId, stock, koName, at: Date.now(), openAt: null }
    server.publish(queue, 'OVERSEA_OPTION_CLOSE', data)
  }
  const change = (optionId: number, changed: Partial<OverseaOption>) => {
    state.options = state.options.map((option) => (option.id === optionId ? { ...option, ...changed } : option))
  }
  /** A price of a contract, so many ticks from its last one. */
  const price = ({ id, precision }: OverseaOption, ticks = 0) =>
    ((prices.get(id)! + 10 * ticks) / 10 ** precision).toFixed(precision)
  const tick = (optionId: number) => {
    const option = optionOf(optionId)
    const last = price(option)
    return { last, mark: last, bid: price(option, -1), ask: price(option, 1), ts: Date.now(), feed: option.feed }
  }
  const depth = (optionId: number) => {
    const levels = (side: 1 | -1) =>
      Array.from({ length: 10 }, (_, place): [string, string] => [price(optionOf(optionId), side * (place + 1)), '10'])
    return { bids: levels(-1), asks: levels(1), ts: Date.now(), u: ++books }
  }
  const rowOf = (option: OverseaOption) => {
    const { id, stock, isRest, feed } = option
    return { id, stock, lastPrice: price(option), priceChangePercent: '0.00', rateChange: '0.00', isRest, feed }
  }
  const end = (order: OverseaOrder) => {
    state.orders = state.orders.filter(({ id }) => id !== order.id)
    state.done = [order, ...state.done]
  }
  const changed = (id: number | string, changes: Partial<OverseaPosition>) => {
    const position = { ...state.positions.find((one) => one.id === Number(id))!, ...changes }
    state.hold(position)
    return position
  }

  server.reply('GET /api/oversea/option/list', () => state.options)
  server.reply('GET /api/oversea/option/exist_option', () => state.options.some(({ isRest }) => !isRest))
  server.reply('GET /api/oversea/history/open_position', () => state.positions)
  server.reply('GET /api/oversea/history/open_order', () => state.orders)
  server.reply('GET /api/oversea/cross', () => state.cross)
  server.reply('GET /api/oversea/overnight', () => state.nights)
  server.reply('GET /api/oversea/history/fill', ({ query: { orderId, resultType } }) => {
    const fills = state.fills.filter(
      ({ overseaOrderId }) => orderId === undefined || String(overseaOrderId) === orderId,
    )
    return resultType === 'List' ? fills : pageOf(fills)
  })
  server.reply('GET /api/oversea/history/list', ({ query: { statusStrs } }) =>
    pageOf(state.done.filter(({ status }) => statusStrs === undefined || statusStrs.split(',').includes(status))),
  )
  server.reply('GET /api/oversea/history/daily_profit', () => state.days)
  server.reply('POST /api/oversea/order', ({ body }) =>
    state.place(orderOfBody(body, optionOf(Number(body.overseaOptionId)))),
  )
  server.reply('POST /api/oversea/order/cancel', ({ body }) => state.cancel(Number(body.id)))
  server.reply('POST /api/oversea/order/cancel_all', () => {
    const ids = state.orders.map(({ id }) => id)
    for (const id of ids) state.cancel(id)
    return { count: ids.length, ids }
  })
  server.reply('POST /api/oversea/order/tpsl', ({ body: { overseaPositionId, tpTick, slTick } }) =>
    changed(overseaPositionId, {
      ...(tpTick !== undefined && { tpTick: Number(tpTick) }),
      ...(slTick !== undefined && { slTick: Number(slTick) }),
    }),
  )
  server.reply('POST /api/oversea/order/delete-tpsl', ({ body: { id, value } }) =>
    changed(id, value === 'TP' ? { tpTick: null } : { slTick: null }),
  )
  server.reply('POST /api/oversea/overnight', ({ body: { overseaPositionId, isActive } }) => {
    state.nights = state.nights.map((night) =>
      night.overseaPositionId === Number(overseaPositionId) ? { ...night, isActive } : night,
    )
    return changed(overseaPositionId, { isActive })
  })
  server.reply('GET /api/trade/ticker_statistics', () =>
    Object.fromEntries(
      state.options.map((option) => {
        const last = price(option)
        const day = { lastPrice: last, priceChangePercent: '0.00', rateChange: '0.00', high: last, low: last }
        return [option.stock, { ...day, volume: '9' }]
      }),
    ),
  )
  // The candle of now has a range, which the chart's scale follows.
  server.reply('GET /api/stock/chart_page', ({ query: { stock } }) => {
    const option = state.options.find((one) => one.stock === stock)!
    const at = Math.floor(Date.now() / 900_000) * 900_000
    const last = price(option)
    return { content: [[at, last, price(option, 40), price(option, -40), last, '11', 0]], nextEndTime: null }
  })
  for (const { id, stock } of state.options) {
    server.snapshot(`/topic/tick/${stock}`, () => tick(id))
    server.snapshot(`/topic/depth/${stock}`, () => depth(id))
  }
  server.snapshot('/topic/oversea', () => state.options.map(rowOf))
  server.snapshot(queue, () => ({ orders: state.orders, positions: state.positions }))
  server.snapshot('/user/queue/oversea_cross', () => state.cross)
  return state
}

/** An order as the core accepts it, with prices that have all decimals. */
function orderOfBody(body: OrderBody, { id, stock, koName, precision }: OverseaOption): OverseaOrder {
  const exact = (price: unknown) => (price === undefined ? null : Number(price).toFixed(precision))
  return orderOf({
    overseaOptionId: id,
    stock,
    koName,
    tradeType: body.tradeType,
    marketType: body.marketType,
    count: Number(body.count),
    price: exact(body.price),
    triggerPrice: exact(body.triggerPrice),
    tpTick: body.tpTick === undefined ? null : Number(body.tpTick),
    slTick: body.slTick === undefined ? null : Number(body.slTick),
    isReduceOnly: body.isReduceOnly ?? false,
  })
}
