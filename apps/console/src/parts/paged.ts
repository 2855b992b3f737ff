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
/** A file of more rows is no list that anybody reads: the filter has to say more. */
const mostRows = 10_000

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

/** More rows than a file may have. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows'
  readonly rows: number

  constructor(rows: number) {
    super(`${rows} rows`)
    this.rows = rows
  }
}

/** All rows that a filter matches, page by page; throws TooManyRows above 10,000. */
export async function readAll<Row>(read: (asked: Asked) => Promise<PageAnswer<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0; ; page += 1) {
    const { content, totalElements, totalPages } = await read({ page: String(page), size: String(size) })
    if (totalElements > mostRows) throw new TooManyRows(totalElements)
    rows.push(...content)
    if (page + 1 >= totalPages) return rows
  }
}
