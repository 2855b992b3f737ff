import { call } from '@maru/client/api/client'
import type { FuturesFill, FuturesLeverage, FuturesOption, FuturesOrder, FuturesPosition } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'
import { memberQuery, newestFills, openLists } from '../../kit/queries.ts'
import { put } from '../../trading/query-list.ts'

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
  queryFn: async () =>
    (await call('GET /api/futures/option/list', { query: { resultType: 'List' } })) as FuturesOption[],
  staleTime: 60_000,
  meta: { public: true },
})

/** Open positions of all instruments; the channel keeps them up to date. */
export const positionsQuery = memberQuery(futuresKeys.positions, () =>
  call('GET /api/futures/history/open_position', {}),
)

/** Open orders of all instruments without TP and SL of positions; the channel keeps them up to date. */
export const ordersQuery = memberQuery(futuresKeys.orders, () => call('GET /api/futures/history/open_order', {}))

/** The cross account; the channel tells it twice a second while something moves. */
export const crossQuery = memberQuery(futuresKeys.cross, () => call('GET /api/futures/cross'), 30_000)

/** Leverage and margin type of the member on an instrument. */
export const leverageQuery = (optionId: number, signedIn: boolean) =>
  memberQuery(futuresKeys.leverage(optionId), async () => {
    const query = { futuresOptionId: String(optionId) }
    return (await call('GET /api/futures/history/last_leverage', { query })) as FuturesLeverage
  })(signedIn)

/** The member's newest fills of an instrument, for its chart. */
export const fillsQuery = (optionId: number, signedIn: boolean) =>
  memberQuery(futuresKeys.fills(optionId), async () => {
    const page = await call('GET /api/futures/history/fill', {
      query: { ...newestFills, futuresOptionId: String(optionId) },
    })
    return (page as { content: FuturesFill[] }).content
  })(signedIn)

export const { noteSnapshot, noteOrder, notePosition, noteFills } = openLists<
  FuturesPosition,
  FuturesOrder,
  FuturesFill
>(futuresKeys, ({ futuresOptionId }) => futuresOptionId)

export const noteLeverage = (leverage: FuturesLeverage) => put(futuresKeys.leverage(leverage.futuresOptionId), leverage)
