import { call } from '@maru/client/api/client'
import { Button, CodeField, Dialog } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { useProof } from '../session/proof.ts'
import { errorText } from '../session/words.ts'
import { t } from './texts.ts'

/** Asks for a code of the authenticator app where an act of money or settings needs a newer one. */
export function ProofDialog() {
  const answer = useProof((state) => state.answer)
  if (answer === null) return null
  return (
    <Dialog open title={t('proofTitle')} onClose={() => answer(false)} className="dlg">
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
    <form onSubmit={(event) => void submit(event)} aria-label={t('proof')}>
      <p className="sub">{t('proofHint')}</p>
      <CodeField
        label={t('appCode')}
        value={code}
        onValue={setCode}
        error={failure === null ? undefined : errorText(failure)}
        autoFocus
      />
      <div className="acts">
        <Button onClick={onClose}>{t('close')}</Button>
        <Button type="submit" tone="primary" disabled={!isWhole} aria-busy={busy}>
          {isWhole ? (busy ? t('confirming') : t('confirm')) : t('allDigits')}
        </Button>
      </div>
    </form>
  )
}
