import { Button, Empty } from '@maru/ui'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useTexts } from '../i18n/texts.ts'
import { isChunkError, reloadOnceFor } from './chunk-recovery.ts'
import { appTexts } from './texts.ts'

/** What stands in place of a page that failed. A part of the code that cannot be loaded is tried again by one reload. */
export function RouteError() {
  const error = useRouteError()
  const t = useTexts(appTexts)
  const chunk = isChunkError(error)
  useEffect(() => {
    console.error(error)
    if (chunk) reloadOnceFor(location.pathname)
  }, [error, chunk])
  return (
    <div className="app">
      <main id="main" className="center" role="alert">
        <Empty title={t(chunk ? 'chunkFailed' : 'crashed')}>{t(chunk ? 'chunkFailedHint' : 'crashedHint')}</Empty>
        <Button tone="primary" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </main>
    </div>
  )
}
