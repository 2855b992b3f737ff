import { entryPriceText, type Position, quoteOf } from '@maru/positions'
import { describe, expect, test } from 'vitest'
import { errors } from './faults.ts'
import {
  closeOf,
  draftOf,
  emptyInputs,
  limitAt,
  reduce,
  type TicketHolder,
  type TicketInputs,
  type TicketMarket,
} from './inputs.ts'
import { orderBody } from './order-body.ts'
import { summarise } from './summary.ts'
import { draft, eur, inputs, open, rich } from './testing.ts'
import { stageOf } from './use-ticket.ts'

const held = (qty: number, price: number): Position => ({ qty, entryQuote: quoteOf(price, qty, eur.scale) })
const codes = (...given: Parameters<typeof errors>) => errors(...given).map(({ code }) => code)
const long: TicketHolder = { ...rich, position: held(2, 110_000) }

describe('the summary', () => {
  test('margin and fee are won at the session’s rate, of what opens', () => {
    const { LONG, SHORT, fee, tickValue } = summarise(inputs({ count: '3' }), rich, open)
    expect(LONG).toMatchObject({ margin: 1_680_000n, reservedFee: 4_200n, left: 100_000_000n - 1_684_200n })
    expect(SHORT.margin).toBe(LONG.margin)
    expect([fee, tickValue]).toEqual([4_200n, 1_750n])
    const beside = summarise(inputs({ count: '3' }), long, open)
    // Two of the three close.
    expect(beside.SHORT).toMatchObject({ margin: 560_000n, reservedFee: 1_400n, after: held(-1, 110_000) })
    expect(beside.LONG.margin).toBe(1_680_000n)
    expect(beside.fee).toBe(4_200n)
  })
  test('ticks are won on the order’s contracts: a profit is floored, a loss ceiled', () => {
    const odd = { ...rich, terms: { ...eur, rate: 140_025n } }
    const given = inputs({ count: '3', takeProfit: true, stopLoss: true, tpTick: '4', slTick: '4' })
    // 4 × 3 × 1.25 × 1,400.25 = 21,003.75
    expect(summarise(given, odd, open)).toMatchObject({ takeProfit: 21_003n, stopLoss: -21_004n })
    expect(summarise({ ...given, stopLoss: false, tpTick: '0' }, odd, open)).toMatchObject({
      takeProfit: null,
      stopLoss: null,
    })
  })
  test('take profit and stop loss say the result of the whole position that the order leaves', () => {
    const given = inputs({ type: 'MARKET', count: '1', takeProfit: true, stopLoss: true })
    const { LONG, SHORT } = summarise(given, long, open)
    expect(LONG).toMatchObject({ takeProfitPnl: 52_500n, stopLossPnl: -52_500n })
    expect(SHORT).toMatchObject({ takeProfitPnl: 17_500n, stopLossPnl: -17_500n })
  })
  test('a market order meets the best price, and each ten contracts cost a tick more', () => {
    const { LONG, SHORT } = summarise(inputs({ type: 'MARKET', count: '20' }), rich, open)
    expect(entryPriceText(LONG.fill!, eur.scale)).toBe('1.10015')
    expect(entryPriceText(SHORT.fill!, eur.scale)).toBe('1.09995')
    const blind: TicketMarket = { ...open, last: null, bid: null, ask: null }
    expect(summarise(inputs({ type: 'MARKET' }), rich, blind).LONG.fill).toBeNull()
  })
  test('the largest order is what contract, money and other orders allow; of both sides where both have one', () => {
    expect(summarise(inputs(), rich, open).max).toBe(30)
    const poor = { ...rich, available: 3n * 561_400n }
    expect(summarise(inputs(), poor, open).max).toBe(3)
    expect(summarise(inputs(), { ...poor, available: poor.available - 1n }, open).max).toBe(2)
    const broke = { ...long, available: -5n }
    const { LONG, SHORT, max } = summarise(inputs(), broke, open)
    expect([LONG.max, SHORT.max, max]).toEqual([0, 2, 2])
    const waiting = { ...rich, orders: [{ side: 'LONG', count: 28, isReduceOnly: false } as const] }
    expect(summarise(inputs(), waiting, open)).toMatchObject({ LONG: { max: 2 }, SHORT: { max: 2 } })
  })
  test('nothing that was typed breaks it', () => {
    for (const count of ['', '0', '-1', '1.5', '999999999999999', '31'])
      expect(summarise(inputs({ count, takeProfit: true, tpTick: '99999' }), rich, open)).toMatchObject({
        LONG: { fill: null },
        takeProfit: null,
      })
  })
})

