import { Button, formatCount } from '@maru/ui'
import type { Paged } from './paged.ts'

/** The server counts no further, and no page goes beyond. */
const mostListed = 10_000

/** How many rows a list has. */
export const countText = <R,>({ total }: Paged<R>): string =>
  total > mostListed ? '10,000건이 넘습니다 · 조건을 좁혀 주세요' : `${formatCount(total)}건`

/** The way through a list of several pages. */
export function TablePages<R>({ list: { page, pages, setPage } }: { list: Paged<R> }) {
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label="쪽">
      <Button size={36} disabled={page === 0} onClick={() => setPage(page - 1)}>
        이전
      </Button>
      <span className="num">
        {page + 1} / {pages}
      </span>
      <Button size={36} disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
        다음
      </Button>
    </nav>
  )
}
