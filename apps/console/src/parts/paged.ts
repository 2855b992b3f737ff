import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSiteId } from '../session/staff.ts'

/** A page of a list, as every list call of the console answers. */
export interface PageAnswer<Row> {
  readonly content: readonly Row[]
  readonly totalElements: number
  readonly totalPages: number
}
/** The days and the text that a list is cut to; what is empty cuts nothing. */
export interface Cut {
  readonly startDate?: string
  readonly endDate?: string
  readonly q?: string
}
/** The file of a list, as it is cut. */
export interface CutCsv {
  readonly name: string
  readonly read: (signal: AbortSignal, cut: Cut) => Promise<Blob>
}
/** What a list call takes beside its filters. */
export interface Asked extends Cut {
  readonly page: string
  readonly size: string
}

const size = 100

/** A list of which the server filters, sorts and cuts; `key` names the list and its filters. */
export function usePaged<Row>(
  key: readonly unknown[],
  read: (asked: Asked) => Promise<PageAnswer<Row>>,
  { everyMs, cutBy = 'nothing' }: { readonly everyMs?: number; readonly cutBy?: 'nothing' | 'days' | 'all' } = {},
) {
  const siteId = useSiteId()
  const [cut, setCut] = useState<Cut>({})
  const name = JSON.stringify([siteId, cut, ...key])
  const [at, setAt] = useState({ name, page: 0 })
  // Another filter begins with its first page.
  const page = at.name === name ? at.page : 0
  const query = useQuery({
    queryKey: [...key, siteId, page, cut],
    queryFn: () => read({ ...cut, page: String(page), size: String(size) }),
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  return {
    /** What the list is called among its site's. */
    id: String(key[0]),
    rows: query.data?.content,
    total: query.data?.totalElements ?? 0,
    page,
    pages: query.data?.totalPages ?? 0,
    setPage: (next: number) => setAt({ name, page: next }),
    error: query.error,
    isLoading: query.isPending,
    reload: () => void query.refetch(),
    cut,
    cutBy,
    /** Cuts it to these days and this text alone. */
    cutTo: (next: Cut) => setCut(next),
    /** Cuts it to a day or a text; an empty one cuts nothing. */
    setCut: (name: keyof Cut, value: string) =>
      setCut(({ [name]: _, ...others }) => (value === '' ? others : { ...others, [name]: value })),
  }
}
export type Paged<Row> = ReturnType<typeof usePaged<Row>>
