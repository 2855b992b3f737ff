import './more.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Badge, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { standingQuery } from '../../kit/partner-standing.ts'
import { useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { askSignOut } from '../../shell/ask-sign-out.ts'
import { LegalFooter } from '../../shell/legal-footer.tsx'
import { type MenuGroup, menuOf } from '../../shell/menu.ts'
import { MenuIcon } from '../../shell/menu-icon.tsx'
import { menuTexts } from '../../shell/menu-texts.ts'
import { useSite } from '../../site/store.ts'
import { Fact, Verified } from './facts.tsx'
import { Tiles } from './tiles.tsx'

/** Every page that this site has, by group. */
export default function MorePage() {
  const t = useTexts(menuTexts)
  const site = useSite(({ site }) => site)
  const me = useSession(({ me }) => me)
  if (!site || !me) return null
  return (
    <main id="main" className="more">
      <Link to="/more/mypage" className="more-me">
        <span className="more-face" aria-hidden="true">
          {[...me.nick][0]}
        </span>
        <span>
          <b>{me.nick}</b>
          <small>
            {me.username}
            <Verified />
          </small>
        </span>
        <Icon name="right" small />
      </Link>
      <Tiles memberId={me.id} />
      {menuOf(site, true).map((group) => (
        <Fragment key={group.title}>
          <div className="band" />
          <Group {...group} />
        </Fragment>
      ))}
      <div className="band" />
      <PartnerLink />
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

/** Only partners have something there. */
function PartnerLink() {
  const t = useTexts(menuTexts)
  const own = useQuery(standingQuery).data?.own ?? null
  if (own === null) return null
  return (
    <Link to="/more/partner" className="more-r">
      <MenuIcon name="people" />
      <span>{t('partner')}</span>
      <Icon name="right" small />
    </Link>
  )
}

function Group({ title, entries }: MenuGroup) {
  const t = useTexts(menuTexts)
  return (
    <nav aria-label={t(title)} className="more-g">
      <h2>{t(title)}</h2>
      {entries.map(({ icon, text, to }) =>
        to ? (
          <Link key={text} to={to} className="more-r">
            <MenuIcon name={icon} />
            <span>{t(text)}</span>
            <Fact of={text} />
            <Icon name="right" small />
          </Link>
        ) : (
          <button key={text} type="button" className="more-r" onClick={() => void showAlert(t('preparing'))}>
            <MenuIcon name={icon} />
            <span>{t(text)}</span>
            <Badge>{t('soon')}</Badge>
          </button>
        ),
      )}
    </nav>
  )
}
