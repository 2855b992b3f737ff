import { Button, Empty } from '@maru/ui'
import { errorText } from '../session/words.ts'
import { t } from './texts.ts'

/** In the place of rows that could not be read: why, and the way to try again. */
export function TableFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <Empty title={t('listFailed')}>{errorText(error)}</Empty>
      <p className="mid-row">
        <Button onClick={onRetry}>{t('retry')}</Button>
      </p>
    </div>
  )
}
