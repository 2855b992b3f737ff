import { call } from '@maru/client/api/client'
import { newKey } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import type { Inquiry } from '@maru/contract'
import { Button } from '@maru/ui'
import { useState } from 'react'
import { type Picture, PictureField } from './pictures.tsx'
import { contactTexts } from './texts.ts'

interface Props {
  id: number
  busy: boolean
  act: (send: () => Promise<Inquiry>) => Promise<boolean>
}

/** What the member adds; an inquiry that was over is open again. */
export function Reply({ id, busy, act }: Props) {
  const t = useTexts(contactTexts)
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [key, setKey] = useState(newKey)
  async function send() {
    const body = { id, text: text.trim(), fileIds: pictures.map((one) => one.id) }
    if (!(await act(() => call('POST /api/contact/reply', { key, body })))) return
    setText('')
    setPictures([])
    setKey(newKey())
  }
  return (
    <section className="ctc-w ctc-a">
      <label>
        <span>{t('reply')}</span>
        <textarea
          value={text}
          rows={3}
          maxLength={2_000}
          onChange={({ target }) => {
            setText(target.value)
            setKey(newKey())
          }}
        />
      </label>
      <PictureField
        pictures={pictures}
        onPictures={(next) => {
          setPictures(next)
          setKey(newKey())
        }}
      />
      <Button
        tone="primary"
        size={52}
        className="wide"
        aria-busy={busy}
        disabled={text.trim() === ''}
        onClick={() => void send()}
      >
        {t('sendReply')}
      </Button>
    </section>
  )
}
