import { call } from '@maru/client/api/client'
import type { OverseaOption } from '@maru/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { overseaKeys, overseaOptionsQuery } from '../../../books/oversea/queries.ts'

const none: never[] = []

/** The contracts that are offered, and of what is held or ordered those that are offered no more: a close is possible all the same. */
export function useContracts(concerned: readonly { readonly overseaOptionId: number }[]): readonly OverseaOption[] {
  const offered = useQuery(overseaOptionsQuery).data
  const ids = new Set(offered && concerned.map(({ overseaOptionId }) => overseaOptionId))
  for (const { id } of offered ?? none) ids.delete(id)
  const others = useQueries({ queries: [...ids].map(withdrawnQuery) })
  return [...(offered ?? none), ...others.flatMap(({ data }) => data ?? [])]
}

const withdrawnQuery = (id: number) =>
  queryOptions({
    queryKey: [...overseaKeys.options, id],
    queryFn: async () =>
      (await call('GET /api/oversea/option', {
        query: { overseaOptionId: String(id), resultType: 'List' },
      })) as OverseaOption,
    staleTime: 60_000,
  })
