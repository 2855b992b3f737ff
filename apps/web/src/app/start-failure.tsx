import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { endSession } from '../session/session.ts'
import { useSession } from '../session/store.ts'
import { appTexts } from '../shell/texts.ts'
import { useSite } from '../site/store.ts'
import { startAgain } from './start-app.ts'

/** Stands in place of a page while nobody knows whether there is a member: what is wrong, and the way on. */
export function StartFailure() {
  const t = useTexts(appTexts)
  const failure = useSession(({ startFailure }) => startFailure)
  const hasSite = useSite(({ site }) => site !== null)
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await startAgain()
    setBusy(false)
  }
  return (
    <div className="app app-no">
      <main id="main" className="center" role="alert">
        <Empty title={t('startFailed')}>{errorText(failure)}</Empty>
        <div className="acts">
          {hasSite && <Button onClick={() => endSession('logout')}>{t('toSignIn')}</Button>}
          <Button tone="primary" aria-busy={busy} onClick={() => void (busy || again())}>
            {t(busy ? 'loading' : 'retry')}
          </Button>
        </div>
      </main>
    </div>
  )
}
