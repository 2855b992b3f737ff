import './support.css'
import './chats.css'
import type { DeskChatRow } from '@maru/contract'
import { Badge, Empty, Segmented, Skeleton } from '@maru/ui'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Age } from '../../parts/age.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Page } from '../../parts/page.tsx'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ChatPanel } from './chat-panel.tsx'
import { EndedChats } from './ended-chats.tsx'
import { t } from './texts.ts'
import { useChats } from './use-chats.ts'

/** A member who waits longer than this is late. */
const lateMs = 60_000

const views = [
  { value: 'live', label: t('chatsLive') },
  { value: 'ended', label: t('chatsOver') },
] as const

/** The desk of live chats: who waits longest stands first; one chat is open beside the list. */
export default function ChatsPage() {
  const { '*': open = '' } = useParams()
  const navigate = useNavigate()
  const { data, error } = useChats()
  const rows = data?.content ?? []
  const at = rows.findIndex(({ id }) => String(id) === open)
  const [search, setSearch] = useSearchParams()
  const isEnded = search.get('view') === 'ended'
  const go = (id: number | undefined) =>
    void navigate(`${id === undefined ? '/chats' : `/chats/${id}`}${isEnded ? '?view=ended' : ''}`)
  const move = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) go(next.id)
  }
  useKeys(
    [
      { key: 'j', label: t('down'), run: () => move(1) },
      { key: 'k', label: t('up'), run: () => move(-1) },
    ],
    !isEnded,
  )
  const waiting = rows.filter(({ state }) => state === 'WAITING')
  return (
    <Page
      title={t('chats')}
      tools={
        <Segmented
          label={t('show')}
          choices={views}
          value={isEnded ? 'ended' : 'live'}
          onChange={(view: 'live' | 'ended') => setSearch(view === 'ended' ? { view } : {}, { replace: true })}
        />
      }
      sub={
        <span className="sub num">
          {t('counts', { waiting: waiting.length, open: rows.length - waiting.length })}
          {data?.waitSec != null && t('average', { seconds: data.waitSec })}
        </span>
      }
      side={
        /^\d+$/.test(open) && (
          <ChatPanel
            key={open}
            id={Number(open)}
            place={{ at, of: rows.length, go: (by) => go(rows[at + by]?.id) }}
            onClose={() => go(undefined)}
          />
        )
      }
    >
      {isEnded && <EndedChats open={open} onOpen={go} />}
      {!isEnded && (
        <div className="panel grow chl" aria-busy={!data && !error}>
          {!data && !error && <Skeleton width="100%" height={120} />}
          {!data && error && <Empty title={t('chatFailed')}>{errorText(error)}</Empty>}
          {data && rows.length === 0 && <Empty title={t('nobody')}>{t('nobodyHint')}</Empty>}
          <ul aria-label={t('chat')}>
            {rows.map((row) => (
              <Row key={row.id} row={row} isOpen={String(row.id) === open} onOpen={() => go(row.id)} />
            ))}
          </ul>
        </div>
      )}
    </Page>
  )
}

function Row({ row, isOpen, onOpen }: { row: DeskChatRow; isOpen: boolean; onOpen: () => void }) {
  const me = useMe()
  const { state, name, username, last, unread, staffId, staffName, openedAt, joinedAt } = row
  const isMine = staffId === me.memberId
  return (
    <li>
      <button type="button" aria-current={isOpen} onClick={onOpen}>
        <b>{name}</b>
        <Badge tone={state === 'WAITING' ? 'warn' : isMine ? 'ok' : 'neutral'}>
          {state === 'WAITING' ? t('waiting') : isMine ? t('mine') : staffName}
        </Badge>
        {unread > 0 && <Badge tone="warn">{unread}</Badge>}
        <span className="sp" />
        <Age since={joinedAt ?? openedAt} {...(state === 'WAITING' && { lateMs })} />
        <small>
          {username} · {last === '' ? t('nothingSaid') : last}
        </small>
      </button>
    </li>
  )
}
