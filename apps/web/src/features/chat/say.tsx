import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Icon, useEnterSends } from '@maru/ui'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { uploadPicture } from '../../kit/upload-picture.ts'
import { showAlert } from '../../shell/alert.tsx'
import { chatTexts } from './texts.ts'
import type { Outbox } from './use-outbox.ts'

/** Whoever types says so at most this often. */
const typingMs = 3_000

/** The line at the bottom: a message, or a picture. */
export function Say({ outbox }: { outbox: Outbox }) {
  const t = useTexts(chatTexts)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const toldAt = useRef(0)
  const enterSends = useEnterSends()
  const type = (next: string) => {
    setText(next)
    if (next === '' || Date.now() - toldAt.current < typingMs) return
    toldAt.current = Date.now()
    // A sign that nobody misses.
    call('POST /api/chat/typing', { body: {} }).catch(() => undefined)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    outbox.send(text.trim())
    setText('')
  }
  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined || busy) return
    setBusy(true)
    try {
      outbox.send(text.trim() || t('picture'), await uploadPicture(file))
      setText('')
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="lc-say" onSubmit={send}>
      <label className="lc-pic" aria-busy={busy}>
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('addPicture')}
          onChange={(event) => void add(event)}
        />
        <Icon name="plus" />
      </label>
      <textarea
        rows={1}
        maxLength={1_000}
        aria-label={t('message')}
        placeholder={t('message')}
        value={text}
        enterKeyHint="send"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        {...enterSends}
      />
      <button type="submit" className="btn btn-primary" disabled={text.trim() === ''}>
        {t('send')}
      </button>
    </form>
  )
}
