import { useTexts } from '@maru/client/i18n/texts'
import { Badge, Drawer, Icon } from '@maru/ui'
import { Link, useLocation } from 'react-router'
import { useSession } from '../session/store.ts'
import { useSite } from '../site/store.ts'
import { showAlert } from './alert.tsx'
import { askSignOut } from './ask-sign-out.ts'
import { type MenuEntry, menuOf } from './menu.ts'
import { MenuIcon } from './menu-icon.tsx'
import { menuTexts } from './menu-texts.ts'
import { UnreadAnswers } from './menu-unread.tsx'

/** The main menu, 256 px from the left. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(menuTexts)
  const site = useSite(({ site }) => site)
  const me = useSession(({ me }) => me)
  const { pathname } = useLocation()
  if (!site) return null

  const row = ({ icon, text, to }: MenuEntry) =>
    to ? (
      <Link key={text} to={to} onClick={onClose} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
        <MenuIcon name={icon} />
        <b>{t(text)}</b>
        {text === 'contact' && me && open && <UnreadAnswers />}
      </Link>
    ) : (
      <button key={text} type="button" className="row-b" onClick={() => showAlert(t('preparing'))}>
        <MenuIcon name={icon} />
        <b>{t(text)}</b>
        <Badge>{t('soon')}</Badge>
      </button>
    )
  return (
    <Drawer open={open} onClose={onClose} title={me ? me.nick : site.name} className="menu">
      <nav aria-label={t('mainMenu')}>
        {menuOf(site, me !== null).map(({ title, entries }) => (
          <div key={title} className="menu-g">
            {entries.map(row)}
          </div>
        ))}
      </nav>
      {me ? (
        <button
          type="button"
          className="row-b"
          onClick={() => {
            onClose()
            void askSignOut()
          }}
        >
          <Icon name="exit" />
          <b>{t('signout')}</b>
        </button>
      ) : (
        <Link to="/signin" onClick={onClose}>
          <Icon name="user" />
          <b>{t('signin')}</b>
        </Link>
      )}
      <a href="tel:1336">
        <Icon name="phone" />
        <b>{t('helpline')}</b>
      </a>
    </Drawer>
  )
}
