import './more.css'
import { useTexts } from '@maru/client/i18n/texts'
import { formatDay, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { standingQuery } from '../../kit/partner-standing.ts'
import { useSession } from '../../session/store.ts'
import { menuTexts } from '../../shell/menu-texts.ts'
import { NickSheet } from './nick-sheet.tsx'
import { moreTexts } from './texts.ts'

/** Who the member is. */
export default function MypagePage() {
  const t = useTexts(moreTexts)
  const tApp = useTexts(menuTexts)
  const me = useSession(({ me }) => me)
  const broughtBy = useQuery(standingQuery).data?.broughtBy
  const [editing, setEditing] = useState(false)
  if (!me) return null
  const rows = [
    [t('username'), me.username],
    [t('name'), me.name],
    [t('phone'), me.phone],
    [t('email'), me.email || t('none')],
    [t('joined'), formatDay(me.createdAt)],
  ] as const
  return (
    <main id="main">
      <section className="set">
        <h2>{t('profile')}</h2>
        <button type="button" className="pos-e" onClick={() => setEditing(true)} aria-haspopup="dialog">
          {t('nick')}
          <span>
            {me.nick}
            <Icon name="right" small />
          </span>
        </button>
        <dl className="facts">
          {rows.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {broughtBy && (
            <div>
              <dt>{t('broughtBy')}</dt>
              <dd>{t('broughtByName', broughtBy)}</dd>
            </div>
          )}
        </dl>
        {broughtBy && <p className="note">{t('broughtByNote')}</p>}
        <Link to="/more/security" className="pos-e">
          {tApp('security')}
          <span>
            <Icon name="right" small />
          </span>
        </Link>
        <Link to="/more/membership" className="pos-e">
          {tApp('membership')}
          <span>
            <Icon name="right" small />
          </span>
        </Link>
      </section>
      <NickSheet open={editing} onClose={() => setEditing(false)} me={me} />
    </main>
  )
}
