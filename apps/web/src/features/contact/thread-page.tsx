import './contact.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { Inquiry, InquiryLine } from '@maru/contract'
import { Badge, Button, Empty, formatDay, formatMinute } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { LoadFailed } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { showAlert } from '../../shell/alert.tsx'
import { About } from './about.tsx'
import { stateTone, useTimes } from './contact-page.tsx'
import { Pictures } from './pictures.tsx'
import { oneKey, useInquiry, useRenewal } from './queries.ts'
import { Reply } from './reply.tsx'
import { contactTexts } from './texts.ts'

/** One inquiry: what both sides said, and what the member may do about it. */
export default function ThreadPage() {
  const t = useTexts(contactTexts)
  const id = useParams()['id'] ?? ''
  const inquiry = useInquiry(id)
  useRenewal()
  if (inquiry.data) return <Thread inquiry={inquiry.data} />
  const isGone = isApiError(inquiry.error) && inquiry.error.status === 404
  return (
    <main id="main" className="ctc" aria-busy={inquiry.isPending}>
      {isGone && (
        <Empty title={t('goneTitle')}>
          <Link to="/service/contact">{t('toList')}</Link>
        </Empty>
      )}
      {inquiry.isError && !isGone && <LoadFailed query={inquiry} />}
      {inquiry.isPending && <RowSkeletons />}
    </main>
  )
}

function Thread({ inquiry }: { inquiry: Inquiry }) {
  const t = useTexts(contactTexts)
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const times = useTimes(inquiry)
  const { id, state, isReview } = inquiry
  /** Takes over what the server answers; whether it did. */
  async function act(send: () => Promise<Inquiry>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    try {
      cache.setQueryData(oneKey(String(id)), await send())
      await cache.invalidateQueries({ queryKey: ['contact', 'list'] })
      return true
    } catch (error) {
      void showAlert(errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <main id="main" className="ctc ctc-t">
      <header>
        <h2>{t(inquiry.kind)}</h2>
        <Badge tone={stateTone[state]}>{t(state)}</Badge>
        <small className="num">{times}</small>
        {inquiry.about && <About about={inquiry.about} />}
      </header>
      <ol>
        {inquiry.lines.map((line) => (
          <Said key={line.id} line={line} />
        ))}
      </ol>
      {isReview && <p className="ctc-n">{t('reviewing')}</p>}
      {state === 'ANSWERED' && (
        <section className="ctc-q">
          <p>{t('helped')}</p>
          <div>
            <Button aria-busy={busy} onClick={() => void act(() => call('POST /api/contact/close', { body: { id } }))}>
              {t('solved')}
            </Button>
            <Button onClick={() => void act(() => call('POST /api/contact/review', { body: { id } }))}>
              {t('review')}
            </Button>
          </div>
          <small>{t('disagree')}</small>
        </section>
      )}
      <Reply id={id} busy={busy} act={act} />
    </main>
  )
}

function Said({ line: { teller, name, text, fileIds, at } }: { line: InquiryLine }) {
  const t = useTexts(contactTexts)
  const isMine = teller === 'MEMBER'
  return (
    <li className={isMine ? 'is-mine' : ''}>
      <small>{isMine ? t('me') : t('staff', { name })}</small>
      <p>{text}</p>
      <Pictures ids={fileIds} />
      <time className="num" dateTime={new Date(at).toISOString()}>
        {`${formatDay(at).slice(5)} ${formatMinute(at)}`}
      </time>
    </li>
  )
}
