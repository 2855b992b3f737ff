import type { ConsoleSite } from '@maru/contract'
import { Badge, Empty } from '@maru/ui'
import type { ReactNode } from 'react'
import { errorText } from '../../session/words.ts'
import { ChangeSet } from './change-set.tsx'
import { type Draft, useDraft } from './draft.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { t } from './texts.ts'
import { useConsoleSite } from './use-site.ts'

interface Props {
  title: string
  /** Why what was typed cannot be sent; null when it can. */
  faultOf?: (site: ConsoleSite, draft: Draft) => string | null
  children: (site: ConsoleSite) => ReactNode
}

/** A part that edits the site: its panels, and beside them the changes that wait to be sent. */
export function SitePart({ title, faultOf = () => null, children }: Props) {
  const { data: site, error, refetch } = useConsoleSite()
  if (site)
    return (
      <SiteFrame
        title={title}
        tools={<Badge>{t('version', { version: site.version })}</Badge>}
        side={<Changes site={site} faultOf={faultOf} onSent={() => void refetch()} />}
      >
        {children(site)}
      </SiteFrame>
    )
  return (
    <SiteFrame title={title}>
      {error ? <Empty title={t('siteFailed')}>{errorText(error)}</Empty> : <TabSkeleton />}
    </SiteFrame>
  )
}

interface ChangesProps {
  site: ConsoleSite
  faultOf: NonNullable<Props['faultOf']>
  onSent: () => void
}

function Changes({ site, faultOf, onSent }: ChangesProps) {
  const draft = useDraft(site.id)
  return <ChangeSet site={site} fault={faultOf(site, draft)} onSent={onSent} />
}
