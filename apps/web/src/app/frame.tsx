import { partThatComes } from '@maru/client/page/chunk-recovery'
import { ErrorBoundary } from '@maru/client/page/error-boundary'
import { Toaster } from '@maru/ui'
import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Alerts } from '../shell/alert.tsx'
import { useSite } from '../site/store.ts'
import { LiveParts } from './live-gate.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageFailure } from './page-failure.tsx'
import { SessionLanding } from './session-landing.tsx'
import { Welcome } from './welcome.tsx'

const MaintenanceBanner = partThatComes(
  async () => (await import('../features/maintenance/maintenance-banner.tsx')).MaintenanceBanner,
)

/** What every page stands in: alerts, toasts, and banners of being offline and of maintenance. Each navigation starts at the top. */
export function Frame() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the path changed.
  useEffect(() => {
    // Newer browsers return a promise here, which is no clean-up.
    void scrollTo(0, 0)
  }, [pathname])
  const maintenance = useSite(({ site }) => site?.maintenance)
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>{maintenance?.isOn && <MaintenanceBanner maintenance={maintenance} />}</Suspense>
      <SessionLanding />
      <ErrorBoundary resetKey={pathname} fallback={(error) => <PageFailure error={error} />}>
        <Outlet />
      </ErrorBoundary>
      <LiveParts />
      <Welcome />
      <Toaster />
      <Alerts />
    </>
  )
}
