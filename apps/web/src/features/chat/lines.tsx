import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Chat, ChatLine } from '@maru/contract'
import { formatDay, formatMinute, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { chatTexts } from './texts.ts'
import type { Outbox, Outgoing } from './use-outbox.ts'

/** What both sides said, and what is on its way. */
export function Lines({ chat, outbox }: { chat: Chat; outbox?: Outbox }) {
  const t = useTexts(chatTexts)
  const { id, openedAt, joinedAt, staffName, lines } = chat
  const first = lines.find(({ from }) => from === 'STAFF')?.id
  const sent = new Set(lines.map(({ clientId }) => clientId))
  const waiting = outbox?.waiting.filter(({ clientId }) => !sent.has(clientId)) ?? []
  return (
    <>
      {joinedAt !== null && (
        <p className="lc-no num">{t('number', { day: formatDay(openedAt), id: id.toLocaleString() })}</p>
      )}
      <ol className="lc-lines" aria-label={t('conversation')} aria-live="polite">
        {lines.map((line) => (
          <li key={line.clientId} className={line.from === 'MEMBER' ? 'is-mine' : ''}>
            {line.id === first && joinedAt !== null && (
              <p className="lc-who">
                <b>{staffName}</b> <span className="num">{t('joined', { at: formatMinute(joinedAt) })}</span>
              </p>
            )}
            <Said line={line} isRead={line.seq <= chat.staffRead} />
          </li>
        ))}
        {waiting.map((one) => (
          <li key={one.clientId} className="is-mine is-waiting">
            <Leaving one={one} outbox={outbox!} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Said({ line: { from, text, fileId, at }, isRead }: { line: ChatLine; isRead: boolean }) {
  const t = useTexts(chatTexts)
  return (
    <>
      {fileId !== null && <Picture id={fileId} />}
      <p>{text}</p>
      <time className="num" dateTime={new Date(at).toISOString()}>
        {formatMinute(at)}
        {from === 'MEMBER' && isRead && ` · ${t('read')}`}
      </time>
    </>
  )
}

function Leaving({ one, outbox }: { one: Outgoing; outbox: Outbox }) {
  const t = useTexts(chatTexts)
  return (
    <>
      <p>{one.text}</p>
      {one.isFailed ? (
        <span className="lc-failed" role="alert">
          {t('failed')}
          <button type="button" onClick={() => outbox.again(one)}>
            {t('again')}
          </button>
          <button type="button" onClick={() => outbox.discard(one)}>
            {t('discard')}
          </button>
        </span>
      ) : (
        <small>{t('sending')}</small>
      )}
    </>
  )
}

function Picture({ id }: { id: number }) {
  const t = useTexts(chatTexts)
  const { data, isError } = useQuery({
    queryKey: ['picture', id],
    queryFn: () => call('GET /api/file/:id', { params: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <img src={`data:${data.type};base64,${data.data}`} alt={t('picture')} />
  return isError ? <small>{t('pictureFailed')}</small> : <Skeleton height={120} />
}
