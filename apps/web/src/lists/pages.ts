import type { InfiniteData } from '@tanstack/react-query'

/** One page of a list as the calls give it. */
export interface Page<T> {
  readonly content: readonly T[]
  readonly page: number
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
}

export const nextPage = ({ page, totalPages }: Page<unknown>) => (page + 1 < totalPages ? page + 1 : undefined)

/** The rows of all pages; one that moved to the next page while paging is shown once. */
export function rowsOf<T extends { readonly id: number }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const rows = new Map<number, T>()
  for (const { content } of data?.pages ?? []) for (const row of content) rows.set(row.id, row)
  return [...rows.values()]
}

/** All rows of a list, asked for page by page. */
export async function allRows<T>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; ; page++) {
    const answer = await read(page)
    rows.push(...answer.content)
    if (page + 1 >= answer.totalPages) return rows
  }
}
