import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { CountBadge, Icon, type IconName } from '@maru/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { noticesQuery } from '../../kit/notices-query.ts'
import { newNotices } from '../../kit/seen-notices.ts'
import { useSession } from '../../session/store.ts'
import { unreadAnswersQuery } from '../../shell/menu-unread.tsx'
import { clock } from '../../shell/server-clock.ts'
import { moreTexts } from './texts.ts'

/** Below the key of wallets, as the page of coupons has it. */
const bonusesQuery = queryOptions({ queryKey: ['wallet', 'bonus'], queryFn: () => call('GET /api/coupon/bonus') })

/** What waits for a member, at one glance: messages, notices that he did not see, answers, bonuses that run. */
export function Tiles({ memberId }: { memberId: number }) {
  const t = useTexts(moreTexts)
  const messages = useSession(({ unread }) => unread)
  const notices = useQuery(noticesQuery('ALL')).data ?? []
  const answers = useQuery(unreadAnswersQuery).data?.count ?? 0
  const bonuses = useQuery(bonusesQuery).data?.bonuses ?? []
  return (
    <nav aria-label={t('shortcuts')} className="more-q">
      <Tile to="/more/message" icon="bell" text={t('messages')} count={messages} />
      <Tile
        to="/more/notice"
        icon="info"
        text={t('notices')}
        count={newNotices(localStorage, memberId, notices, clock.now())}
      />
      <Tile to="/service/contact" icon="mail" text={t('contact')} count={answers} />
      <Tile
        to="/more/coupon"
        icon="star"
        text={t('coupons')}
        count={bonuses.filter(({ closedAt }) => closedAt === null).length}
      />
    </nav>
  )
}

function Tile({ to, icon, text, count }: { to: string; icon: IconName; text: string; count: number }) {
  return (
    <Link to={to}>
      <Icon name={icon} />
      <span>{text}</span>
      <CountBadge count={count} />
    </Link>
  )
}
