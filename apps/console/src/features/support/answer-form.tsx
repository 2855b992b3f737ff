import { call } from '@maru/client/api/client'
import type { DeskInquiry } from '@maru/contract'
import { Button, FormError } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { CannedAnswers } from './canned-answers.tsx'

/** Takes an inquiry, gives it back, and answers it about the version that is shown. */
export function AnswerForm({ row, onChanged }: { row: DeskInquiry; onChanged: () => void }) {
  const me = useMe()
  const { act, busy, failure } = useAct()
  const [answer, setAnswer] = useState('')
  const { version, takenBy, takenByName } = row
  const params = { id: String(row.id) }
  const isOthers = takenBy !== null && takenBy !== me.memberId
  // What was refused may be because the page shows what is not so any more.
  const step = (done: string, run: (key: string) => Promise<unknown>, onDone = onChanged) =>
    void act({ run: (key) => run(key).finally(onChanged), done, onDone })
  const take = () =>
    step('맡았습니다', (key) =>
      call('POST /api/console/contact/:id/take', { params, key, body: { reason: '답변을 준비합니다', version } }),
    )
  const release = () =>
    step('놓았습니다', (key) =>
      call('POST /api/console/contact/:id/release', { params, key, body: { reason: '답변을 놓습니다', version } }),
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = { reason: '문의 답변', answer: answer.trim(), version }
    step(
      '답변했습니다',
      (key) => call('POST /api/console/contact/:id/answer', { params, key, body }),
      () => setAnswer(''),
    )
  }
  useKeys([{ key: 't', label: takenBy === null ? '맡기' : '놓기', run: takenBy === null ? take : release }], !isOthers)
  if (isOthers) return <p className="locked">{takenByName ?? '다른 직원'} 님이 맡은 문의입니다</p>
  return (
    <form className="sp-form" onSubmit={send}>
      <CannedAnswers draft={answer} onPick={setAnswer} />
      <label className="why">
        <span className="lb">답변</span>
        <textarea
          rows={4}
          maxLength={2_000}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <div className="act2">
        <Button aria-busy={busy} onClick={takenBy === null ? take : release}>
          {takenBy === null ? '맡기' : '놓기'} <kbd>T</kbd>
        </Button>
        <Button type="submit" tone="primary" disabled={answer.trim() === ''} aria-busy={busy}>
          답변하기 <kbd>Ctrl Enter</kbd>
        </Button>
      </div>
    </form>
  )
}
