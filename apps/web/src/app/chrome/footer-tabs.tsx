import { Icon } from '@maru/ui'
import { NavLink, useLocation } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { useSession } from '../../session/store.ts'
import { useSite } from '../../site/store.ts'
import { rememberLastOpened } from '../landing.ts'
import { appTexts } from '../texts.ts'
import { tabsOf } from './tabs.ts'

/** Footer tabs of 56 px. Where a member goes by them is remembered as the last opened page. */
export function FooterTabs() {
  const t = useTexts(appTexts)
  const signedIn = useSession(({ status }) => status === 'success')
  const site = useSite(({ site }) => site)
  const { pathname } = useLocation()
  return (
    <nav className="ftr" aria-label={t('mainMenu')}>
      {tabsOf(pathname, site).map(({ icon, text, to, guestTo }) => (
        <NavLink
          key={to}
          to={signedIn ? to : (guestTo ?? to)}
          onClick={() => site && signedIn && rememberLastOpened(site.code, to)}
        >
          <Icon name={icon} />
          {t(text)}
        </NavLink>
      ))}
    </nav>
  )
}
