import { Badge, BrandMark, Icon, IconButton } from '@maru/ui'
import { Navigate, NavLink, Route, Routes } from 'react-router'
import { Clock, LinkState, ThemeButton } from '../../app/bar.tsx'
import { KeysBar } from '../../app/keys-bar.tsx'
import { LanguageButton } from '../../app/language-button.tsx'
import { AreaIcon } from '../../parts/area-icon.tsx'
import { useHome } from '../../session/home.ts'
import { signOut } from '../../session/session.ts'
import { useStaff } from '../../session/staff.ts'
import { t } from '../partners/texts.ts'
import { OwnPage } from './own-page.tsx'

/** What stands around the page of a partner, who is no staff: nothing of the console but his own tree. */
export default function PartnerShell() {
  const partner = useStaff((state) => state.partner)
  const isDemo = useHome(({ home }) => home?.moneyMode === 'DEMO')
  if (partner === null) return null
  return (
    <div className="shell">
      <nav className="rail" aria-label={t('pages')}>
        <div className="brand">
          <BrandMark size={24} />
          <span>{t('brand')}</span>
        </div>
        <div className="rail-in">
          <section aria-labelledby="rail-own">
            <h2 id="rail-own">{t('own')}</h2>
            <NavLink to="/partners" title={t('overview')}>
              <AreaIcon name="partners" />
              <span>{t('overview')}</span>
            </NavLink>
          </section>
        </div>
        <div className="me">
          <div className="me-w">
            <b>{partner.name}</b>
            {t('partner')} · {partner.username}
          </div>
          <IconButton label={t('signOut')} title={t('signOut')} onClick={() => void signOut()}>
            <Icon name="exit" />
          </IconButton>
        </div>
      </nav>
      <header className="bar">
        {isDemo && <Badge tone="demo">{t('demo')}</Badge>}
        <span className="sp" />
        <LinkState />
        <Clock />
        <LanguageButton />
        <ThemeButton />
      </header>
      <div className="work-in">
        <Routes>
          <Route path="/partners" element={<OwnPage />} />
          <Route path="*" element={<Navigate to="/partners" replace />} />
        </Routes>
      </div>
      <KeysBar />
    </div>
  )
}
