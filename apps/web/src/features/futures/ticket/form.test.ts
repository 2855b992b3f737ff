import { formatUnits, majorBrackets, quoteScale } from '@maru/positions'
import { describe, expect, test } from 'vitest'
import {
  emptyInputs,
  errors,
  maxOf,
  reduce,
  shareOf,
  summarise,
  type TicketHolder,
  type TicketInputs,
  type TicketPrices,
} from './form.ts'
import { orderBody } from './order-body.ts'

const usdt = (amount: number) => BigInt(Math.round(amount * 100)) * 1_000_000n
const terms = {
  scale: quoteScale(1, 3),
  tick: 1,
  step: 1,
  minQty: 1,
  minNotional: usdt(5),
  brackets: majorBrackets,
  reservePpm: 800,
  takerPpm: 400,
  bandPpm: 100_000,
  maxOpenOrders: 50,
  entryRatioPpm: 800_000,
}
const holder: TicketHolder = {
  terms,
  leverage: 10,
  maxLeverage: 100,
  marginType: 'ISOLATED',
  available: usdt(10_000),
  position: { qty: 0, entryQuote: 0n },
  margin: 0n,
  liquidation: null,
  collateral: usdt(10_000),
  orders: [],
}
const prices: TicketPrices = {
  feed: 'live',
  last: 600_000,
  mark: 600_000,
  asks: [
    [600_010, 100],
    [600_020, 100],
  ],
  bids: [
    [599_990, 100],
    [599_980, 100],
  ],
}
const inputs = (given: Partial<TicketInputs> = {}): TicketInputs => ({
  ...emptyInputs('LIMIT', '60000.0'),
  qty: '0.100',
  ...given,
})
/** Long 0.1 at 60,000 with its margin of 600. */
const long: TicketHolder = {
  ...holder,
  position: { qty: 100, entryQuote: usdt(6_000) },
  margin: usdt(600),
  liquidation: 542_168,
}
const codes = (side: 'LONG' | 'SHORT', given: TicketInputs, of = holder, at = prices) =>
  errors(side, given, of, at).map(({ code }) => code)

