import { useTexts } from '@maru/client/i18n/texts'
import type { MessageKind, MessageRow } from '@maru/contract'
import { Button, formatDateTime, formatMinute, Icon, type IconName } from '@maru/ui'
import { Link } from 'react-router'
import { dayWithWeekday, groupedByDay } from '../../lists/days.ts'
import { listTexts } from '../../lists/texts.ts'
import { groupOf } from './groups.ts'
import { messageTexts } from './texts.ts'

const icons: Readonly<Record<MessageKind, IconName>> = {
  PRICE: 'bell',
  LIQUIDATION: 'warn',
  ROUND: 'clock',
  ORDER: 'futures',
  MONEY: 'swap',
  ECONOMIC: 'info',
  SECURITY: 'shield',
  ANSWER: 'mail',
  HOUSE: 'home',
}

/** Messages below their days; a tap opens one. */
export function MessageList({ rows, onOpen }: { rows: readonly MessageRow[]; onOpen: (row: MessageRow) => void }) {
  const t = useTexts(messageTexts)
  const tLists = useTexts(listTexts)
  return groupedByDay(rows, ({ createdAt }) => createdAt).map((entry) =>
    entry.kind === 'day' ? (
      <h2 key={entry.id} className="day num">
        {dayWithWeekday(entry.day, tLists('weekdays'))}
      </h2>
    ) : (
      <button
        key={entry.id}
        type="button"
        className={entry.row.isRead ? 'mbx-r' : 'mbx-r is-new'}
        aria-haspopup="dialog"
        onClick={() => onOpen(entry.row)}
      >
        <i className="mbx-i">
          <Icon name={icons[entry.row.kind]} />
        </i>
        <span>
          <b>{entry.row.title}</b>
          <small>{entry.row.content}</small>
          {!entry.row.isRead && <span className="sr">{t('isUnread')}</span>}
        </span>
        <time className="num" dateTime={new Date(entry.row.createdAt).toISOString()}>
          {formatMinute(entry.row.createdAt)}
        </time>
      </button>
    ),
  )
}

/** What a message says, and what may be done with it. */
export function MessageText({
  message: { kind, content, link, createdAt },
  onRemove,
  onClose,
}: {
  message: MessageRow
  onRemove: () => void
  onClose: () => void
}) {
  const t = useTexts(messageTexts)
  return (
    <>
      <p className="mbx-t num">
        {t(groupOf[kind])} · {formatDateTime(createdAt)}
      </p>
      <p className="mbx-c">{content}</p>
      {link !== null && (
        <Link to={link} className="mbx-go">
          <Icon name={icons[kind]} />
          <span>{t('go')}</span>
          <Icon name="right" small />
        </Link>
      )}
      <p className="mbx-n">{t('never')}</p>
      <div className="sheet-a">
        <Button onClick={onRemove}>{t('remove')}</Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </>
  )
}
