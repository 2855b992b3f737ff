import { Button, Empty, Toaster } from '@maru/ui'
import { startSession } from '../session/session.ts'
import { useStaff } from '../session/staff.ts'
import { errorText } from '../session/words.ts'
import { PartnerShell } from './partner-shell.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { t } from './texts.ts'

/** The console: the sign-in, or the pages of whoever is signed in. */
export function App() {
  const status = useStaff((state) => state.status)
  const failure = useStaff((state) => state.failure)
  return (
    <>
      {(status === 'out' || status === 'enrol') && <SignIn />}
      {status === 'in' && <Shell />}
      {status === 'partner' && <PartnerShell />}
      {status === 'starting' && (
        <main className="alone" aria-busy="true">
          <p className="dim">{t('loading')}</p>
        </main>
      )}
      {status === 'unreachable' && (
        <main className="alone" role="alert">
          <Empty title={t('openFailed')}>{errorText(failure)}</Empty>
          <Button tone="primary" onClick={() => void startSession()}>
            {t('retry')}
          </Button>
        </main>
      )}
      <Toaster />
    </>
  )
}
