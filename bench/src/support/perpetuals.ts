import type { Command, FuturesOption } from '@maru/core'
import { majorBrackets } from '@maru/positions'
import { siteId } from './house.ts'
import { bookAround, keyOf, type Playbook } from './playbook.ts'

/** BTC at 65,000.0 in units of 0.1. */
export const startPrice = 650_000

/** A perpetual with the shipped numbers, the delay of execution among them. */
const perpetual: FuturesOption = {
  siteId,
  id: 1,
  stock: 'CR_BTCUSDTPERP',
  instrument: 'BTCUSDT',
  koName: '비트코인',
  precision: 1,
  tickUnits: 1,
  qtyPrecision: 3,
  stepUnits: 1,
  minQty: 1,
  minNotional: 500_000_000n,
  isPlay: true,
  isStop: false,
  makerPpm: 400,
  takerPpm: 400,
  liquidationPpm: 5_000,
  priceBandPpm: 100_000,
  slipPpm: 10_000,
  closeSlipPpm: 50_000,
  execDelayMs: 150,
  maxOpenOrders: 50,
  maxFunding: 1_000_000,
  defaultLeverage: 10,
  brackets: majorBrackets,
}
const markets: readonly [FuturesOption, FuturesOption] = [
  perpetual,
  { ...perpetual, id: 2, instrument: 'ETHUSDT', stock: 'CR_ETHUSDTPERP' },
]

/** Perpetual futures: BTC, and ETH at the same price. */
export const perpetuals: Playbook = {
  queue: 'futures',
  wallet: { type: 'FUTURES', currency: 'USDT' },
  instruments: [markets[0].instrument, markets[1].instrument],
  startPrice,
  execDelayMs: perpetual.execDelayMs,
  options: { futuresOptions: markets, overseaOptions: [] },
  configure: markets.map((option) => ({ kind: 'configureFutures', option })),
  signals: (at) => markets.map(({ instrument }) => ({ kind: 'feed', instrument, state: 'live', at })),
  quotes: (instrument, price, at) => [
    bookAround(instrument, [price - 1, price + 1], 1_000_000_000, at),
    { kind: 'mark', instrument, sourceTs: at, price, fundingRate: null, nextFundingTime: null },
  ],
  opening: (memberId) => openingWith(memberId, 100_000n),
  order: (memberId, side, market = 'moved') =>
    perpetualOrder(memberId, side, '0.010', { optionId: market === 'moved' ? 1 : 2 }),
}

export const openingWith = (memberId: number, usdt: bigint): Command => ({
  kind: 'openAccount',
  siteId,
  memberId,
  grants: [{ ...perpetuals.wallet, amount: usdt * 100_000_000n }],
})

export const leverageOf = (memberId: number, leverage: number): Command => ({
  kind: 'setLeverage',
  siteId,
  memberId,
  key: keyOf('POST /api/futures/leverage'),
  optionId: perpetual.id,
  leverage,
})

export const inCross = (memberId: number): Command => ({
  kind: 'setMarginType',
  siteId,
  memberId,
  key: keyOf('POST /api/futures/margin-type'),
  optionId: perpetual.id,
  marginType: 'CROSS',
})

/** A market order; with `stopAt` a stop that closes. */
export function perpetualOrder(
  memberId: number,
  side: 'LONG' | 'SHORT',
  qty: string,
  { optionId = perpetual.id, stopAt = null }: { readonly optionId?: number; readonly stopAt?: string | null } = {},
): Command {
  return {
    kind: 'placeFutures',
    siteId,
    memberId,
    key: keyOf('POST /api/futures/order'),
    order: {
      optionId,
      side,
      qty,
      marketType: stopAt === null ? 'MARKET' : 'STOPMARKET',
      price: null,
      triggerPrice: stopAt,
      isMark: false,
      isReduceOnly: stopAt !== null,
      takeProfit: null,
      stopLoss: null,
      isMarkTp: false,
      isMarkSl: false,
      tolerance: null,
      expiresAt: null,
    },
  }
}
