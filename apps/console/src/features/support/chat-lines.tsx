import { call } from '@maru/client/api/client'
import type { DeskChat } from '@maru/contract'
import { Button, formatTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** What both sides said, as text; whoever is in the chat reads it by looking. */
export function ChatLines({ row }: { row: DeskChat }) {
  const me = useMe()
  const { id, lines, memberRead, staffRead, state, staffId } = row
  const last = lines.findLast(({ from }) => from === 'MEMBER')?.seq ?? 0
  const isMine = state === 'OPEN' && staffId === me.memberId
  useEffect(() => {
    if (!isMine || last <= staffRead) return
    // The next message tells it again.
    call('POST /api/console/chat/:id/read', { params: { id: String(id) }, body: { seq: last } }).catch(
      (error: unknown) => console.warn('chat: read', error),
    )
  }, [id, isMine, last, staffRead])
  return (
    <ul className="sp-lines" aria-live="polite">
      {lines.map(({ id: lineId, seq, from, text, fileId, at }) => (
        <li key={lineId} className={from === 'STAFF' ? 'is-ours' : ''}>
          <small>
            {from === 'STAFF' ? t('staff') : row.name}
            <time className="num">
              {formatTime(at)}
              {from === 'STAFF' && seq <= memberRead && t('read')}
            </time>
          </small>
          <p>{text}</p>
          {fileId !== null && <Picture chatId={id} fileId={fileId} />}
        </li>
      ))}
    </ul>
  )
}

/** A picture that was sent along: shown on request, because looking at it is written down. */
function Picture({ chatId, fileId }: { chatId: number; fileId: number }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['chat', 'file', chatId, fileId],
    queryFn: () =>
      call('GET /api/console/chat/:id/file/:fileId', { params: { id: String(chatId), fileId: String(fileId) } }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data)
    return (
      <img
        className="evidence"
        src={`data:${data.type};base64,${data.data}`}
        alt={t('pictureOf', { name: data.name })}
      />
    )
  return (
    <Button size={36} aria-busy={open && !error} onClick={() => setOpen(true)}>
      {error ? errorText(error) : t('showPicture')}
    </Button>
  )
}
