import type { Overnight, OverseaCross, OverseaFill, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { changeKnown, put, replaced } from '../../trading/query-list.ts'

/** All answers about overseas futures; below `history` those that end up in lists of what is over. */
export const overseaKeys = {
  all: ['oversea'],
  options: ['oversea', 'options'],
  positions: ['oversea', 'positions'],
  orders: ['oversea', 'orders'],
  nights: ['oversea', 'nights'],
  cross: ['oversea', 'cross'],
  history: ['oversea', 'history'],
  fills: (optionId: number) => ['oversea', 'fills', optionId],
} as const

/** Contracts that may be traded. Their prices move on by ticks; what is read here are their rules and their session. */
export const overseaOptionsQuery = queryOptions({
  queryKey: overseaKeys.options,
  queryFn: async () => (await call('overseaOptionList', { query: { resultType: 'List' } })) as OverseaOption[],
  staleTime: 60_000,
  refetchInterval: 60_000,
  meta: { public: true },
})

const forever = Number.POSITIVE_INFINITY

/** Open positions of all contracts; the channel keeps them up to date. */
export const positionsQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: overseaKeys.positions,
    queryFn: (): Promise<OverseaPosition[]> => call('overseaOpenPosition', {}),
    enabled: signedIn,
    staleTime: forever,
  })

/** Open orders of all contracts without TP and SL of positions; the channel keeps them up to date. */
export const ordersQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: overseaKeys.orders,
    queryFn: (): Promise<OverseaOrder[]> => call('overseaOpenOrder', {}),
    enabled: signedIn,
    staleTime: forever,
  })

/** What the nights of open positions take; asked for again when a position changes. */
export const nightsQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: overseaKeys.nights,
    queryFn: (): Promise<Overnight[]> => call('overseaOvernight', {}),
    enabled: signedIn,
    staleTime: 30_000,
  })

/** The account; the channel tells it twice a second while something moves. */
export const crossQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: overseaKeys.cross,
    queryFn: (): Promise<OverseaCross> => call('overseaCross'),
    enabled: signedIn,
    staleTime: 30_000,
  })

/** The member's newest fills of a contract, for its chart. */
export const fillsQuery = (optionId: number, signedIn: boolean) =>
  queryOptions({
    queryKey: overseaKeys.fills(optionId),
    queryFn: async () =>
      (
        (await call('overseaHistoryFill', {
          query: { resultType: 'Page', overseaOptionId: String(optionId), size: '100' },
        })) as { content: OverseaFill[] }
      ).content,
    enabled: signedIn,
    staleTime: forever,
  })

/** What the overseas queue begins with. */
export interface OverseaSnapshot {
  readonly orders: OverseaOrder[]
  readonly positions: OverseaPosition[]
}

export function noteSnapshot({ orders, positions }: OverseaSnapshot) {
  put(overseaKeys.orders, orders)
  put(overseaKeys.positions, positions)
}

const isOpen = ({ status }: OverseaOrder) => status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'TRIGGERED'
/** Orders that a member placed himself: TP, SL and the loss cut belong to their position. */
const isOwn = ({ marketType }: OverseaOrder) =>
  marketType !== 'TAKEPROFIT' && marketType !== 'STOPLOSS' && marketType !== 'LIQUIDATION'

/** Puts an order into the list of open ones while it is open, and out of it when it is done. */
export function noteOrder(order: OverseaOrder) {
  if (isOwn(order)) changeKnown<OverseaOrder[]>(overseaKeys.orders, (orders) => replaced(orders, order, isOpen(order)))
}

export function notePosition(position: OverseaPosition) {
  changeKnown<OverseaPosition[]>(overseaKeys.positions, (positions) =>
    replaced(positions, position, position.status === 'OPEN'),
  )
}

export function noteFills(fills: readonly OverseaFill[]) {
  for (const fill of fills)
    changeKnown<OverseaFill[]>(overseaKeys.fills(fill.overseaOptionId), (known) => replaced(known, fill, true))
}

export const noteCross = (cross: OverseaCross) => put(overseaKeys.cross, cross)
