import { ErrorBoundary } from '@maru/client/page/error-boundary'
import { mayRead } from '@maru/contract/permissions'
import { Suspense, useMemo } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useDesk } from '../live/use-desk.ts'
import { useKeys } from '../parts/keys.ts'
import { useMayRead } from '../parts/may.tsx'
import { PageSkeleton } from '../parts/page.tsx'
import { useMe, useSiteId } from '../session/staff.ts'
import { type Area, areas } from './areas.ts'
import { Bar } from './bar.tsx'
import { KeysBar } from './keys-bar.tsx'
import { NotHere, PageFailure } from './page-failure.tsx'
import { pageOf } from './pages.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { Rail } from './rail.tsx'
import { StandingBar } from './standing-bar.tsx'
import { t } from './texts.ts'
import { useWaitingCounts } from './use-counts.ts'

/** What stands around every page: rail, bar, the page, and the shortcuts in force. */
export function Shell() {
  const me = useMe()
  const siteId = useSiteId()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const seen = useMemo(() => areas.filter(({ permission }) => mayRead(me.role, permission)), [me.role])
  const [first] = seen
  useWaitingCounts()
  useDesk(siteId, useMayRead('overview'))
  useKeys(
    seen.flatMap(({ letter, title, path }) =>
      letter === undefined ? [] : [{ key: `g ${letter}`, label: title, run: () => void navigate(`/${path}`) }],
    ),
  )
  return (
    <div className="shell">
      <Rail areas={seen} />
      <Bar areas={seen} />
      {/* Another site is another house: nothing that a page holds of one may stay for the other. */}
      <div className="work-in" key={siteId}>
        <StandingBar />
        <ErrorBoundary resetKey={pathname} fallback={(error) => <PageFailure error={error} />}>
          <Suspense fallback={<PageSkeleton />}>
            <Routes>
              {first && <Route path="/" element={<Navigate to={`/${first.path}`} replace />} />}
              {areas.map((area) => (
                <Route key={area.path} path={`/${area.path}/*`} element={<AreaPage area={area} />} />
              ))}
              <Route path="*" element={<NotHere title={t('noPage')} />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </div>
      <KeysBar />
      <ProofDialog />
    </div>
  )
}

function AreaPage({ area }: { area: Area }) {
  if (!useMayRead(area.permission)) return <NotHere title={t('noPermission', { title: area.title })} />
  const Page = pageOf(area)
  return <Page />
}