describe('what cannot be sent', () => {
  test('empty fields come first, then what does not fit them', () => {
    expect(codes(draft({ count: '', price: '' }), rich, open)).toEqual(['COUNT_MISSING', 'PRICE_MISSING'])
    expect(codes(draft({ type: 'STOPLIMIT' }), rich, open)).toEqual(['TRIGGER_MISSING'])
    expect(codes(draft({ type: 'STOPMARKET', price: '' }), rich, open)).toEqual(['TRIGGER_MISSING'])
    expect(codes(draft({ takeProfit: true, tpTick: '', stopLoss: true, slTick: '1001' }), rich, open)).toEqual([
      'TICKS_MISSING',
      'TPSL_TICK_RANGE',
    ])
    expect(errors(draft({ price: '1.10005' }), rich, open)).toEqual([
      { code: 'PRICE_TICK_INVALID', field: 'price', limit: '0.00010' },
    ])
    for (const count of ['0', '-1', '1.5', 'x']) expect(codes(draft({ count }), rich, open)).toEqual(['COUNT_INVALID'])
    for (const tpTick of ['0', '1001', '1.5'])
      expect(codes(draft({ takeProfit: true, tpTick }), rich, open)).toEqual(['TPSL_TICK_RANGE'])
    // What is switched off may be anything.
    expect(codes(draft({ tpTick: '', slTick: '0' }), rich, open)).toEqual([])
  })
  test('a stock that is stopped or closed, and prices that are silent', () => {
    expect(codes(draft(), rich, { ...open, isStopped: true, isOpen: false })).toEqual(['OPTION_STOPPED'])
    expect(errors(draft(), rich, { ...open, isOpen: false })).toEqual([
      { code: 'STOCK_CLOSED', field: null, limit: '유로/달러' },
    ])
    expect(codes(draft(), rich, { ...open, feed: 'stale' })).toEqual(['PRICE_FEED_STALE'])
    // A close at the market waits for neither.
    const close = closeOf(long.position)!
    expect(codes(close, { ...long, available: -1n }, { ...open, feed: 'stale', isStopped: true })).toEqual([])
  })
  test('in the last minutes what opens, whatever the feed is', () => {
    const closing = { ...open, isClosing: true, feed: 'stale' } as const
    expect(codes(draft({ side: 'SHORT', count: '3' }), long, closing)).toEqual(['OVERSEA_CLOSE_ONLY'])
    expect(codes(draft({ side: 'LONG' }), long, closing)).toEqual(['OVERSEA_CLOSE_ONLY'])
    expect(codes(draft({ side: 'SHORT', count: '2', type: 'MARKET' }), long, closing)).toEqual([])
  })
  test('a trigger that is the price of now', () => {
    const at = { ...open, last: 110_000 }
    expect(codes(draft({ type: 'STOPMARKET', trigger: '1.1000' }), rich, at)).toEqual(['TRIGGER_PRICE_INVALID'])
    expect(codes(draft({ type: 'STOPMARKET', trigger: '1.1001' }), rich, at)).toEqual([])
  })
})

