import { FuturesFill, FuturesLeverage, FuturesOrder, FuturesPosition } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import type { FillRow, OrderRow, PositionRow } from '../types.ts'
import { perpetual } from './testing.ts'
import {
  exitsOf,
  futuresCrossWire,
  futuresFillWire,
  futuresLeverageWire,
  futuresOptionWire,
  futuresOrderWire,
  futuresPositionWire,
} from './wire.ts'

const option = perpetual()

const order: OrderRow = {
  siteId: 1,
  id: 70,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 0,
  side: 'LONG',
  marketType: 'LIMIT',
  qty: 150,
  price: 600_005,
  triggerPrice: null,
  triggerKind: null,
  triggerDirection: null,
  ticks: null,
  isReduceOnly: false,
  positionId: null,
  takeProfit: 650_000,
  stopLoss: null,
  isMarkTp: true,
  isMarkSl: false,
  leverage: 10,
  marginType: 'ISOLATED',
  tolerancePpm: 5_000,
  isUncovered: false,
  basePrice: null,
  executeAt: null,
  expiresAt: null,
  status: 'PARTIALLY_FILLED',
  filledQty: 100,
  filledQuote: 600_000_500_000n, // 0.1 at 60,000.05
  fee: 240_000_200n,
  reason: null,
  origin: 'MEMBER',
  acceptedAt: 1_000,
  triggeredAt: null,
  closedAt: null,
}

const position: PositionRow = {
  siteId: 1,
  id: 80,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 0,
  followId: null,
  leadLot: null,
  owedClose: 0,
  owedBy: null,
  otherPnl: 0n,
  side: 'SHORT',
  qty: -100,
  entryQuote: -600_000_500_000n,
  leverage: 10,
  marginType: 'ISOLATED',
  margin: 60_000_050_000n,
  fundingIndex: 0n,
  fundingFee: -1_000n,
  fee: 240_000_200n,
  realizedPnl: 0n,
  maxQty: 100,
  growth: null,
  changedAt: 1_000,
  openedQuote: 600_000_500_000n,
  closedQty: 0,
  closedQuote: 0n,
  isWarned: false,
  overnight: null,
  fxRate: null,
  tradingDay: null,
  openedAt: 1_000,
  closedAt: null,
  closeReason: null,
}

const none = { takeProfit: null, stopLoss: null }

describe('an option', () => {
  it('shows its steps as decimals, its rates as fractions and its stops in percent', () => {
    expect(futuresOptionWire(option, { futuresWarnPpm: 750_000 })).toMatchObject({
      tickSize: '0.1',
      stepSize: '0.001',
      minQty: '0.001',
      minNotional: '5',
      maxLeverage: 100,
      makerFee: '0.0004',
      takerFee: '0.0004',
      liquidationFee: '0.005',
      priceBandPct: '10',
      marketStopPct: '1',
      closeStopPct: '5',
      maxFunding: '0.01',
      defaultLeverage: 10,
      entryRatioPct: '80',
      warnRatioPct: '75',
    })
    expect(futuresOptionWire(option, { futuresWarnPpm: 750_000 }).brackets[1]).toEqual({
      notional: '250000',
      maxLeverage: 75,
      mmr: '0.005',
      cum: '50',
    })
  })
})

