import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

// Lists that a call brings once and the channel keeps up to date.

/** Newest first; one that is known keeps its place. */
export function replaced<T extends { readonly id: number }>(rows: readonly T[], row: T, keeps: boolean): T[] {
  if (!keeps) return rows.filter(({ id }) => id !== row.id)
  if (!rows.some(({ id }) => id === row.id)) return [row, ...rows]
  return rows.map((known) => (known.id === row.id ? row : known))
}

/** Keeps what the channel said. An answer that is on its way may be older than that: it is asked for again. */
export function put<T>(queryKey: QueryKey, value: T) {
  const isAsked = queryClient.isFetching({ queryKey, exact: true }) > 0
  queryClient.setQueryData<T>(queryKey, value)
  if (isAsked) void queryClient.invalidateQueries({ queryKey, exact: true })
}

/** Changes an answer that is there; one that is on its way is asked for again. */
export function changeKnown<T>(queryKey: QueryKey, next: (known: T) => T) {
  const known = queryClient.getQueryData<T>(queryKey)
  if (known !== undefined) return put(queryKey, next(known))
  if (queryClient.isFetching({ queryKey, exact: true })) void queryClient.invalidateQueries({ queryKey, exact: true })
}
