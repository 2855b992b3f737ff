import './membership.css'
import { submitCommand } from '@maru/client/api/command'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Check, FormError, PasswordField, TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { securityQuery } from '../../protection/security-query.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { useSite } from '../../site/store.ts'
import { membershipTexts } from './texts.ts'

/** The end of a membership: what has to be done before, what is kept, then password and code. */
export default function LeavePage() {
  const t = useTexts(membershipTexts)
  const username = useSession(({ me }) => me?.username ?? '')
  const isDemo = useSite(({ site }) => site?.moneyMode === 'DEMO')
  const hasApp = useQuery(securityQuery).data?.totp.isOn === true
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [hasRead, setHasRead] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const isWhole = hasRead && password !== '' && (!hasApp || code.length >= 6)
  const leave = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole || !(await askConfirm(t('leaveAsk'), t('leaveYes')))) return
    setBusy(true)
    setFault(undefined)
    try {
      await submitCommand('POST /api/user/leave', { password, ...(hasApp && { otp: code }) })
      await showAlert(t('left'))
      await signOut()
    } catch (error) {
      const refused = isApiError(error) ? error.code : null
      if (refused === 'LOGIN_FAILED') setFault(t('passwordWrong'))
      else if (refused === 'OTP_MISMATCH') setFault(t('codeWrong'))
      else setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const rules = [
    'leaveOpen',
    isDemo ? 'leaveDemo' : 'leaveMoney',
    isDemo ? 'leaveKeptDemo' : 'leaveKept',
    'leaveName',
  ] as const
  return (
    <main id="main" className="mem">
      <form className="mem-s" onSubmit={(event) => void leave(event)} noValidate>
        <h2>{t('leaveIntro')}</h2>
        <ul className="mem-r">
          {rules.map((rule) => (
            <li key={rule}>{t(rule)}</li>
          ))}
        </ul>
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <PasswordField
          label={t('password')}
          value={password}
          onValue={setPassword}
          autoComplete="current-password"
          eyeLabels={[t('showPassword'), t('hidePassword')]}
          restriction={{ allow: 'password' }}
          maxLength={64}
        />
        {hasApp && (
          <TextField
            label={t('leaveCode')}
            hint={t('leaveCodeHint')}
            value={code}
            onValue={setCode}
            maxLength={11}
            autoComplete="one-time-code"
          />
        )}
        <Check checked={hasRead} onChange={setHasRead}>
          {t('leaveRead')}
        </Check>
        {fault !== undefined && <FormError>{fault}</FormError>}
        <Button type="submit" size={52} className="mem-b" disabled={!isWhole} aria-busy={busy}>
          {t(busy ? 'leaving' : 'leave')}
        </Button>
      </form>
    </main>
  )
}
