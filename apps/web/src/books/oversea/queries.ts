import { call } from '@maru/client/api/client'
import type { OverseaFill, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
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
  queryFn: async () =>
    (await call('GET /api/oversea/option/list', { query: { resultType: 'List' } })) as OverseaOption[],
  staleTime: 60_000,
  refetchInterval: 60_000,
  meta: { public: true },
})

/** Open positions of all contracts; the channel keeps them up to date. */
export const positionsQuery = memberQuery(overseaKeys.positions, () =>
  call('GET /api/oversea/history/open_position', {}),
)

/** Open orders of all contracts without TP and SL of positions; the channel keeps them up to date. */
export const ordersQuery = memberQuery(overseaKeys.orders, () => call('GET /api/oversea/history/open_order', {}))

/** What the nights of open positions take; asked for again when a position changes. */
export const nightsQuery = memberQuery(overseaKeys.nights, () => call('GET /api/oversea/overnight', {}), 30_000)

/** The account; the channel tells it twice a second while something moves. */
export const crossQuery = memberQuery(overseaKeys.cross, () => call('GET /api/oversea/cross'), 30_000)

/** The member's newest fills of a contract, for its chart. */
export const fillsQuery = (optionId: number, signedIn: boolean) =>
  memberQuery(overseaKeys.fills(optionId), async () => {
    const page = await call('GET /api/oversea/history/fill', {
      query: { ...newestFills, overseaOptionId: String(optionId) },
    })
    return (page as { content: OverseaFill[] }).content
  })(signedIn)

export const { noteSnapshot, noteOrder, notePosition, noteFills } = openLists<
  OverseaPosition,
  OverseaOrder,
  OverseaFill
>(overseaKeys, ({ overseaOptionId }) => overseaOptionId)