describe('the summary', () => {
  test('cost is margin, fee reserve of both sides and the loss against the mark', () => {
    const at = summarise(inputs(), holder, prices)
    expect(formatUnits(at.LONG.cost, 8)).toBe('604.80000000')
    expect(at.SHORT.cost).toBe(at.LONG.cost)
    // Sold 10 below the mark, 0.1 loses 1 at once.
    expect(summarise(inputs({ price: '59990.0' }), holder, prices).SHORT.cost).toBe(
      usdt(599.9) + usdt(4.8) - 80_000n + usdt(1),
    )
  })
  test('liquidation prices are those of the rules for 0.1 at 60,000 with 10x', () => {
    const { LONG, SHORT } = summarise(inputs(), holder, prices)
    expect(LONG.after.liquidation).toBe(542_168)
    expect(SHORT.after.liquidation).toBe(657_371)
    expect(LONG.before.liquidation).toBeNull()
    expect(LONG.after.margin).toBe(usdt(600))
    expect(LONG.after.available).toBe(usdt(10_000) - LONG.cost)
  })
  test('a cross position stands on the whole account', () => {
    const { LONG } = summarise(inputs(), { ...holder, marginType: 'CROSS' }, prices)
    expect(LONG.after.liquidation).toBeNull()
    expect(
      summarise(inputs(), { ...holder, marginType: 'CROSS', collateral: usdt(600) }, prices).LONG.after,
    ).toMatchObject({ liquidation: 542_168, margin: usdt(600) })
  })
  test('a market order meets the book level by level, and says its slippage', () => {
    const { LONG, SHORT } = summarise(inputs({ type: 'MARKET', qty: '0.200' }), holder, prices)
    expect(LONG.price).toBe(600_015)
    expect(SHORT.price).toBe(599_985)
    // 0.1 at 1 above the best of 60,001: half of 16.7 ppm, rounded up.
    expect(LONG.slippagePpm).toBe(9)
    expect(LONG.after.position).toEqual({ qty: 200, entryQuote: usdt(12_000.3) })
  })
  test('the largest order is what money and bracket allow, and what closes the other side', () => {
    const { LONG, SHORT } = summarise(inputs(), holder, prices)
    expect(LONG.max).toBe(1653)
    expect(LONG.max).toBe(SHORT.max)
    const held = summarise(inputs(), { ...long, available: 0n }, prices)
    expect([held.LONG.max, held.SHORT.max]).toEqual([0, 100])
  })
  test('what is closed costs nothing and gives its margin back with the result', () => {
    const given = inputs({ price: '61000.0' })
    const { cost, after } = summarise(given, long, { ...prices, mark: 610_000 }).SHORT
    expect(cost).toBe(0n)
    expect(after.position.qty).toBe(0)
    expect(after.liquidation).toBeNull()
    expect(after.available).toBe(usdt(10_000) + usdt(600) + usdt(100) - 244_000_000n)
  })
  test('an order beyond the position turns it round', () => {
    const { after } = summarise(inputs({ qty: '0.300' }), long, prices).SHORT
    expect(after.position).toEqual({ qty: -200, entryQuote: usdt(-12_000) })
    expect(after.margin).toBe(usdt(1_200))
  })
  test('take profit and stop loss say the result of the position that the order leaves', () => {
    const given = inputs({ exits: true, takeProfit: '61000.0', stopLoss: '59000.0' })
    expect(summarise(given, holder, prices).LONG).toMatchObject({
      takeProfitPnl: usdt(100),
      stopLossPnl: usdt(-100),
    })
  })
  test('nothing is known before the first price', () => {
    const waiting: TicketPrices = { feed: 'waiting', last: null, mark: null, asks: [], bids: [] }
    expect(summarise(inputs({ type: 'MARKET' }), holder, waiting).LONG).toMatchObject({
      max: 0,
      cost: 0n,
      price: null,
    })
  })
})

describe('the share of what may be ordered', () => {
  test('is cut to whole steps, and nothing below the smallest order', () => {
    expect(shareOf(1653, 25, terms)).toBe('0.413')
    expect(shareOf(1653, 100, terms)).toBe('1.653')
    expect(shareOf(3, 25, terms)).toBe('')
  })
  test('counts what both sides may have, and of a reduction what is held', () => {
    const summary = summarise(inputs(), long, prices)
    expect(maxOf(summary, inputs(), long)).toBe(Math.min(summary.LONG.max, summary.SHORT.max))
    expect(maxOf(summary, inputs({ isReduceOnly: true }), long)).toBe(100)
  })
})

