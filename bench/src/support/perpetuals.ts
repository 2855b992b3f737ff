import { byMember, byStaff, bySystem, type Command, type FuturesOption } from '@maru/core'
import { demoFuturesOptions } from '../../../apps/server/src/seed/index.ts'
import { marketInstruments } from '../../../packages/market/src/index.ts'
import { siteId } from './house.ts'
import { bookAround, keyOf, type Playbook } from './playbook.ts'

const HOUR_MS = 3_600_000

/** BTC at 65,000.0 in units of 0.1. */
export const startPrice = 650_000

/** Perpetuals as they are shipped, the delay of execution among their numbers; the second takes the first's prices and quantities. */
const [perpetual, other] = demoFuturesOptions(siteId, marketInstruments) as [FuturesOption, FuturesOption]
const markets: readonly [FuturesOption, FuturesOption] = [
  perpetual,
  { ...perpetual, id: other.id, instrument: other.instrument, stock: other.stock },
]

/** Perpetual futures: BTC, and ETH at the same price. */
export const perpetuals: Playbook = {
  queue: 'futures',
  wallet: { type: 'FUTURES', currency: 'USDT' },
  instruments: [markets[0].instrument, markets[1].instrument],
  startPrice,
  execDelayMs: perpetual.execDelayMs,
  options: { futuresOptions: markets, overseaOptions: [] },
  configure: markets.map((option) => ({ kind: 'configureFutures', ...byStaff(siteId, 9, 'a bench'), option })),
  signals: (at) =>
    markets.flatMap(({ instrument }) =>
      (['feed', 'quotes'] as const).map((kind) => ({ kind, instrument, state: 'live', at }) as const),
    ),
  quotes: (instrument, price, at) => [
    bookAround(instrument, [price - 1, price + 1], 1_000_000_000, at),
    { kind: 'mark', instrument, sourceTs: at, price, fundingRate: null, nextFundingTime: at + 8 * HOUR_MS },
  ],
  opening: (memberId) => openingWith(memberId, 100_000n),
  order: (memberId, side, market = 'moved') =>
    perpetualOrder(memberId, side, '0.010', { optionId: market === 'moved' ? 1 : 2 }),
}

export const openingWith = (memberId: number, usdt: bigint): Command => ({
  kind: 'openMember',
  ...bySystem(siteId),
  memberId,
  grants: [{ ...perpetuals.wallet, amount: usdt * 100_000_000n }],
})

export const leverageOf = (memberId: number, leverage: number): Command => ({
  kind: 'setLeverage',
  ...byMember({ siteId, memberId }, keyOf('POST /api/futures/leverage')),
  optionId: perpetual.id,
  leverage,
})

export const inCross = (memberId: number): Command => ({
  kind: 'setMarginType',
  ...byMember({ siteId, memberId }, keyOf('POST /api/futures/margin-type')),
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
    ...byMember({ siteId, memberId }, keyOf('POST /api/futures/order')),
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
