import { type Texts, useTexts } from '@maru/client/i18n/texts'
import type { LazyPart } from '@maru/client/page/chunk-recovery'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { useSession } from '../session/store.ts'
import { loadFonts } from '../shell/fonts.ts'
import { landingOf, lastOpened } from '../shell/landing.ts'
import { useSite } from '../site/store.ts'
import { guardRoute, rememberMenu, rememberWanted } from './guard.ts'
import { LayoutFrame } from './layouts/layout-frame.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import type { RouteMeta } from './route-meta.ts'
import { isPassing } from './session-landing.tsx'
import { StartFailure } from './start-failure.tsx'

/** The code of a page, loaded when it is first shown, or while it is not known yet who comes. */
export type PageCode = LazyPart<object>

interface GuardedPageProps<Title extends string> {
  /** What has the title. */
  texts: Texts<Title>
  meta: RouteMeta<Title>
  page: PageCode
}

/**
 * False until the first page has come. A skeleton stands for it without Suspense, which would hold it back; a page that another one
 * leads to comes as a transition, and that one stays until then.
 */
let isOpened = false

/** A page in its layout, shown only to those who may see it. */
export function GuardedPage<Title extends string>({ texts, meta, page: Page }: GuardedPageProps<Title>) {
  const { pathname, search, hash } = useLocation()
  const { id } = useParams()
  const status = useSession((session) => session.status)
  const site = useSite(({ site }) => site)
  const failed = useSession(({ startFailure }) => startFailure !== null)
  const decision = guardRoute(meta, pathname + search + hash, status, site)
  const shows = decision.go === 'show'

  // Each navigation starts the cookie's day anew, also from one instrument to the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the path changed.
  useEffect(() => {
    if (shows) rememberMenu(meta.name)
  }, [shows, meta.name, pathname])
  useEffect(() => {
    // A trade page asks for its fonts itself, when its price is there.
    if (shows && !meta.trades) loadFonts()
  }, [shows, meta.trades])
  const [isReady, setReady] = useState(isOpened)
  useEffect(() => {
    isOpened = true
    if (!isReady) void Page.preload().then(() => startTransition(() => setReady(true)))
  }, [isReady, Page])
  const title = useTexts(texts)(meta.title)
  const siteName = site?.name
  useEffect(() => {
    document.title = siteName ? `${title} · ${siteName}` : title
  }, [title, siteName])
  const isId = !meta.id || id === undefined || meta.id.test(id)
  const wanted = decision.go === 'root' && isId ? decision.wanted : null
  useEffect(() => {
    if (wanted !== null) rememberWanted(wanted)
  }, [wanted])

  if (!isId) return <Navigate to="/" replace />
  if (failed && (!shows || !site || isPassing(pathname))) return <StartFailure />
  if (decision.go === 'root') return <Navigate to="/" replace />
  if (decision.go === 'member') return <Navigate to={decision.to} replace />
  if (decision.go === 'landing' && site)
    return <Navigate to={status === 'success' ? landingOf(lastOpened(site.code), site) : '/'} replace />
  return (
    <LayoutFrame meta={meta} title={title}>
      {/* Reads the title out when another page opens: nothing else tells a screen reader. */}
      <div className="sr" role="status">
        {title}
      </div>
      {shows && isReady ? (
        <Suspense fallback={<PageSkeleton meta={meta} />}>
          <Page />
        </Suspense>
      ) : (
        <PageSkeleton meta={meta} />
      )}
    </LayoutFrame>
  )
}