describe('what cannot be sent', () => {
  test('fields that are empty or off the grid, whatever the market does', () => {
    const stale = { ...prices, feed: 'stale' } as const
    expect(codes('LONG', inputs({ price: '', qty: '' }), holder, stale)).toEqual(['PRICE_MISSING', 'QTY_MISSING'])
    expect(codes('LONG', inputs({ type: 'STOPLIMIT' }))).toEqual(['TRIGGER_MISSING'])
    const coarse = { ...holder, terms: { ...terms, tick: 5, step: 10 } }
    expect(errors('LONG', inputs({ price: '60000.1', qty: '0.101' }), coarse, prices)).toEqual([
      { code: 'PRICE_TICK_INVALID', field: 'price', limit: '0.5' },
      { code: 'QTY_STEP_INVALID', field: 'qty', limit: '0.010' },
    ])
    expect(codes('LONG', inputs({ exits: true }))).toEqual(['EXITS_MISSING'])
  })
  test('openings on a silent feed; a close at the market waits for nothing', () => {
    const stale = { ...prices, feed: 'stale' } as const
    expect(codes('LONG', inputs(), holder, stale)).toEqual(['PRICE_FEED_STALE'])
    const close = inputs({ type: 'MARKET', isReduceOnly: true, qty: '0.001' })
    expect(codes('SHORT', close, { ...long, available: -1n }, stale)).toEqual([])
  })
  test('prices beyond the band, a trigger that is the price of now', () => {
    expect(codes('LONG', inputs({ price: '53999.9' }))).toEqual(['PRICE_OUT_OF_BAND'])
    expect(codes('LONG', inputs({ price: '54000.0' }))).toEqual([])
    expect(codes('LONG', inputs({ type: 'STOPMARKET', trigger: '60000.0' }))).toEqual(['TRIGGER_PRICE_INVALID'])
    expect(codes('LONG', inputs({ type: 'STOPMARKET', trigger: '60000.1' }))).toEqual([])
  })
  test('too small, too many, too large for the leverage, too dear', () => {
    const cheap = { ...prices, mark: 10_000, last: 10_000, asks: [], bids: [] }
    expect(codes('LONG', inputs({ price: '1000.0', qty: '0.004' }), holder, cheap)).toEqual(['ORDER_MIN_NOTIONAL'])
    const orders = Array.from({ length: 50 }, () => ({ side: 1, qty: 1, price: 600_000, mark: 600_000 }) as const)
    expect(codes('LONG', inputs(), { ...holder, orders })).toEqual(['ORDER_COUNT_EXCEEDED'])
    const rich = { ...holder, leverage: 100, available: usdt(1_000_000) }
    expect(codes('LONG', inputs({ qty: '0.900' }), rich)).toEqual(['LEVERAGE_MAX_QTY_EXCEEDED'])
    expect(codes('LONG', inputs({ qty: '1.654' }))).toEqual(['BALANCE_INSUFFICIENT'])
    expect(codes('LONG', inputs({ qty: '1.653' }))).toEqual([])
  })
  test('reductions without a position, on its own side, beyond it, or beside others', () => {
    const reduce = inputs({ isReduceOnly: true, price: '61000.0' })
    expect(codes('SHORT', reduce)).toEqual(['REDUCE_ONLY_NO_POSITION'])
    expect(codes('LONG', reduce, long)).toEqual(['REDUCE_ONLY_SAME_SIDE'])
    expect(codes('SHORT', { ...reduce, qty: '0.101' }, long)).toEqual(['REDUCE_ONLY_QTY_EXCEEDED'])
    const resting = { side: -1, qty: 1, price: 620_000, mark: 620_000, reduceOnly: true } as const
    expect(codes('SHORT', reduce, { ...long, orders: [resting] })).toEqual(['REDUCE_ONLY_CONFLICT'])
    expect(codes('SHORT', { ...reduce, qty: '0.099' }, { ...long, orders: [resting] })).toEqual([])
  })
  test('take profit and stop loss on the wrong side, and a stop loss beyond liquidation', () => {
    const exit = (takeProfit: string, stopLoss: string) => inputs({ exits: true, takeProfit, stopLoss })
    expect(codes('LONG', exit('59000.0', ''))).toEqual(['TAKE_PROFIT_WRONG_SIDE'])
    expect(codes('SHORT', exit('', '59000.0'))).toEqual(['STOP_LOSS_WRONG_SIDE'])
    expect(codes('LONG', exit('', '54216.8'))).toEqual(['STOP_LOSS_BEYOND_LIQUIDATION'])
    expect(codes('LONG', exit('61000.0', '54216.9'))).toEqual([])
  })
  test('a position that would have to be warned at once', () => {
    const fallen = { ...prices, mark: 542_180, last: 542_180, asks: [], bids: [] }
    const more = inputs({ price: '54218.0', qty: '0.001' })
    expect(codes('LONG', more, long, fallen)).toEqual(['ISOLATED_MARGIN_INSUFFICIENT'])
    expect(codes('LONG', more, { ...long, margin: usdt(700) }, fallen)).toEqual([])
  })
})

