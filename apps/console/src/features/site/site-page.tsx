import { loadPart } from '@maru/client/page/chunk-recovery'
import { mayRead } from '@maru/contract/permissions'
import { Empty } from '@maru/ui'
import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { useMe } from '../../session/staff.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { tabs } from './tabs.ts'
import { t } from './texts.ts'
import './site.css'

const pages = tabs.map((tab) => ({ tab, Part: lazy(() => loadPart(tab.component)) }))

/** What a site is and has: one part at a time, those that the role may read. */
export default function SitePage() {
  const { role } = useMe()
  const seen = pages.filter(({ tab }) => mayRead(role, tab.permission))
  const [first] = seen
  const nothing = (
    <SiteFrame title={t('siteSettings')}>
      <Empty title={t('noSettings')}>{t('noSettingsHint')}</Empty>
    </SiteFrame>
  )
  return (
    <Suspense
      fallback={
        <SiteFrame title={t('loadingShort')}>
          <TabSkeleton />
        </SiteFrame>
      }
    >
      <Routes>
        {first && <Route path="/" element={<Navigate to={`/site/${first.tab.key}`} replace />} />}
        {seen.map(({ tab, Part }) => (
          <Route key={tab.key} path={`${tab.key}/*`} element={<Part />} />
        ))}
        <Route path="*" element={nothing} />
      </Routes>
    </Suspense>
  )
}
