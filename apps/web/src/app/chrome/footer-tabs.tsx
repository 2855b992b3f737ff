import { Icon, type IconName } from '@maru/ui'
import { NavLink } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { useSession } from '../../session/store.ts'
import { useSite } from '../../site/store.ts'
import { isPathEnabled, rememberLastOpened } from '../landing.ts'
import { type AppText, appTexts } from '../texts.ts'

interface Tab {
  icon: IconName
  text: AppText
  to: string
  /** Where the site has not that page, this one. */
  otherwise?: string
  /** Guests get this page instead. */
  guestTo?: string
}

/** The tabs of this version. Those that a site has switched off are left out. */
const tabs: readonly Tab[] = [
  { icon: 'trade', text: 'trade', to: '/exchange', guestTo: '/exchangeView' },
  { icon: 'futures', text: 'futures', to: '/future', guestTo: '/futureView' },
  { icon: 'bolt', text: 'order', to: '/oversea', guestTo: '/overseaView' },
  { icon: 'wallet', text: 'wallet', to: '/wallet/asset' },
  { icon: 'search', text: 'lookup', to: '/search', otherwise: '/wallet/history' },
  { icon: 'more', text: 'more', to: '/more' },
]

/** Footer tabs of 56 px. Where a member goes by them is remembered as the last opened page. */
export function FooterTabs() {
  const t = useTexts(appTexts)
  const signedIn = useSession(({ status }) => status === 'success')
  const site = useSite(({ site }) => site)
  return (
    <nav className="ftr" aria-label={t('mainMenu')}>
      {tabs
        .map(({ otherwise, ...tab }) =>
          otherwise && site && !isPathEnabled(tab.to, site) ? { ...tab, to: otherwise } : tab,
        )
        .filter(({ to }) => !site || isPathEnabled(to, site))
        .map(({ icon, text, to, guestTo }) => (
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