describe('figures of any size that a field may hold', () => {
  const types = ['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'] as const
  const figures = ['', '0', '0.001', '999999999999', '999999999999.999', '123456789012345', '9'.repeat(25)]
  test.each(types)('%s is summed up or refused', (type) => {
    for (const qty of figures)
      for (const at of figures)
        for (const of of [holder, long, { ...long, marginType: 'CROSS' } as const]) {
          const given = inputs({ type, qty, price: at, trigger: at, exits: true, takeProfit: at, stopLoss: at })
          for (const isReduceOnly of [false, true]) {
            summarise({ ...given, isReduceOnly }, of, prices)
            for (const side of ['LONG', 'SHORT'] as const) {
              const isHuge = qty.length > 11
              if (isHuge) expect(codes(side, { ...given, isReduceOnly }, of)).not.toEqual([])
            }
          }
        }
  })
})

describe('the inputs', () => {
  test('a typed quantity is no share any more', () => {
    const shared = reduce(inputs(), { kind: 'share', share: 50, qty: '0.826' })
    expect(shared).toMatchObject({ share: 50, qty: '0.826' })
    expect(reduce(shared, { kind: 'qty', value: '0.8' })).toMatchObject({ share: null, qty: '0.8' })
  })
  test('a reduction has no exits, and exits make no reduction', () => {
    const exits = reduce(inputs(), { kind: 'exits', on: true })
    const reducing = reduce(exits, { kind: 'isReduceOnly', on: true })
    expect(reducing).toMatchObject({ exits: false, isReduceOnly: true })
    expect(reduce(reducing, { kind: 'exits', on: true })).toMatchObject({ exits: true, isReduceOnly: false })
  })
  test('a touched price fills the field of the type that is open; an order at the market becomes a limit order', () => {
    const pick = (given: TicketInputs) => reduce(given, { kind: 'pick', value: '61000.5' })
    const stop = inputs({ type: 'STOPMARKET', trigger: '61000.5', price: '' })
    expect(pick({ ...stop, trigger: '1' })).toEqual(stop)
    const both = inputs({ type: 'STOPLIMIT', trigger: '61000.5', price: '61000.5' })
    expect(pick({ ...both, price: '' })).toEqual(both)
    expect(pick({ ...both, type: 'MARKET', price: '' })).toEqual({ ...both, type: 'LIMIT' })
  })
  test('an accepted order spends quantity and exits and keeps price and type', () => {
    const given = inputs({ exits: true, takeProfit: '61000.0', share: 25 })
    expect(reduce(given, { kind: 'accepted' })).toEqual(inputs({ qty: '' }))
  })
})

describe('the order', () => {
  test('carries what its type takes and nothing else', () => {
    const given = inputs({ trigger: '61000.0', isMark: true, exits: true, takeProfit: '62000.0' })
    expect(orderBody('LONG', given, 1, '0.5')).toEqual({
      futuresOptionId: 1,
      side: 'LONG',
      marketType: 'LIMIT',
      qty: '0.100',
      price: '60000.0',
      takeProfit: '62000.0',
      isMarkTp: false,
    })
    expect(orderBody('SHORT', { ...given, type: 'STOPMARKET', exits: false }, 1, '0.5')).toEqual({
      futuresOptionId: 1,
      side: 'SHORT',
      marketType: 'STOPMARKET',
      qty: '0.100',
      triggerPrice: '61000.0',
      isMark: true,
      tolerance: '0.5',
    })
  })
  test('names no tolerance when it closes', () => {
    expect(orderBody('SHORT', inputs({ type: 'MARKET', isReduceOnly: true }), 1, '0.1')).toEqual({
      futuresOptionId: 1,
      side: 'SHORT',
      marketType: 'MARKET',
      qty: '0.100',
      isReduceOnly: true,
    })
  })
})
