import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { saveFile } from '@maru/client/page/save-file'
import type { Chat } from '@maru/contract'
import { Button, formatDateTime, formatMinute, Icon } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useSupport } from '../../kit/use-support.ts'
import { showAlert } from '../../shell/alert.tsx'
import { Lines } from './lines.tsx'
import { chatTexts } from './texts.ts'
import { takeChat } from './use-chat.ts'

/** After the chat: how it was, what was said, and what comes of it. */
export function Ended({ chat, onNew }: { chat: Chat; onNew: () => void }) {
  const t = useTexts(chatTexts)
  const support = useSupport()
  const { inquiryId, joinedAt, endedAt, endedBy, lines } = chat
  const isMissed = joinedAt === null && endedBy === 'HOUSE'
  return (
    <main id="main" className="lc">
      <Lines chat={chat} />
      <p className="lc-no num">{t('ended', { at: formatMinute(endedAt ?? 0) })}</p>
      {inquiryId !== null && (
        <section className="lc-card">
          <p>{t(isMissed ? 'becameInquiry' : 'asInquiry', support)}</p>
          <Link to={`/service/contact/${inquiryId}`} className="btn">
            {t('toInquiry')}
          </Link>
        </section>
      )}
      {inquiryId === null && isMissed && (
        <section className="lc-card">
          <p>{t('nobody', support)}</p>
          <Link to="/service/contact/write" className="btn">
            {t('inquiry')}
          </Link>
        </section>
      )}
      {joinedAt !== null && <Rating chat={chat} />}
      {lines.length > 0 && (
        <button type="button" className="lc-save" onClick={() => save(chat, t('me'), t('staff'))}>
          <Icon name="download" small />
          {t('save', support)}
        </button>
      )}
      <div className="lc-acts">
        <Button size={52} className="wide" onClick={onNew}>
          {t('newOne')}
        </Button>
      </div>
    </main>
  )
}

function Rating({ chat }: { chat: Chat }) {
  const t = useTexts(chatTexts)
  const cache = useQueryClient()
  const rate = async (isHelpful: boolean) => {
    try {
      await call('POST /api/chat/rate', { body: { id: chat.id, isHelpful } })
      takeChat(cache, { ...chat, isHelpful })
    } catch (error) {
      void showAlert(errorText(error))
    }
  }
  return (
    <section className="lc-card">
      <h2>{t('howWasIt')}</h2>
      <div className="lc-two">
        <Button aria-pressed={chat.isHelpful === true} onClick={() => void rate(true)}>
          {t('helpful')}
        </Button>
        <Button aria-pressed={chat.isHelpful === false} onClick={() => void rate(false)}>
          {t('notHelpful')}
        </Button>
      </div>
      <p role="status">{chat.isHelpful !== null && t('rated')}</p>
    </section>
  )
}

function save({ id, lines }: Chat, me: string, staff: string) {
  const said = lines.map(({ from, text, at }) => `${formatDateTime(at)} ${from === 'MEMBER' ? me : staff}: ${text}`)
  saveFile(`chat-${id}.txt`, `${said.join('\n')}\n`, 'text/plain')
}
