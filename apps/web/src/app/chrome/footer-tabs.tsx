import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../session/store.ts'
import { rememberLastOpened } from '../../shell/landing.ts'
import { appTexts } from '../../shell/texts.ts'
import { useSite } from '../../site/store.ts'
import { activeTab, tabsOf } from './tabs.ts'

/** Footer tabs of 56 px. Where a member goes by them is remembered as the last opened page. */
export function FooterTabs() {
  const t = useTexts(appTexts)
  const signedIn = useSession(({ status }) => status === 'success')
  const site = useSite(({ site }) => site)
  const { pathname } = useLocation()
  const tabs = site ? tabsOf(site) : []
  const active = activeTab(tabs, pathname)
  return (
    <nav className="ftr" aria-label={t('mainMenu')}>
      {tabs.map((tab) => (
        <Link
          key={tab.text}
          to={signedIn ? tab.to : (tab.guestTo ?? tab.to)}
          aria-current={tab === active ? 'page' : undefined}
          onClick={() => site && signedIn && rememberLastOpened(site.code, tab.to)}
        >
          <Icon name={tab.icon} />
          {t(tab.text)}
        </Link>
      ))}
    </nav>
  )
}
