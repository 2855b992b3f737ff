import './contact.css'
import { call } from '@maru/client/api/client'
import { newKey } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import type { InquiryKind } from '@maru/contract'
import { Button, Chip, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useSupport } from '../../kit/use-support.ts'
import { useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { type Picture, PictureField } from './pictures.tsx'
import { contactTexts } from './texts.ts'

const kinds: readonly InquiryKind[] = ['MONEY', 'TRADE', 'ROUND', 'COPY', 'ACCOUNT', 'ETC']
const mostText = 2_000

/** A new inquiry: what it is about, the question, and pictures of it. */
export default function WritePage() {
  const t = useTexts(contactTexts)
  const support = useSupport()
  const me = useSession(({ me }) => me)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [kind, setKind] = useState<InquiryKind>('MONEY')
  const [question, setQuestion] = useState('')
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [busy, setBusy] = useState(false)
  // Sent again after a failure, it is the same question.
  const [key, setKey] = useState(newKey)
  const change = (text: string) => {
    setQuestion(text)
    setKey(newKey())
  }
  async function send() {
    if (busy || me === null) return
    setBusy(true)
    try {
      const fileIds = pictures.map(({ id }) => id)
      const body = { playerId: me.id, question: question.trim(), kind, fileIds }
      const { id } = await call('POST /api/contact/create', { key, body })
      await cache.invalidateQueries({ queryKey: ['contact'] })
      toast({ title: t('sent'), tone: 'info' })
      void navigate(`/service/contact/${id}`, { replace: true })
    } catch (error) {
      void showAlert(errorText(error))
      setBusy(false)
    }
  }
  return (
    <main id="main" className="ctc ctc-w">
      <fieldset>
        <legend>{t('kind')}</legend>
        {kinds.map((one) => (
          <Chip key={one} pressed={one === kind} onClick={() => setKind(one)}>
            {t(one)}
          </Chip>
        ))}
      </fieldset>
      <label>
        <span>{t('question')}</span>
        <textarea
          value={question}
          rows={6}
          maxLength={mostText}
          placeholder={t('questionHint')}
          onChange={({ target }) => change(target.value)}
        />
        <small className="num">{`${question.length} / ${mostText.toLocaleString('en')}`}</small>
      </label>
      <PictureField
        pictures={pictures}
        onPictures={(next) => {
          setPictures(next)
          setKey(newKey())
        }}
      />
      <p className="ctc-n">{t('secret')}</p>
      <div className="ctc-end">
        <Button
          tone="primary"
          size={52}
          className="wide"
          aria-busy={busy}
          disabled={question.trim() === ''}
          onClick={() => void send()}
        >
          {t('send', support)}
        </Button>
      </div>
    </main>
  )
}
