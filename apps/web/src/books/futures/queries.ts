import type {
  FuturesCross,
  FuturesFill,
  FuturesLeverage,
  FuturesOption,
  FuturesOrder,
  FuturesPosition,
} from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { changeKnown, put, replaced } from '../../trading/query-list.ts'

/** All answers about futures; below `history` those that end up in lists of what is over. */
export const futuresKeys = {
  all: ['futures'],
  options: ['futures', 'options'],
  positions: ['futures', 'positions'],
  orders: ['futures', 'orders'],
  exits: ['futures', 'exits'],
  cross: ['futures', 'cross'],
  history: ['futures', 'history'],
  leverage: (optionId: number) => ['futures', 'leverage', optionId],
  fills: (optionId: number) => ['futures', 'fills', optionId],
} as const

/** Perpetuals that may be traded. Their prices move on by ticks; what is read here are their rules. */
export const futuresOptionsQuery = queryOptions({
  queryKey: futuresKeys.options,
  queryFn: async () => (await call('futuresOptionList', { query: { resultType: 'List' } })) as FuturesOption[],
  staleTime: 60_000,
  meta: { public: true },
})

const forever = Number.POSITIVE_INFINITY

/** Open positions of all instruments; the channel keeps them up to date. */
export const positionsQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: futuresKeys.positions,
    queryFn: (): Promise<FuturesPosition[]> => call('futuresOpenPosition', {}),
    enabled: signedIn,
    staleTime: forever,
  })

/** Open orders of all instruments without TP and SL of positions; the channel keeps them up to date. */
export const ordersQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: futuresKeys.orders,
    queryFn: (): Promise<FuturesOrder[]> => call('futuresOpenOrder', {}),
    enabled: signedIn,
    staleTime: forever,
  })

/** The cross account; the channel tells it twice a second while something moves. */
export const crossQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: futuresKeys.cross,
    queryFn: (): Promise<FuturesCross> => call('futuresCross'),
    enabled: signedIn,
    staleTime: 30_000,
  })

/** Leverage and margin type of the member on an instrument. */
export const leverageQuery = (optionId: number, signedIn: boolean) =>
  queryOptions({
    queryKey: futuresKeys.leverage(optionId),
    queryFn: (): Promise<FuturesLeverage> =>
      call('futuresLastLeverage', { query: { futuresOptionId: String(optionId) } }),
    enabled: signedIn,
    staleTime: forever,
  })

/** The member's newest fills of an instrument, for its chart. */
export const fillsQuery = (optionId: number, signedIn: boolean) =>
  queryOptions({
    queryKey: futuresKeys.fills(optionId),
    queryFn: async () =>
      (
        (await call('futuresHistoryFill', {
          query: { resultType: 'Page', futuresOptionId: String(optionId), size: '100' },
        })) as { content: FuturesFill[] }
      ).content,
    enabled: signedIn,
    staleTime: forever,
  })

/** What the futures queue begins with. */
export interface FuturesSnapshot {
  readonly orders: FuturesOrder[]
  readonly tpsl: FuturesOrder[]
  readonly positions: FuturesPosition[]
}

export function noteSnapshot({ orders, positions }: FuturesSnapshot) {
  put(futuresKeys.orders, orders)
  put(futuresKeys.positions, positions)
}

const isOpen = ({ status }: FuturesOrder) => status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'TRIGGERED'
const isExit = ({ marketType }: FuturesOrder) => marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS'

/** Puts an order into the list of open ones while it is open, and out of it when it is done. */
export function noteOrder(order: FuturesOrder) {
  if (isExit(order) || order.marketType === 'LIQUIDATION') return
  changeKnown<FuturesOrder[]>(futuresKeys.orders, (orders) => replaced(orders, order, isOpen(order)))
}

export function notePosition(position: FuturesPosition) {
  changeKnown<FuturesPosition[]>(futuresKeys.positions, (positions) =>
    replaced(positions, position, position.status === 'OPEN'),
  )
}

export function noteFills(fills: readonly FuturesFill[]) {
  for (const fill of fills)
    changeKnown<FuturesFill[]>(futuresKeys.fills(fill.futuresOptionId), (known) => replaced(known, fill, true))
}

export const noteCross = (cross: FuturesCross) => put(futuresKeys.cross, cross)
export const noteLeverage = (leverage: FuturesLeverage) => put(futuresKeys.leverage(leverage.futuresOptionId), leverage)
