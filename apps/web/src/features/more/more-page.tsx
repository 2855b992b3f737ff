import './more.css'
import { Badge, Icon } from '@maru/ui'
import { Link } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { askSignOut } from '../../shell/ask-sign-out.ts'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { type MenuEntry, menuOf } from '../../shell/menu.ts'
import { appTexts } from '../../shell/texts.ts'
import { useSite } from '../../site/store.ts'
import { moreTexts } from './texts.ts'

/** Every page that this site has, by group. */
export default function MorePage() {
  const t = useTexts(appTexts)
  const tMore = useTexts(moreTexts)
  const site = useSite(({ site }) => site)
  const me = useSession(({ me }) => me)
  if (!site || !me) return null
  const menu = menuOf(site)
  return (
    <main id="main" className="more">
      <Link to="/more/mypage" className="more-me">
        <span className="more-face" aria-hidden="true">
          {[...me.nick][0]}
        </span>
        <span>
          <b>{me.nick}</b>
          <small>{me.username}</small>
        </span>
        <Icon name="right" small />
      </Link>
      <div className="band" />
      <Group title={tMore('groupTrade')} entries={menu.trade} />
      <div className="band" />
      <Group title={tMore('groupAccount')} entries={menu.account} />
      <div className="band" />
      <Group title={tMore('groupService')} entries={menu.service} />
      <div className="band" />
      <button type="button" className="more-r" onClick={() => void askSignOut()}>
        <Icon name="exit" />
        <span>{t('signout')}</span>
      </button>
      <div className="more-legal">
        <LegalFooter />
      </div>
    </main>
  )
}

function Group({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  const t = useTexts(appTexts)
  return (
    <nav aria-label={title} className="more-g">
      <h2>{title}</h2>
      {entries.map(({ icon, text, to }) =>
        to ? (
          <Link key={text} to={to} className="more-r">
            <Icon name={icon} />
            <span>{t(text)}</span>
            <Icon name="right" small />
          </Link>
        ) : (
          <button key={text} type="button" className="more-r" onClick={() => void showAlert(t('preparing'))}>
            <Icon name={icon} />
            <span>{t(text)}</span>
            <Badge>{t('soon')}</Badge>
          </button>
        ),
      )}
    </nav>
  )
}