describe('the inputs', () => {
  const kept = { type: 'MARKET', count: 3, takeProfit: true, stopLoss: false, tpsl: { tp: 25, sl: 15 } } as const
  test('begin with what the member keeps, and never with one-touch', () => {
    expect(emptyInputs(kept, '1.1000')).toEqual({
      isTouch: false,
      type: 'MARKET',
      price: '1.1000',
      trigger: '',
      count: '3',
      takeProfit: true,
      stopLoss: false,
      tpTick: '25',
      slTick: '15',
    })
  })
  test('a touched price fills the field of the type that is open; an order at the market becomes a limit order', () => {
    const pick = (given: TicketInputs) => reduce(given, { kind: 'pick', value: '1.1005' })
    const stop = inputs({ type: 'STOPMARKET', trigger: '1.1005', price: '' })
    expect(pick({ ...stop, trigger: '1' })).toEqual(stop)
    const both = inputs({ type: 'STOPLIMIT', trigger: '1.1005', price: '1.1005' })
    expect(pick({ ...both, price: '' })).toEqual(both)
    expect(pick({ ...both, type: 'MARKET', price: '' })).toEqual({ ...both, type: 'LIMIT' })
  })
  test('steps of a count are whole', () => {
    expect(reduce(inputs(), { kind: 'count', value: '2.00' }).count).toBe('2')
    expect(reduce(inputs(), { kind: 'count', value: '1.5' }).count).toBe('1.5')
    expect(reduce(inputs(), { kind: 'slTick', value: '10.00' }).slTick).toBe('10')
    expect(reduce(inputs(), { kind: 'price', value: '1.10' }).price).toBe('1.10')
  })
})

describe('the order', () => {
  test('carries what its type takes and nothing else', () => {
    const given = inputs({ count: '2', trigger: '1.1010', takeProfit: true, tpTick: '20' })
    const sent = (type: typeof given.type) => orderBody(draftOf('LONG', { ...given, type }), 1)
    const body = { overseaOptionId: 1, tradeType: 'LONG', count: 2, tpTick: 20 }
    expect(sent('LIMIT')).toEqual({ ...body, marketType: 'LIMIT', price: '1.1000' })
    expect(sent('MARKET')).toEqual({ ...body, marketType: 'MARKET' })
    expect(sent('STOPMARKET')).toEqual({ ...body, marketType: 'STOPMARKET', triggerPrice: '1.1010' })
    expect(sent('STOPLIMIT')).toEqual({ ...body, marketType: 'STOPLIMIT', price: '1.1000', triggerPrice: '1.1010' })
  })
  test('of one touch is one at the market, of a level of the book a limit at its price', () => {
    const touch = inputs({ isTouch: true, type: 'STOPLIMIT', count: '5' })
    expect(orderBody(draftOf('SHORT', touch), 1)).toEqual({
      overseaOptionId: 1,
      tradeType: 'SHORT',
      marketType: 'MARKET',
      count: 5,
    })
    expect(orderBody(limitAt('LONG', '1.0995', touch), 1)).toEqual({
      overseaOptionId: 1,
      tradeType: 'LONG',
      marketType: 'LIMIT',
      count: 5,
      price: '1.0995',
    })
  })
  test('that closes a position is the other side, whole and only reduces', () => {
    expect(orderBody(closeOf(held(-3, 110_000))!, 1)).toEqual({
      overseaOptionId: 1,
      tradeType: 'LONG',
      marketType: 'MARKET',
      count: 3,
      isReduceOnly: true,
    })
    expect(closeOf(rich.position)).toBeNull()
  })
})

test('a session takes orders from its opening, closes alone in its last ten minutes, and nothing after', () => {
  const session = { tradingDay: '2026-11-18', openAt: 1_000_000, closeAt: 9_000_000 }
  const option = {
    isPlay: true,
    isStop: false,
    isRest: false,
    session,
    fxRate: '1400.00',
    koName: '금',
    closeOnlyLeadMs: 600_000,
  }
  const at = (now: number) => {
    const { isOpen, isClosing } = stageOf(option, now)
    return [isOpen, isClosing]
  }
  expect(at(999_999)).toEqual([false, false])
  expect(at(1_000_000)).toEqual([true, false])
  expect(at(8_399_999)).toEqual([true, false])
  expect(at(8_400_000)).toEqual([true, true])
  expect(at(9_000_000)).toEqual([false, true])
  for (const shut of [{ isRest: true }, { session: null }, { fxRate: null }])
    expect(stageOf({ ...option, ...shut }, 5_000_000).isOpen).toBe(false)
})
