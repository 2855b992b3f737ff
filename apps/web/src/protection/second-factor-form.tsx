import '@maru/ui/code.css'
import './second-factor.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, CodeField, FormError, TextField } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { secondFactorTexts } from './second-factor-texts.ts'
import { useCodeSubmit } from './use-code-submit.ts'

interface Props {
  /** What the button does. */
  action: string
  /** Does it with a code; what it throws is shown. */
  onCode: (code: string) => Promise<unknown>
  children: ReactNode
}

/** A step that takes the code of the app, or a recovery code. */
export function SecondFactorForm({ action, onCode, children }: Props) {
  const t = useTexts(secondFactorTexts)
  const [isRecovery, setRecovery] = useState(false)
  const { code, setCode, busy, submit, clear, mismatch, fault } = useCodeSubmit(onCode)
  const missing = isRecovery ? 0 : 6 - code.length
  const isWhole = missing === 0 && code !== ''
  const change = () => {
    setRecovery(!isRecovery)
    clear()
  }
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event, isWhole)} noValidate>
      {children}
      {isRecovery ? (
        <TextField
          label={t('recoveryCode')}
          value={code}
          onValue={setCode}
          maxLength={11}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('recoveryHint')}
          error={mismatch}
        />
      ) : (
        <CodeField label={t('code')} value={code} onValue={setCode} error={mismatch} autoFocus />
      )}
      {fault !== undefined && <FormError>{fault}</FormError>}
      <button type="button" className="link code-alt" onClick={change}>
        {t(isRecovery ? 'useApp' : 'useRecovery')}
      </button>
      <Button type="submit" tone="primary" size={52} className="wide" disabled={!isWhole} aria-busy={busy}>
        {busy ? t('working') : missing > 0 && code !== '' ? t('digitsLeft', { count: missing }) : action}
      </Button>
    </form>
  )
}
