import type { ConsoleSite } from '@maru/contract'
import { Badge, Empty } from '@maru/ui'
import type { ReactNode } from 'react'
import { errorText } from '../../session/words.ts'
import { ChangeSet } from './change-set.tsx'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { useConsoleSite } from './use-site.ts'

interface Props {
  title: string
  /** Why what was typed cannot be sent; null when it can. */
  faultOf?: (site: ConsoleSite) => string | null
  children: (site: ConsoleSite) => ReactNode
}

/** A part that edits the site: its panels, and beside them the changes that wait to be sent. */
export function SitePart({ title, faultOf = () => null, children }: Props) {
  const { data: site, error, refetch } = useConsoleSite()
  if (site)
    return (
      <SiteFrame
        title={title}
        tools={<Badge>버전 {site.version}</Badge>}
        side={<ChangeSet site={site} fault={faultOf(site)} onSent={() => void refetch()} />}
      >
        {children(site)}
      </SiteFrame>
    )
  return (
    <SiteFrame title={title}>
      {error ? <Empty title="사이트를 불러오지 못했습니다">{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}
