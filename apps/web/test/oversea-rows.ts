// Contracts, positions, orders and fills of overseas futures for component tests, with the figures that the server gives them.
import type { OverseaFill, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'

const hour = 3_600_000

/** In the middle of a session of 24 hours; a night can be applied for until half an hour before its end. */
export const sessionAt = (now: number) => ({
  session: { tradingDay: '2026-11-18', openAt: now - 6 * hour, closeAt: now + 18 * hour },
  overnightDeadlineAt: now + 17.5 * hour,
})

const terms = {
  currency: 'KRW',
  isPlay: true,
  isStop: false,
  isRest: false,
  fxRate: '1392.85',
  lotsPerTick: 10,
  maxOpenOrders: 50,
  priceBandPct: '10',
  execDelayMs: 300,
  maxExitTicks: 1_000,
  overnightTimes: 2,
  closeOnlyLeadMs: 600_000,
  closingLeadMs: 300_000,
  losscutPct: '20',
  priceChangePercent: '0.00',
  rateChange: '0.00',
  feed: 'live',
} as const

const currency = {
  precision: 5,
  tickSize: '0.00010',
  margin: '400.00',
  marginKrw: '557140',
  fee: '1.00',
  feeKrw: '1393',
  maxCount: 30,
} as const

/** EUR/USD, GBP/AUD and gold. */
export const optionsAt = (now: number): OverseaOption[] => [
  {
    id: 1,
    stock: 'OV_EURUSD',
    koName: '유로/달러',
    ...terms,
    ...currency,
    ...sessionAt(now),
    tickValue: '1.25',
    tickValueKrw: '1741',
    lastPrice: '1.10000',
    bid: '1.09990',
    ask: '1.10010',
  },
  {
    id: 2,
    stock: 'OV_GBPAUD',
    koName: '파운드/호주달러',
    ...terms,
    ...currency,
    ...sessionAt(now),
    tickValue: '1.00',
    tickValueKrw: '1392',
    lastPrice: '1.95000',
    bid: '1.94990',
    ask: '1.95010',
  },
  {
    id: 3,
    stock: 'OV_XAUUSD',
    koName: '금',
    ...terms,
    ...sessionAt(now),
    precision: 2,
    tickSize: '0.10',
    tickValue: '1.00',
    tickValueKrw: '1392',
    margin: '2000.00',
    marginKrw: '2785700',
    fee: '1.50',
    feeKrw: '2090',
    maxCount: 20,
    lastPrice: '2500.00',
    bid: '2499.90',
    ask: '2500.10',
  },
]

const eur = { overseaOptionId: 1, stock: 'OV_EURUSD', koName: '유로/달러' } as const
export const gold = { overseaOptionId: 3, stock: 'OV_XAUUSD', koName: '금' } as const

/** Also across pages: what was said of an order is remembered by its id. */
let ids = 100
export const nextId = (): number => ++ids

/** Long three EUR/USD, bought at the ask of 1.10010. */
export function positionOf(given: Partial<OverseaPosition> = {}): OverseaPosition {
  const id = given.id ?? nextId()
  return {
    id,
    overseaPositionId: id,
    ...eur,
    tradeType: 'LONG',
    status: 'OPEN',
    count: 3,
    avgPrice: '1.10010',
    entrySum: '3.30030',
    margin: '1671420',
    tpTick: null,
    slTick: null,
    isActive: false,
    fee: '4179',
    realizedPnl: '0',
    financing: '0',
    closePrice: null,
    isWarned: false,
    closeReason: null,
    createdAt: Date.now(),
    closedAt: null,
    ...given,
  }
}

/** What a position becomes when all of it is closed. */
export const closed = (position: OverseaPosition, given: Partial<OverseaPosition> = {}): OverseaPosition => ({
  ...position,
  status: 'CLOSED',
  count: 0,
  entrySum: '0.00000',
  margin: '0',
  tpTick: null,
  slTick: null,
  closeReason: 'MEMBER',
  closedAt: Date.now(),
  ...given,
})

/** A new order that buys one EUR/USD at the market. */
export const orderOf = (given: Partial<OverseaOrder> = {}): OverseaOrder => ({
  id: nextId(),
  ...eur,
  overseaPositionId: null,
  tradeType: 'LONG',
  marketType: 'MARKET',
  count: 1,
  price: null,
  triggerPrice: null,
  tpTick: null,
  slTick: null,
  isReduceOnly: false,
  status: 'NEW',
  filledCount: 0,
  avgPrice: null,
  fee: '0',
  reason: null,
  expiresAt: null,
  createdAt: Date.now(),
  triggeredAt: null,
  closedAt: null,
  ...given,
})

/** A fill of a whole order, at 1.10010 and without slippage unless told otherwise. */
export const fillOf = (
  { id, overseaOptionId, stock, koName, tradeType, marketType, count, isReduceOnly }: OverseaOrder,
  given: Partial<OverseaFill> & Pick<OverseaFill, 'overseaPositionId'>,
): OverseaFill => ({
  id: nextId(),
  overseaOrderId: id,
  overseaOptionId,
  stock,
  koName,
  tradeType,
  marketType,
  count: count ?? 1,
  price: '1.10010',
  best: '1.10010',
  slippage: '0.00000',
  fee: '1393',
  realizedPnl: '0',
  isClose: isReduceOnly,
  fxRate: '1392.85',
  tradingDay: '2026-11-18',
  createdAt: Date.now(),
  ...given,
})
