import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Chat } from '@maru/contract'
import { Button } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { showAlert } from '../../shell/alert.tsx'
import { Lines } from './lines.tsx'
import { Say } from './say.tsx'
import { chatTexts } from './texts.ts'
import { takeChat } from './use-chat.ts'
import type { Outbox } from './use-outbox.ts'

/** In the queue: which place, how long, and what the member has to say meanwhile. */
export function Waiting({ chat, outbox }: { chat: Chat; outbox: Outbox }) {
  const t = useTexts(chatTexts)
  const cache = useQueryClient()
  const { position, waitSec } = chat
  const leave = async () => {
    try {
      takeChat(cache, (await call('POST /api/chat/end', { body: {} })).chat)
    } catch (error) {
      void showAlert(errorText(error))
    }
  }
  return (
    <main id="main" className="lc lc-wait">
      <section className="lc-place" aria-live="polite">
        <strong className="num">{t('place', { position: String(position ?? 1) })}</strong>
        <h2>{t('connecting')}</h2>
        {waitSec !== null && <p>{t('wait', { minutes: String(Math.max(1, Math.ceil(waitSec / 60))) })}</p>}
        <small>{t('staysHint')}</small>
      </section>
      <div className="band" />
      <h2 className="lc-h">{t('whileWaiting')}</h2>
      <Lines chat={chat} outbox={outbox} />
      <div className="lc-acts">
        <Button onClick={() => void leave()}>{t('cancel')}</Button>
        <Link to="/service/contact/write" className="btn">
          {t('inquiry')}
        </Link>
      </div>
      <Say outbox={outbox} />
    </main>
  )
}
