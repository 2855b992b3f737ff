// Positions, orders and fills of BTCUSDT for component tests, with the figures that the core gives them.
import type {
  FuturesFill,
  FuturesOption,
  FuturesOrder,
  FuturesOrderBody,
  FuturesPosition,
  FuturesTransaction,
} from '@maru/contract'
import { heldOf, liquidationOf } from '../src/features/futures/held.ts'
import { moneyOf, termsOf } from '../src/features/futures/terms.ts'
import { priceOf } from '../src/trading/index.ts'

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

/** Also across pages: what was said of an order is remembered by its id. */
let ids = 100
export const nextId = (): number => ++ids

/** A long of 0.1 bought at the ask, a tick above the mark, with 10x, isolated, unless told otherwise. */
export function positionOf(given: Partial<FuturesPosition> = {}): FuturesPosition {
  const { id = nextId(), qty = '0.100', entryPrice = '60000.1', leverage = 10 } = given
  const notional = Number(qty) * Number(entryPrice)
  const position: FuturesPosition = {
    id,
    futuresPositionId: id,
    futuresOptionId: btc.id,
    stock: btc.stock,
    koName: btc.koName,
    side: 'LONG',
    status: 'OPEN',
    qty,
    maxQty: qty,
    entryPrice,
    entryNotional: usdt(notional),
    leverage,
    marginType: 'ISOLATED',
    // What the fill lost against the mark of 60,000 at once is part of it.
    margin: usdt(notional / leverage + Number(qty) * 0.1),
    liquidPrice: null,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    fundingFee: '0',
    fee: usdt(notional * 0.0004),
    realizedPnl: '0',
    closePrice: null,
    roe: null,
    isWarned: false,
    closeReason: null,
    createdAt: Date.now(),
    closedAt: null,
    ...given,
  }
  const isPriced = given.liquidPrice !== undefined || position.marginType === 'CROSS' || position.status !== 'OPEN'
  return isPriced ? position : { ...position, liquidPrice: liquidationOfIsolated(position) }
}

function liquidationOfIsolated(position: FuturesPosition): string | null {
  const terms = termsOf(btc)
  const units = liquidationOf(heldOf(position, terms), moneyOf(position.margin), terms)
  return units === null ? null : priceOf(units, btc.precision)
}

/** An open order: a buy of 0.05 at 59,900 unless told otherwise. */
export const orderOf = (given: Partial<FuturesOrder> = {}): FuturesOrder => ({
  id: nextId(),
  futuresOptionId: btc.id,
  futuresPositionId: null,
  stock: btc.stock,
  koName: btc.koName,
  side: 'LONG',
  marketType: 'LIMIT',
  qty: '0.050',
  price: '59900.0',
  triggerPrice: null,
  isMark: false,
  isReduceOnly: false,
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  tolerance: null,
  status: 'NEW',
  filledQty: '0.000',
  avgPrice: null,
  fee: '0',
  leverage: 10,
  marginType: 'ISOLATED',
  reason: null,
  expiresAt: null,
  createdAt: Date.now(),
  triggeredAt: null,
  closedAt: null,
  ...given,
})

/** The order that the server makes of what the page sent. */
export function orderOfBody({ futuresOptionId, ...body }: FuturesOrderBody): FuturesOrder {
  const price = (value: unknown) => (value === undefined ? null : Number(value).toFixed(btc.precision))
  return orderOf({
    futuresOptionId: Number(futuresOptionId),
    side: body.side,
    marketType: body.marketType,
    qty: Number(body.qty).toFixed(btc.qtyPrecision),
    price: price(body.price),
    triggerPrice: price(body.triggerPrice),
    isMark: body.isMark ?? false,
    isReduceOnly: body.isReduceOnly ?? false,
    takeProfit: price(body.takeProfit),
    stopLoss: price(body.stopLoss),
    isMarkTp: body.isMarkTp ?? false,
    isMarkSl: body.isMarkSl ?? false,
    tolerance: body.tolerance === undefined ? null : String(body.tolerance),
  })
}

/** The whole of an order, filled at a price for its position. */
export function fillOf(order: FuturesOrder, price: string, given: Partial<FuturesFill> = {}): FuturesFill {
  const { id, futuresOptionId, futuresPositionId, stock, koName, side, marketType, qty } = order
  return {
    id: nextId(),
    futuresOrderId: id,
    futuresPositionId: futuresPositionId ?? 0,
    futuresOptionId,
    stock,
    koName,
    side,
    marketType,
    qty: qty ?? '0.100',
    price,
    best: price,
    slippage: '0.0',
    mark: null,
    bookId: 1,
    bookTs: Date.now(),
    isClose: false,
    isMaker: false,
    fee: usdt(Number(qty) * Number(price) * 0.0004),
    realizedPnl: '0',
    createdAt: Date.now(),
    ...given,
  }
}

export const transactionOf = (given: Partial<FuturesTransaction>): FuturesTransaction => ({
  id: nextId(),
  reason: 'FUTURES_PNL',
  futuresOptionId: btc.id,
  stock: btc.stock,
  amount: '0',
  currency: 'USDT',
  refId: null,
  createdAt: Date.now(),
  ...given,
})

/** An amount with as many decimals as it needs, up to eight. */
const usdt = (amount: number): string => String(Number(amount.toFixed(8)))
