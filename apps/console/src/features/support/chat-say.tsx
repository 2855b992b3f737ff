import { call } from '@maru/client/api/client'
import { Button, FormError, useEnterSends } from '@maru/ui'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../session/words.ts'
import { CannedAnswers } from './canned-answers.tsx'
import { t } from './texts.ts'
import type { OneChat } from './use-chats.ts'
import { useDraft } from './use-draft.ts'

/** Whoever types says so at most this often. */
const typingMs = 3_000

/** What is said next; sent again after a lost answer it is still one message. */
export function ChatSay({ chat }: { chat: OneChat }) {
  const params = { id: String(chat.data!.id) }
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [text, setText] = useDraft(`chat:${params.id}`)
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const toldAt = useRef(0)
  const enterSends = useEnterSends()
  const change = (next: string) => {
    setText(next)
    setClientId(crypto.randomUUID())
  }
  const write = (next: string) => {
    change(next)
    if (next === '' || Date.now() - toldAt.current < typingMs) return
    toldAt.current = Date.now()
    // A sign that nobody misses.
    call('POST /api/console/chat/:id/typing', { params, body: {} }).catch(() => undefined)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = { clientId, text: text.trim() }
    if (busy || body.text === '') return
    setBusy(true)
    setFailure(null)
    try {
      chat.takeLine(await call('POST /api/console/chat/:id/message', { params, body }))
      change('')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="sp-form">
      <CannedAnswers draft={text} onPick={write} />
      <form onSubmit={(event) => void send(event)}>
        <label className="why">
          <span className="lb">{t('noMoney')}</span>
          <textarea
            rows={2}
            maxLength={1_000}
            aria-label={t('message')}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            {...enterSends}
          />
        </label>
        {failure !== null && <FormError>{errorText(failure)}</FormError>}
        <Button type="submit" tone="primary" disabled={text.trim() === ''} aria-busy={busy}>
          {t('send')} <kbd>Enter</kbd>
        </Button>
      </form>
    </div>
  )
}
