import { useTexts } from '@maru/client/i18n/texts'
import { buttonClass, Icon } from '@maru/ui'
import { Link } from 'react-router'
import { useChatWait } from '../../kit/chat-wait.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { contactTexts } from './texts.ts'

/** The way to the live chat, with what it may take; nothing on a site without it. */
export function ChatCard() {
  const t = useTexts(contactTexts)
  const hasChat = useSite(({ site }) => site !== null && featuresOf(site).liveChat)
  const wait = useChatWait()
  if (!hasChat) return null
  return (
    <Link to="/more/livechat" className="ctc-c">
      <Icon name="phone" />
      <span>
        {t('askNow')}
        <b className="num">{wait === null ? t('liveChat') : `${t('liveChat')} · ${wait}`}</b>
      </span>
      <span className={buttonClass({ size: 36 })}>{t('connect')}</span>
    </Link>
  )
}
