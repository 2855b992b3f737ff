import './chat.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, buttonClass, Icon } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useMinute } from '../../kit/use-minute.ts'
import { useChatHours, useSupport } from '../../kit/use-support.ts'
import { LoadFailed } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { showAlert } from '../../shell/alert.tsx'
import { Ended } from './ended.tsx'
import { Talk } from './talk.tsx'
import { chatTexts } from './texts.ts'
import { takeChat, useChat } from './use-chat.ts'
import { useOutbox } from './use-outbox.ts'
import { Waiting } from './waiting.tsx'

/** The live chat: before it, in the queue, in it, and after it. */
export default function ChatPage() {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [isNew, setNew] = useState(false)
  const query = useChat()
  // One for the whole visit: what could not be sent in the queue is still there when somebody comes.
  const chat = query.data
  const outbox = useOutbox(chat?.id)
  async function open() {
    if (busy) return
    setBusy(true)
    try {
      takeChat(cache, await call('POST /api/chat/open', { body: {} }))
      setNew(false)
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  if (chat === undefined)
    return (
      <main id="main" className="lc" aria-busy={query.isPending}>
        {query.isError ? <LoadFailed query={query} /> : <RowSkeletons />}
      </main>
    )
  if (chat?.state === 'WAITING') return <Waiting chat={chat} outbox={outbox} />
  if (chat?.state === 'OPEN') return <Talk chat={chat} outbox={outbox} isTyping={query.isTyping} />
  if (chat !== null && !isNew) return <Ended chat={chat} onNew={() => setNew(true)} />
  return <Start busy={busy} onOpen={() => void open()} />
}

function Start({ busy, onOpen }: { busy: boolean; onOpen: () => void }) {
  const t = useTexts(chatTexts)
  const support = useSupport()
  const hours = useChatHours(useMinute())
  const isClosed = hours?.isOpen === false
  return (
    <main id="main" className="lc lc-start">
      <h2>{t(isClosed ? 'closedTitle' : 'startTitle')}</h2>
      <p>{t(isClosed ? 'closedHint' : 'startHint', support)}</p>
      {hours && <p className="lc-hours num">{t('openHours', { from: hours.from, to: hours.to })}</p>}
      <Safety />
      {isClosed ? (
        <Link to="/service/contact/write" className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
          {t('inquiry')}
        </Link>
      ) : (
        <Button tone="primary" size={52} className="wide" aria-busy={busy} onClick={onOpen}>
          {t('start')}
        </Button>
      )}
      <Link to="/support/faq" className="lc-row">
        {t('faq')}
        <Icon name="right" small />
      </Link>
      {!isClosed && (
        <Link to="/service/contact/write" className="lc-row">
          {t('inquiry')}
          <Icon name="right" small />
        </Link>
      )}
    </main>
  )
}

/** What staff never ask for. */
export function Safety() {
  const t = useTexts(chatTexts)
  return (
    <p className="lc-safe">
      <Icon name="shield" />
      <span>{t('safety')}</span>
    </p>
  )
}
