import { call } from '@maru/client/api/client'
import type { Bet, BetSummary, CurrentGame, RecentRound, Round, TradeOption } from '@maru/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryClient, queryKeys } from '../../api/query-client.ts'
import { nextPage, type Page } from '../../lists/index.ts'
import { clock } from '../../live/index.ts'
import { arrange } from './arrange.ts'
import { awaitResults } from './awaited-bets.ts'

export const roundKeys = {
  game: (optionId: number) => ['trade', 'game', optionId] as const,
  recent: (optionId: number) => ['trade', 'recent', optionId] as const,
  results: (optionId: number) => ['trade', 'results', optionId] as const,
  openBets: (optionId: number) => ['trade', 'open', optionId] as const,
  bets: ['trade', 'bets'] as const,
}

export const optionsQuery = queryOptions({
  queryKey: queryKeys.optionList,
  queryFn: async () => (await call('GET /api/trade/option/list', { query: { resultType: 'List' } })) as TradeOption[],
  staleTime: 60_000,
  meta: { public: true },
})

/** The current game of an option. Messages keep it up to date; it is asked for again only when the clock has left it behind. */
export const gameQuery = (optionId: number) =>
  queryOptions({
    queryKey: roundKeys.game(optionId),
    queryFn: async (): Promise<CurrentGame> => {
      const sentAt = performance.now()
      const game = await call('GET /api/trade/game/current', { query: { tradeOptionId: String(optionId) } })
      clock.sample(game.serverTime, sentAt, performance.now())
      return game
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && !arrange(state.data, clock.now()).behind ? 30_000 : 1_000),
  })

export const recentQuery = (optionId: number) =>
  queryOptions({
    queryKey: roundKeys.recent(optionId),
    queryFn: async (): Promise<RecentRound[]> =>
      call('GET /api/trade/game/recent', { query: { tradeOptionId: String(optionId) } }),
  })

export const openBetsQuery = (optionId: number, signedIn: boolean) =>
  queryOptions({
    queryKey: roundKeys.openBets(optionId),
    queryFn: async (): Promise<Bet[]> => {
      const bets = await call('GET /api/trade/history/current_for_option', {
        query: { tradeOptionId: String(optionId) },
      })
      awaitResults(bets.map(({ id }) => id))
      return bets
    },
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const walletQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: queryKeys.wallet,
    queryFn: () => call('GET /api/wallet/my'),
    enabled: signedIn,
    staleTime: 60_000,
  })

const pageSize = 30

/** Decided rounds of an option, newest first. */
export const resultsQuery = (optionId: number) =>
  infiniteQueryOptions({
    queryKey: roundKeys.results(optionId),
    queryFn: async ({ pageParam }) =>
      (await call('GET /api/trade/game/round/list', {
        query: {
          resultType: 'Page',
          tradeOptionId: String(optionId),
          statusStrs: '1,2,3',
          page: String(pageParam),
          size: String(pageSize),
        },
      })) as Page<Round>,
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })

export interface BetFilter {
  readonly tradeOptionId?: string
  readonly tradeTypeStrs?: string
  readonly statusStrs?: string
  readonly startDate?: string
  readonly endDate?: string
}

/** The member's bets, newest first. */
export const betsQuery = (filter: BetFilter, signedIn: boolean) =>
  infiniteQueryOptions({
    queryKey: [...roundKeys.bets, 'page', filter],
    queryFn: async ({ pageParam }) =>
      (await call('GET /api/trade/history/list', {
        query: { ...filter, resultType: 'Page', page: String(pageParam), size: String(pageSize) },
      })) as Page<Bet>,
    initialPageParam: 0,
    getNextPageParam: nextPage,
    enabled: signedIn,
  })

export const betSummaryQuery = (filter: BetFilter) =>
  queryOptions({
    queryKey: [...roundKeys.bets, 'summary', filter],
    queryFn: async () =>
      (await call('GET /api/trade/history/list', { query: { ...filter, resultType: 'Summary' } })) as BetSummary,
  })

/** Puts a bet into the lists of open bets: in while it is in progress, out when it is decided. */
export function noteBet(bet: Bet) {
  if (bet.status === 0) awaitResults([bet.id])
  queryClient.setQueryData<Bet[]>(roundKeys.openBets(bet.tradeOptionId), (bets) => {
    if (!bets) return bets
    const others = bets.filter(({ id }) => id !== bet.id)
    return bet.status === 0 ? [bet, ...others].toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id) : others
  })
}

/** § Point and waiting point of one wallet changed. */
export function noteWallet(change: { type: string; point: string; gameWaitPoint: string }) {
  type Wallets = { type: string; point: string; gameWaitPoint: string }[]
  queryClient.setQueryData<Wallets>(queryKeys.wallet, (wallets) =>
    wallets?.map((wallet) => (wallet.type === change.type ? { ...wallet, ...change } : wallet)),
  )
}
