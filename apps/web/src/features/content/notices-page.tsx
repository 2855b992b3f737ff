import './content.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { NoticeCategory, NoticeRow } from '@maru/contract'
import { Badge, formatDay, formatMinute, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { noticesQuery } from '../../kit/notices-query.ts'
import { markNoticesSeen, noticesSeenUntil } from '../../kit/seen-notices.ts'
import { FilterChips } from '../../lists/filter-chips.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { useSession } from '../../session/store.ts'
import { clock } from '../../shell/server-clock.ts'
import { contentTexts } from './texts.ts'

const categories = ['NOTICE', 'MAINTENANCE', 'EVENT', 'MONEY'] as const satisfies readonly NoticeCategory[]

/** What the house tells its members: pinned notices first, then the newest. */
export default function NoticesPage() {
  const t = useTexts(contentTexts)
  const [category, setCategory] = useState<NoticeCategory | 'ALL'>('ALL')
  const notices = useQuery(noticesQuery(category))
  const rows = notices.data ?? []
  const memberId = useSession(({ me }) => me?.id)
  // Those that came since the last look stay marked until this one is over.
  const [seen] = useState(() => (memberId === undefined ? null : noticesSeenUntil(localStorage, memberId, clock.now())))
  useEffect(() => {
    if (memberId !== undefined && notices.data) markNoticesSeen(localStorage, memberId, notices.data)
  }, [memberId, notices.data])
  const [pinned, others] = [rows.filter(({ isPinned }) => isPinned), rows.filter(({ isPinned }) => !isPinned)]
  return (
    <main id="main" className="ntc">
      <FilterChips
        label={t('category')}
        choices={[
          { value: 'ALL' as const, label: t('all') },
          ...categories.map((value) => ({ value, label: t(value) })),
        ]}
        value={category}
        onChange={setCategory}
      />
      <Loaded
        query={notices}
        isEmpty={rows.length === 0}
        empty={[t('none'), t('noneHint')]}
        skeleton={<RowSkeletons />}
      >
        {pinned.length > 0 && (
          <ul className="ntc-pins" aria-label={t('pinned')}>
            {pinned.map((row) => (
              <Row key={row.id} row={row} isNew={seen !== null && row.startAt > seen} />
            ))}
          </ul>
        )}
        {pinned.length > 0 && others.length > 0 && <div className="band" />}
        {others.length > 0 && (
          <ul>
            {others.map((row) => (
              <Row key={row.id} row={row} isNew={seen !== null && row.startAt > seen} />
            ))}
          </ul>
        )}
      </Loaded>
    </main>
  )
}

interface RowProps {
  row: NoticeRow
  isNew: boolean
}

function Row({ row: { id, title, category, startAt, isPinned }, isNew }: RowProps) {
  const t = useTexts(contentTexts)
  return (
    <li>
      <Link to={`/more/notice/${id}`} className="ntc-r">
        {isPinned && <Pin />}
        <span>
          <b>{title}</b>
          {isNew && (
            <i className="ntc-new">
              <span className="sr">{t('isNew')}</span>
            </i>
          )}
          <small>
            <Badge>{t(category)}</Badge>
            <span className="num">{`${formatDay(startAt)} ${formatMinute(startAt)}`}</span>
          </small>
        </span>
        <Icon name="right" small />
      </Link>
    </li>
  )
}

const Pin = () => (
  <svg className="ic ntc-pin" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M9 4h6l-1 6 3 3.5H7L10 10 9 4ZM12 13.5V20" fill="none" stroke="currentColor" strokeWidth="1.8" />
  </svg>
)
