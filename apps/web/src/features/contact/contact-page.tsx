import './contact.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { InquiryRow } from '@maru/contract'
import { Badge, buttonClass, formatDay, formatMinute, Tabs } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSupport } from '../../kit/use-support.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { clock } from '../../live/index.ts'
import { ChatCard } from './chat-card.tsx'
import { useInquiries, useRenewal } from './queries.ts'
import { contactTexts } from './texts.ts'

type Which = 'all' | 'open' | 'closed'
export const stateTone = { OPEN: 'warn', ANSWERED: 'ok', CLOSED: 'neutral' } as const

/** What the member asked, the newest first, each with its state and when its answer is due. */
export default function ContactPage() {
  const t = useTexts(contactTexts)
  const support = useSupport()
  const [which, setWhich] = useState<Which>('all')
  const inquiries = useInquiries()
  useRenewal()
  const all = inquiries.data ?? []
  const closed = all.filter(({ state }) => state === 'CLOSED')
  const open = all.filter(({ state }) => state !== 'CLOSED')
  const rows = { all, open, closed }[which]
  return (
    <main id="main" className="ctc">
      <Tabs
        label={t('which')}
        choices={[
          { value: 'all' as const, label: t('all', { count: String(all.length) }) },
          { value: 'open' as const, label: t('open', { count: String(open.length) }) },
          { value: 'closed' as const, label: t('closed', { count: String(closed.length) }) },
        ]}
        value={which}
        onChange={setWhich}
        panelId="inquiries"
      />
      <div id="inquiries" role="tabpanel" aria-labelledby={`inquiries-${which}`}>
        <Loaded
          query={inquiries}
          isEmpty={rows.length === 0}
          empty={[t('none'), t('noneHint', support)]}
          skeleton={<RowSkeletons />}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Loaded>
      </div>
      <ChatCard />
      <p className="ctc-n">{t('within', support)}</p>
      <div className="ctc-end">
        <Link to="/service/contact/write" className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
          {t('write')}
        </Link>
      </div>
    </main>
  )
}

function Row({ row }: { row: InquiryRow }) {
  const t = useTexts(contactTexts)
  return (
    <Link to={`/service/contact/${row.id}`} className="ctc-r">
      <span>
        <b>{row.question}</b>
        <small className="num">{useTimes(row)}</small>
      </span>
      <Badge tone={stateTone[row.state]}>{t(row.state)}</Badge>
      {row.isUnread && (
        <i className="ctc-dot">
          <span className="sr">{t('unread')}</span>
        </i>
      )}
    </Link>
  )
}

/** When it was asked, and when it was or will be answered. */
export function useTimes({ createdAt, dueAt, answeredAt }: InquiryRow): string {
  const t = useTexts(contactTexts)
  const at = (time: number) => `${formatDay(time).slice(5)} ${formatMinute(time)}`
  if (dueAt !== null) return `${at(createdAt)} · ${dueAt < clock.now() ? t('late') : t('due', { at: at(dueAt) })}`
  return `${at(createdAt)}${answeredAt === null ? '' : ` · ${t('answered', { at: at(answeredAt) })}`}`
}
