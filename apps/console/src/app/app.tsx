import { loadPart } from '@maru/client/page/chunk-recovery'
import { Button, Empty, Toaster } from '@maru/ui'
import { lazy, Suspense } from 'react'
import { PageSkeleton } from '../parts/page.tsx'
import { startSession } from '../session/session.ts'
import { useStaff } from '../session/staff.ts'
import { errorText } from '../session/words.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { t } from './texts.ts'

const PartnerShell = lazy(() => loadPart(() => import('../features/partner-own/partner-shell.tsx')))

/** The console: the sign-in, or the pages of whoever is signed in. */
export function App() {
  const status = useStaff((state) => state.status)
  const failure = useStaff((state) => state.failure)
  return (
    <>
      {status === 'out' && <SignIn />}
      {status === 'in' && <Shell />}
      {status === 'partner' && (
        <Suspense fallback={<PageSkeleton />}>
          <PartnerShell />
        </Suspense>
      )}
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
