import type { MarketType, OrderStatus } from '@maru/contract'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { changeKnown, put, replaced } from '../trading/query-list.ts'

/** What a member has, asked for once he is signed in. `staleTime` in ms; without one only the channel keeps it up to date. */
export const memberQuery =
  <T>(queryKey: QueryKey, queryFn: () => Promise<T>, staleTime = Number.POSITIVE_INFINITY) =>
  (signedIn: boolean) =>
    queryOptions({ queryKey, queryFn, enabled: signedIn, staleTime })

/** How many fills a chart shows. */
export const newestFills = { resultType: 'Page', size: '100' } as const

interface OpenPosition {
  readonly id: number
  readonly status: string
}
interface OpenOrder {
  readonly id: number
  readonly status: OrderStatus
  readonly marketType: MarketType
}

interface ListKeys {
  readonly positions: QueryKey
  readonly orders: QueryKey
  readonly fills: (optionId: number) => QueryKey
}

/** How the lists of a book follow its channel. `optionOf`: the instrument of a fill. */
export function openLists<Position extends OpenPosition, Order extends OpenOrder, Fill extends { readonly id: number }>(
  keys: ListKeys,
  optionOf: (fill: Fill) => number,
) {
  return {
    noteSnapshot({ orders, positions }: { readonly orders: Order[]; readonly positions: Position[] }) {
      put(keys.orders, orders)
      put(keys.positions, positions)
    },

    /** Puts an order into the list of open ones while it is open, and out of it when it is done. */
    noteOrder(order: Order) {
      if (isOwn(order)) changeKnown<Order[]>(keys.orders, (orders) => replaced(orders, order, isOpen(order)))
    },

    notePosition(position: Position) {
      changeKnown<Position[]>(keys.positions, (positions) => replaced(positions, position, position.status === 'OPEN'))
    },

    noteFills(fills: readonly Fill[]) {
      for (const fill of fills) changeKnown<Fill[]>(keys.fills(optionOf(fill)), (known) => replaced(known, fill, true))
    },
  }
}

const isOpen = ({ status }: OpenOrder) => status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'TRIGGERED'
/** Orders that a member placed himself: TP, SL and what liquidates belong to their position. */
const isOwn = ({ marketType }: OpenOrder) =>
  marketType !== 'TAKEPROFIT' && marketType !== 'STOPLOSS' && marketType !== 'LIQUIDATION'
