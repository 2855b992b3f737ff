import { useTexts } from '@maru/client/i18n/texts'
import { isChunkError } from '@maru/client/page/chunk-recovery'
import { Button, Empty } from '@maru/ui'
import { appTexts } from '../shell/texts.ts'

/** What stands in place of a page that failed. */
export function PageFailure({ error }: { error: unknown }) {
  const t = useTexts(appTexts)
  const chunk = isChunkError(error)
  return (
    <div className="app">
      <main id="main" className="center" role="alert">
        <Empty title={t(chunk ? 'chunkFailed' : 'crashed')}>{!chunk && t('crashedHint')}</Empty>
        <Button tone="primary" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </main>
    </div>
  )
}
