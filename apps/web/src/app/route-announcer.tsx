import { useMatches } from 'react-router'
import { useTexts } from '../i18n/texts.ts'
import type { RouteMeta } from './route-meta.ts'
import { appTexts } from './texts.ts'

/** Reads a page's title out when another page opens: nothing else tells a screen reader. */
export function RouteAnnouncer() {
  const t = useTexts(appTexts)
  const meta = useMatches().at(-1)?.handle as RouteMeta | undefined
  return (
    <div className="sr" role="status">
      {meta && t(meta.title)}
    </div>
  )
}
