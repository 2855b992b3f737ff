import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatDateTime, Strip } from '@maru/ui'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { listTexts } from './texts.ts'
import './history.css'

/** Says of which time the rows are where the newest answer did not come. */
export function StaleOf({
  query,
}: {
  query: Pick<UseQueryResult | UseInfiniteQueryResult, 'isError' | 'data' | 'dataUpdatedAt' | 'refetch'>
}) {
  const t = useTexts(listTexts)
  if (!query.isError || query.data === undefined) return null
  return (
    <div className="hx-stale" role="status">
      <Strip tone="warn">
        <span>{t('staleList', { time: formatDateTime(query.dataUpdatedAt).slice(11) })}</span>
        <Button size={36} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </Strip>
    </div>
  )
}
