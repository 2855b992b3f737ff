import { loadPart } from '@maru/client/page/chunk-recovery'
import { mayRead } from '@maru/contract/permissions'
import { Empty } from '@maru/ui'
import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { useMe } from '../../session/staff.ts'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { tabs } from './tabs.ts'
import './site.css'

const pages = tabs.map((tab) => ({ tab, Part: lazy(() => loadPart(tab.component)) }))

/** What a site is and has: one part at a time, those that the role may read. */
export default function SitePage() {
  const { role } = useMe()
  const seen = pages.filter(({ tab }) => mayRead(role, tab.permission))
  const [first] = seen
  const nothing = (
    <SiteFrame title="사이트 설정">
      <Empty title="볼 수 있는 설정이 없습니다">이 주소에는 설정이 없거나 볼 권한이 없습니다.</Empty>
    </SiteFrame>
  )
  return (
    <Suspense
      fallback={
        <SiteFrame title="불러오는 중">
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
