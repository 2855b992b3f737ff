import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { nextPage, type Page } from './pages.ts'

const pageSize = 30

type AskedFor =
  | { readonly resultType: 'Page'; readonly page: string; readonly size: string }
  | { readonly resultType: 'List'; readonly orderId: string }

/** The queries of a book's lists of what is over, all below `key`; `ask` makes the call of one list. */
export function historyQueries<Rows extends { readonly fills: unknown }, Filter extends object>(
  key: QueryKey,
  ask: (kind: keyof Rows, query: AskedFor) => Promise<unknown>,
) {
  /** One page of a list; `size` at most 100. */
  const readPage = async <K extends keyof Rows>(kind: K, filter: Filter, page: number, size = pageSize) =>
    (await ask(kind, { ...filter, resultType: 'Page', page: String(page), size: String(size) })) as Page<Rows[K]>

  return {
    readPage,

    historyQuery: <K extends keyof Rows>(kind: K, filter: Filter) =>
      infiniteQueryOptions({
        queryKey: [...key, kind, filter],
        queryFn: ({ pageParam }) => readPage(kind, filter, pageParam),
        initialPageParam: 0,
        getNextPageParam: nextPage,
      }),

    /** The fills of one order, oldest first. */
    orderFillsQuery: (orderId: number) =>
      queryOptions({
        queryKey: [...key, 'fills-of', orderId],
        queryFn: async () => {
          const fills = await ask('fills', { resultType: 'List', orderId: String(orderId) })
          return (fills as Rows['fills'][]).toReversed()
        },
      }),
  }
}
