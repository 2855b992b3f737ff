import { Button, FormError, TextField } from '@maru/ui'
import { useState } from 'react'
import { ReasonField } from '../../parts/reason-field.tsx'
import { errorText } from '../../session/words.ts'
import type { Steps } from './use-steps.ts'

/** An approved withdrawal: closed by the line of a statement that shows its payment, where no provider tells of it. */
export function CompleteForm({ steps }: { steps: Steps }) {
  const [line, setLine] = useState('')
  const [reason, setReason] = useState('')
  const lacks =
    line.trim() === '' ? '거래 내역의 번호를 적어 주세요' : reason.trim() === '' ? '사유를 적어 주세요' : null
  return (
    <>
      <p className="said">제공사가 결과를 알리면 저절로 끝납니다. 직접 보냈다면 거래 내역으로 마칩니다.</p>
      <TextField label="거래 내역의 번호" value={line} onValue={setLine} maxLength={100} />
      <ReasonField value={reason} onValue={setReason} canned={['은행 거래 내역에서 확인했습니다']} />
      {steps.failure !== null && <FormError>{errorText(steps.failure)}</FormError>}
      <div className="act2">
        <span />
        <Button
          tone="primary"
          disabled={lacks !== null}
          aria-busy={steps.busy}
          onClick={() => steps.complete(reason.trim(), line.trim())}
        >
          {lacks ?? '송금 확인'}
        </Button>
      </div>
    </>
  )
}
