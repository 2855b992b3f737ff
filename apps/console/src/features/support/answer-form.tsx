import { call } from '@maru/client/api/client'
import type { DeskInquiry } from '@maru/contract'
import { Button, FormError } from '@maru/ui'
import type { FormEvent } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { TakenBy } from '../../parts/taken-by.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { CannedAnswers } from './canned-answers.tsx'
import { t } from './texts.ts'
import { useDraft } from './use-draft.ts'

/** Takes an inquiry, gives it back, and answers it about the version that is shown. */
export function AnswerForm({ row, onChanged }: { row: DeskInquiry; onChanged: () => void }) {
  const me = useMe()
  const { act, busy, failure } = useAct()
  const [answer, setAnswer] = useDraft(`inquiry:${row.id}`)
  const { version, takenBy, takenByName } = row
  const params = { id: String(row.id) }
  const isOthers = takenBy !== null && takenBy !== me.memberId
  // What was refused may be because the page shows what is not so any more.
  const step = (done: string, run: (key: string) => Promise<unknown>, onDone = onChanged) =>
    void act({ run: (key) => run(key).finally(onChanged), done, onDone })
  const take = () =>
    step(t('taken'), (key) =>
      call('POST /api/console/contact/:id/take', { params, key, body: { reason: t('takeReason'), version } }),
    )
  const release = () =>
    step(t('released'), (key) =>
      call('POST /api/console/contact/:id/release', { params, key, body: { reason: t('releaseReason'), version } }),
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = { reason: t('answerReason'), answer: answer.trim(), version }
    step(
      t('answered'),
      (key) => call('POST /api/console/contact/:id/answer', { params, key, body }),
      () => setAnswer(''),
    )
  }
  useKeys(
    [{ key: 't', label: takenBy === null ? t('take') : t('release'), run: takenBy === null ? take : release }],
    !isOthers,
  )
  if (isOthers)
    return (
      <TakenBy
        name={takenByName}
        heldBy={(name) => t('heldBy', { name })}
        title={t('takeOverTitle')}
        takeOver={({ reason, key }) =>
          call('POST /api/console/contact/:id/take', { params, key, body: { reason, version, from: takenBy } })
        }
        onDone={onChanged}
      />
    )
  return (
    <div className="sp-form">
      <CannedAnswers draft={answer} onPick={setAnswer} />
      <form onSubmit={send}>
        <label className="why">
          <span className="lb">{t('answer')}</span>
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
            {takenBy === null ? t('take') : t('release')} <kbd>T</kbd>
          </Button>
          <Button type="submit" tone="primary" disabled={answer.trim() === ''} aria-busy={busy}>
            {t('doAnswer')} <kbd>Ctrl Enter</kbd>
          </Button>
        </div>
      </form>
    </div>
  )
}
