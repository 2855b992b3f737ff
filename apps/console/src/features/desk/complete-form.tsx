import { Button, FormError, TextField } from '@maru/ui'
import { useState } from 'react'
import { ReasonField } from '../../parts/reason-field.tsx'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'
import type { Steps } from './use-steps.ts'

/** An approved withdrawal: closed by the line of a statement that shows its payment, where no provider tells of it. */
export function CompleteForm({ steps }: { steps: Steps }) {
  const [line, setLine] = useState('')
  const [reason, setReason] = useState('')
  const lacks = line.trim() === '' ? t('needStatement') : reason.trim() === '' ? t('needReason') : null
  return (
    <>
      <p className="said">{t('paidHint')}</p>
      <TextField label={t('statementNumber')} value={line} onValue={setLine} maxLength={100} />
      <ReasonField value={reason} onValue={setReason} canned={[t('whyStatement')]} />
      {steps.failure !== null && <FormError>{errorText(steps.failure)}</FormError>}
      <div className="act2">
        <span />
        <Button
          tone="primary"
          disabled={lacks !== null}
          aria-busy={steps.busy}
          onClick={() => steps.complete(reason.trim(), line.trim())}
        >
          {lacks ?? t('confirmPaid')}
        </Button>
      </div>
    </>
  )
}
