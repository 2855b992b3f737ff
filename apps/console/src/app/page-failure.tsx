import { isChunkError } from '@maru/client/page/chunk-recovery'
import { Button, Empty } from '@maru/ui'
import { t } from './texts.ts'

/** What stands in place of a page that failed. */
export function PageFailure({ error }: { error: unknown }) {
  return (
    <main className="alone" role="alert">
      <Empty title={isChunkError(error) ? t('loadFailed') : t('pageFailed')}>{t('reloadHint')}</Empty>
      <Button tone="primary" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </main>
  )
}

/** What stands where a page is not, or not for this person. */
export function NotHere({ title }: { title: string }) {
  return (
    <main className="alone">
      <Empty title={title}>{t('chooseOther')}</Empty>
    </main>
  )
}
