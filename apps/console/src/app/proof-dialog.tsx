import { call } from '@maru/client/api/client'
import { Button, CodeField, Dialog } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { useProof } from '../session/proof.ts'
import { errorText } from '../session/words.ts'

/** Asks for a code of the authenticator app where an act of money or settings needs a newer one. */
export function ProofDialog() {
  const answer = useProof((state) => state.answer)
  if (answer === null) return null
  return (
    <Dialog open title="본인인지 다시 확인합니다" onClose={() => answer(false)} className="dlg">
      <ProofForm onProved={() => answer(true)} onClose={() => answer(false)} />
    </Dialog>
  )
}

function ProofForm({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isWhole = code.length === 6

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      await call('POST /api/console/step-up', { body: { otp: code } })
      onProved()
    } catch (error) {
      setFailure(error)
      setCode('')
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="추가 인증">
      <p className="sub">돈과 설정을 바꾸려면 인증 앱의 번호를 다시 확인해야 합니다. 적은 내용은 그대로 있습니다.</p>
      <CodeField
        label="인증 앱의 번호"
        value={code}
        onValue={setCode}
        error={failure === null ? undefined : errorText(failure)}
        autoFocus
      />
      <div className="acts">
        <Button onClick={onClose}>닫기</Button>
        <Button type="submit" tone="primary" disabled={!isWhole} aria-busy={busy}>
          {isWhole ? (busy ? '확인하는 중' : '확인') : '6자리를 모두 입력해 주세요'}
        </Button>
      </div>
    </form>
  )
}
