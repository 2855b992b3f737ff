import './contact.css'
import { call } from '@maru/client/api/client'
import { newKey } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Chip, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { useSupport } from '../../kit/use-support.ts'
import { useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { useSite } from '../../site/store.ts'
import { AboutField } from './about.tsx'
import { type Draft, inquiryKindsOf, keepDraft, keptDraft } from './draft.ts'
import { type Picture, PictureField } from './pictures.tsx'
import { contactTexts } from './texts.ts'

const mostText = 2_000

/** A new inquiry: what it is about, the question, and pictures of it. */
export default function WritePage() {
  const me = useSession(({ me }) => me)
  return me && <Form key={me.id} memberId={me.id} />
}

function Form({ memberId }: { memberId: number }) {
  const t = useTexts(contactTexts)
  const site = useSite(({ site }) => site)
  const support = useSupport()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => keptDraft(localStorage, memberId))
  const [dnwId, setDnwId] = useState<number | null>(null)
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [busy, setBusy] = useState(false)
  // Sent again after a failure, it is the same question.
  const [key, setKey] = useState(newKey)
  const { kind, question } = draft
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(localStorage, memberId, next)
    setKey(newKey())
  }
  async function send() {
    if (busy) return
    setBusy(true)
    try {
      const fileIds = pictures.map(({ id }) => id)
      const about = kind === 'MONEY' && dnwId !== null && { dnwId }
      const body = { playerId: memberId, question: question.trim(), kind, fileIds, ...about }
      const { id } = await call('POST /api/contact/create', { key, body })
      keepDraft(localStorage, memberId, { kind, question: '' })
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
        {inquiryKindsOf(site).map((one) => (
          <Chip key={one} pressed={one === kind} onClick={() => change({ kind: one })}>
            {t(one)}
          </Chip>
        ))}
      </fieldset>
      {kind === 'MONEY' && (
        <AboutField
          value={dnwId}
          onChange={(id) => {
            setDnwId(id)
            setKey(newKey())
          }}
        />
      )}
      <label>
        <span>{t('question')}</span>
        <textarea
          value={question}
          rows={6}
          maxLength={mostText}
          placeholder={t('questionHint')}
          onChange={({ target }) => change({ question: target.value })}
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
