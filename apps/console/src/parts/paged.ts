import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSiteId } from '../session/staff.ts'

/** A page of a list, as every list call of the console answers. */
export interface PageAnswer<Row> {
  readonly content: readonly Row[]
  readonly totalElements: number
  readonly totalPages: number
}
/** What a list call takes beside its filters. */
export interface Asked {
  readonly page: string
  readonly size: string
}

const size = 100

/** A list of which the server filters, sorts and cuts; `key` names the list and its filters. */
export function usePaged<Row>(
  key: readonly unknown[],
  read: (asked: Asked) => Promise<PageAnswer<Row>>,
  { everyMs }: { readonly everyMs?: number } = {},
) {
  const siteId = useSiteId()
  const name = JSON.stringify([siteId, ...key])
  const [at, setAt] = useState({ name, page: 0 })
  // Another filter begins with its first page.
  const page = at.name === name ? at.page : 0
  const query = useQuery({
    queryKey: [...key, siteId, page],
    queryFn: () => read({ page: String(page), size: String(size) }),
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  return {
    rows: query.data?.content,
    total: query.data?.totalElements ?? 0,
    page,
    pages: query.data?.totalPages ?? 0,
    setPage: (next: number) => setAt({ name, page: next }),
    error: query.error,
    isLoading: query.isPending,
    reload: () => void query.refetch(),
  }
}
export type Paged<Row> = ReturnType<typeof usePaged<Row>>
