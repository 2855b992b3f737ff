import { useTexts } from '@maru/client/i18n/texts'
import { CountBadge, Icon } from '@maru/ui'
import { Link } from 'react-router'
import { useSession } from '../session/store.ts'
import { appTexts } from './texts.ts'

/** The way to the messages, with how many are unread. A guest has none. */
export function MessageBell() {
  const t = useTexts(appTexts)
  const isMember = useSession(({ status }) => status === 'success')
  const unread = useSession((session) => session.unread)
  if (!isMember) return null
  return (
    <Link to="/more/message" className="ib" aria-label={t('unread', { count: unread })}>
      <Icon name="bell" />
      <CountBadge count={unread} />
    </Link>
  )
}
