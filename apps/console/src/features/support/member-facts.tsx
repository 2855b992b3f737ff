import { call } from '@maru/client/api/client'
import { formatDay, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { memberStatusWords, walletWord } from '../../parts/desk-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { MemberRecent } from './member-recent.tsx'
import { t } from './texts.ts'

const mostNotes = 3

/** Who asks: what an answer needs to know of him, and the way to the rest. */
export function MemberFacts({ id, name, username }: { id: number; name: string; username: string }) {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['member', 'one', siteId, String(id)],
    queryFn: () => call('GET /api/console/member/:id', { params: { id: String(id) } }),
  })
  return (
    <>
      <h3>
        {name}{' '}
        <span className="r">
          <Link to={`/members/${id}`}>{t('memberId', { id })}</Link>
        </span>
      </h3>
      <dl className="kv">
        <dt>{t('username')}</dt>
        <dd>{username}</dd>
        {data && (
          <>
            <dt>{t('status')}</dt>
            <dd>{memberStatusWords[data.status]}</dd>
            <dt>{t('joined')}</dt>
            <dd>{formatDay(data.createdAt)}</dd>
            {data.wallets
              .filter(({ point, type }) => point !== '0' || type === 'BINARY')
              .map(({ type, currency, point }) => (
                <div key={type} className="sp-w">
                  <dt>{walletWord(type)}</dt>
                  <dd>{formatMoney(point, currency)}</dd>
                </div>
              ))}
            <dt>{t('sessions')}</dt>
            <dd>{data.sessions.length}</dd>
          </>
        )}
      </dl>
      <MemberRecent id={id} />
      {data !== undefined && data.notes.length > 0 && (
        <>
          <h3>
            {t('memberNotes')} <span className="r">{t('pastCount', { count: data.notes.length })}</span>
          </h3>
          <ul className="log">
            {data.notes.slice(0, mostNotes).map((note) => (
              <li key={note.id}>
                <time className="num">{formatDay(note.createdAt).slice(5)}</time>
                <span>{note.text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