describe('an order', () => {
  it('shows what filled at its average price', () => {
    const wire = futuresOrderWire(order, option)
    expect(FuturesOrder.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({
      qty: '0.150',
      price: '60000.5',
      filledQty: '0.100',
      avgPrice: '60000.0',
      fee: '2.400002',
    })
    expect(wire).toMatchObject({ takeProfit: '65000.0', stopLoss: null, isMarkTp: true, tolerance: '0.5' })
  })

  it('that closes a whole position has no quantity, and no price before it filled', () => {
    const exit = { ...order, marketType: 'STOPLOSS', qty: null, price: null, filledQty: 0, filledQuote: 0n } as const
    expect(futuresOrderWire({ ...exit, triggerPrice: 550_000, triggerKind: 'mark' }, option)).toMatchObject({
      qty: null,
      price: null,
      avgPrice: null,
      triggerPrice: '55000.0',
      isMark: true,
    })
  })
})

describe('a fill', () => {
  const fill: FillRow = {
    siteId: 1,
    id: 90,
    book: 'futures',
    orderId: 70,
    fanOutId: null,
    positionId: 80,
    optionId: 1,
    memberId: 7,
    lot: 0,
    side: 'LONG',
    marketType: 'MARKET',
    qty: 100,
    quote: 600_002_000_000n,
    fee: 240_000_800n,
    realizedPnl: 0n,
    isClose: false,
    isMaker: false,
    best: 600_000,
    mark: 599_990,
    bookU: 12,
    bookTs: 1_150,
    fxRate: null,
    tradingDay: null,
    at: 1_160,
    wall: 1_160,
  }

  it('tells slippage from the best quote that it met, positive where it cost the member', () => {
    const bought = futuresFillWire(fill, option)
    expect(FuturesFill.parse(bought)).toEqual(bought)
    expect(bought).toMatchObject({ price: '60000.2', best: '60000.0', slippage: '0.2', bookId: 12 })
    expect(futuresFillWire({ ...fill, side: 'SHORT' }, option).slippage).toBe('-0.2')
    expect(futuresFillWire({ ...fill, side: 'SHORT', quote: 599_990_000_000n }, option).slippage).toBe('1.0')
  })
})

describe('a position', () => {
  it('shows the average of what is open, and its exact notional beside it', () => {
    const exits = exitsOf(80, [
      { ...order, positionId: 80, marketType: 'STOPLOSS', triggerPrice: 620_000, triggerKind: 'last' },
      { ...order, positionId: 80, marketType: 'TAKEPROFIT', triggerPrice: 550_000, triggerKind: 'mark' },
      { ...order, positionId: 81, marketType: 'STOPLOSS', triggerPrice: 1, triggerKind: 'mark' },
    ])
    const wire = futuresPositionWire(position, option, exits, 657_370)
    expect(FuturesPosition.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({
      side: 'SHORT',
      status: 'OPEN',
      qty: '0.100',
      entryPrice: '60000.0',
      entryNotional: '6000.005',
      margin: '600.0005',
      liquidPrice: '65737.0',
      takeProfit: '55000.0',
      isMarkTp: true,
      stopLoss: '62000.0',
      isMarkSl: false,
      fundingFee: '-0.00001',
      roe: null,
    })
  })

  it('of cross margin shows the initial margin of its entry', () => {
    const cross = { ...position, marginType: 'CROSS', margin: 0n } as const
    expect(futuresPositionWire(cross, option, none, null)).toMatchObject({ margin: '600.0005', liquidPrice: null })
  })

  it('that is closed keeps its side, both averages and its return after fees on the margin of what it opened', () => {
    const closed: PositionRow = {
      ...position,
      qty: 0,
      entryQuote: 0n,
      closedQty: 100,
      closedQuote: 594_000_000_000n,
      realizedPnl: 6_000_500_000n,
      fee: 480_000_000n,
      fundingFee: -20_500_000n,
      closedAt: 9_000,
      closeReason: 'MEMBER',
    }
    const wire = futuresPositionWire(closed, option, none, 657_370)
    expect(FuturesPosition.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({
      status: 'CLOSED',
      side: 'SHORT',
      qty: '0.000',
      entryPrice: '60000.0',
      closePrice: '59400.0',
      realizedPnl: '60.005',
      roe: '9.16', // 60.005 − 4.8 − 0.205 of 600.0005
      liquidPrice: null,
    })
    expect(futuresPositionWire({ ...closed, closeReason: 'LIQUIDATION' }, option, none, null).status).toBe('LIQUIDATED')
    // Against the member: a loss is not rounded to less than it is.
    expect(futuresPositionWire({ ...closed, realizedPnl: -1n, fee: 0n, fundingFee: 0n }, option, none, null).roe).toBe(
      '-0.01',
    )
  })
})

it('leverage and the cross account are shown as they are', () => {
  const leverage = futuresLeverageWire({ leverage: 20, marginType: 'CROSS', maxLeverage: 100 }, option)
  expect(FuturesLeverage.parse(leverage)).toEqual({
    futuresOptionId: 1,
    stock: 'CR_BTCUSDTPERP',
    leverage: 20,
    marginType: 'CROSS',
    maxLeverage: 100,
  })
  expect(
    futuresCrossWire({
      posted: 1_000_000_000n,
      reserved: 100_000_000n,
      playerPoint: 900_000_000n,
      markPnl: -50_000_000n,
      isolatedPnl: 25_000_000n,
      minusFundingFee: -1n,
      available: 849_999_999n,
    }),
  ).toEqual({
    posted: '10',
    gameWaitPoint: '1',
    playerPoint: '9',
    markPnl: '-0.5',
    isolatedPnl: '0.25',
    minusFundingFee: '-0.00000001',
    available: '8.49999999',
  })
})
