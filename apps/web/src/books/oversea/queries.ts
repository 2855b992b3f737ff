import type { OverseaFill, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { memberQuery, newestFills, openLists } from '../../kit/queries.ts'

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

/** Open positions of all contracts; the channel keeps them up to date. */
export const positionsQuery = memberQuery(overseaKeys.positions, () => call('overseaOpenPosition', {}))

/** Open orders of all contracts without TP and SL of positions; the channel keeps them up to date. */
export const ordersQuery = memberQuery(overseaKeys.orders, () => call('overseaOpenOrder', {}))

/** What the nights of open positions take; asked for again when a position changes. */
export const nightsQuery = memberQuery(overseaKeys.nights, () => call('overseaOvernight', {}), 30_000)

/** The account; the channel tells it twice a second while something moves. */
export const crossQuery = memberQuery(overseaKeys.cross, () => call('overseaCross'), 30_000)

/** The member's newest fills of a contract, for its chart. */
export const fillsQuery = (optionId: number, signedIn: boolean) =>
  memberQuery(overseaKeys.fills(optionId), async () => {
    const page = await call('overseaHistoryFill', { query: { ...newestFills, overseaOptionId: String(optionId) } })
    return (page as { content: OverseaFill[] }).content
  })(signedIn)

export const { noteSnapshot, noteOrder, notePosition, noteFills } = openLists<
  OverseaPosition,
  OverseaOrder,
  OverseaFill
>(overseaKeys, ({ overseaOptionId }) => overseaOptionId)
