import { Skeleton } from '@maru/ui'
import { t } from './texts.ts'

/** Rows that are on their way. */
export function TableOutline({ rowHeight }: { rowHeight: number }) {
  return (
    <div className="pad-all">
      <span className="sr">{t('loading')}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={String(index)} width="100%" height={rowHeight - 12} />
      ))}
    </div>
  )
}
