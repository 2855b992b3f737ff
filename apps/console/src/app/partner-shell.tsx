import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Badge } from '@maru/ui'
import { Suspense } from 'react'
import { Navigate, NavLink, Route, Routes } from 'react-router'
import { AreaIcon } from '../parts/area-icon.tsx'
import { PageSkeleton } from '../parts/page.tsx'
import { useHome } from '../session/home.ts'
import { useStaff } from '../session/staff.ts'
import { Clock, LinkState, ThemeButton } from './bar.tsx'
import { KeysBar } from './keys-bar.tsx'
import { LanguageButton } from './language-button.tsx'
import { RailFrame } from './rail-frame.tsx'
import { t } from './texts.ts'

const pages = [
  { to: '/partners', title: t('overview'), Page: lazyPart(() => import('../features/partners/own-page.tsx')) },
  {
    to: '/partners/weeks',
    title: t('ownWeeks'),
    Page: lazyPart(() => import('../features/partners/own-weeks-page.tsx')),
  },
  {
    to: '/partners/members',
    title: t('ownMembers'),
    Page: lazyPart(() => import('../features/partners/own-members-page.tsx')),
  },
  { to: '/partners/link', title: t('ownLink'), Page: lazyPart(() => import('../features/partners/own-link-page.tsx')) },
] as const

/** What stands around the page of a partner, who is no staff: nothing of the console but what is his own. */
export function PartnerShell() {
  const partner = useStaff((state) => state.partner)
  const isDemo = useHome(({ home }) => home?.moneyMode === 'DEMO')
  if (partner === null) return null
  return (
    <div className="shell">
      <RailFrame
        brand={t('partnerBrand')}
        name={partner.name}
        role={
          <>
            {t('partners')} · {partner.username}
          </>
        }
      >
        <section aria-labelledby="rail-own">
          <h2 id="rail-own">{t('ownPartner')}</h2>
          {pages.map(({ to, title }) => (
            <NavLink key={to} to={to} end title={title}>
              <AreaIcon name="partners" />
              <span>{title}</span>
            </NavLink>
          ))}
        </section>
      </RailFrame>
      <header className="bar">
        {isDemo && <Badge tone="demo">{t('demo')}</Badge>}
        <span className="sp" />
        <LinkState />
        <Clock />
        <LanguageButton />
        <ThemeButton />
      </header>
      <div className="work-in">
        <Suspense fallback={<PageSkeleton />}>
          <Routes>
            {pages.map(({ to, Page }) => (
              <Route key={to} path={to} element={<Page />} />
            ))}
            <Route path="*" element={<Navigate to="/partners" replace />} />
          </Routes>
        </Suspense>
      </div>
      <KeysBar />
    </div>
  )
}
