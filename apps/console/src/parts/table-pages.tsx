import { Button, formatCount } from '@maru/ui'
import type { Paged } from './paged.ts'
import { t } from './texts.ts'

/** The server counts no further, and no page goes beyond. */
const mostListed = 10_000

/** How many rows a list has. */
export const countText = <R,>({ total }: Paged<R>): string =>
  total > mostListed ? t('overMany') : t('count', { total: formatCount(total) })

/** The way through a list of several pages. */
export function TablePages<R>({ list: { page, pages, setPage } }: { list: Paged<R> }) {
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={t('pages')}>
      <Button size={36} disabled={page === 0} onClick={() => setPage(page - 1)}>
        {t('previous')}
      </Button>
      <span className="num">
        {page + 1} / {pages}
      </span>
      <Button size={36} disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  )
}
