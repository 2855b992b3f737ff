import { call } from '@maru/client/api/client'
import { Badge, Empty, formatCount, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { traitWords } from '../../parts/desk-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** What sign-ups of one code have in common: whoever brings himself under other names is found here. */
export function Shared({ id }: { id: number }) {
  const siteId = useSiteId()
  const shared = useQuery({
    queryKey: ['partner-shared', siteId, id],
    queryFn: () => call('GET /api/console/partner/:id/shared', { params: { id: String(id) } }),
  })
  if (shared.isError) return <Empty title={t('sharedFailed')}>{errorText(shared.error)}</Empty>
  if (!shared.data) return <Skeleton width="100%" height={64} />
  return (
    <ul className="pn-below">
      {shared.data.map(({ kind, hash, count, isOwn }) => (
        <li key={`${kind}${hash}`}>
          <Link to={`/members?q=${hash.slice(0, 16)}`}>{traitWords[kind]}</Link>
          <span>{isOwn && <Badge tone="warn">{t('ownAccount')}</Badge>}</span>
          <span className="num">{t('memberCount', { count: formatCount(count) })}</span>
        </li>
      ))}
      {shared.data.length === 0 && <li className="dim">{t('noShared')}</li>}
    </ul>
  )
}
