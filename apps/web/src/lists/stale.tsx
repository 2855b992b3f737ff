import { Button, formatDateTime, Strip } from '@maru/ui'
import { useTexts } from '../i18n/texts.ts'
import { listTexts } from './texts.ts'
import './history.css'

/** The rows are those of an earlier answer. */
export function Stale({ at, onRetry }: { at: number; onRetry: () => void }) {
  const t = useTexts(listTexts)
  return (
    <div className="hx-stale" role="status">
      <Strip tone="warn">
        <span>{t('staleList', { time: formatDateTime(at).slice(11) })}</span>
        <Button size={36} onClick={onRetry}>
          {t('retry')}
        </Button>
      </Strip>
    </div>
  )
}
