import '../more.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Check, FormError, PasswordField, toast } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../api/error-text.ts'
import { weaknessText } from '../../../protection/weak-password.ts'
import { currentSession } from '../../../session/store.ts'
import { moreTexts } from '../texts.ts'

export default function ChangePasswordPage() {
  const t = useTexts(moreTexts)
  const navigate = useNavigate()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [endOthers, setEndOthers] = useState(true)
  const [judged, setJudged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** The password that the server refused, and why. */
  const [refused, setRefused] = useState<{ password: string; reason: string } | null>(null)

  const errors = {
    current: current === '' ? t('requiredCurrent') : undefined,
    next:
      next.length < 10
        ? t('shortPassword')
        : next === current
          ? t('samePassword')
          : next === refused?.password
            ? refused.reason
            : undefined,
    again: again !== next ? t('passwordDiffers') : undefined,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    setFailure(null)
    if (busy || errors.current || errors.next || errors.again) return
    setBusy(true)
    try {
      const body = { currentPassword: current, password: next, endOtherSessions: endOthers }
      await call('POST /api/user/change_password', { body })
      toast({ title: t('passwordDone') })
      await navigate('/more/security')
    } catch (error) {
      const reason = weaknessText(error)
      if (reason !== null) setRefused({ password: next, reason })
      else setFailure(isApiError(error) && error.code === 'LOGIN_FAILED' ? t('passwordWrong') : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const common = {
    eyeLabels: [t('showPassword'), t('hidePassword')] as const,
    restriction: { allow: 'password' } as const,
    maxLength: 64,
  }
  return (
    <main id="main">
      <form className="set" onSubmit={(event) => void submit(event)} noValidate>
        {/* Password managers find the sign-in by this field. */}
        <input type="hidden" name="username" autoComplete="username" value={currentSession().me?.username ?? ''} />
        <PasswordField
          {...common}
          label={t('currentPassword')}
          value={current}
          onValue={setCurrent}
          autoComplete="current-password"
          error={judged ? errors.current : undefined}
        />
        <PasswordField
          {...common}
          label={t('newPassword')}
          value={next}
          onValue={setNext}
          autoComplete="new-password"
          hint={t('passwordHint')}
          error={judged ? errors.next : undefined}
        />
        <PasswordField
          {...common}
          label={t('newPasswordAgain')}
          value={again}
          onValue={setAgain}
          autoComplete="new-password"
          error={judged ? errors.again : undefined}
        />
        <Check checked={endOthers} onChange={setEndOthers}>
          {t('endOthers')}
        </Check>
        {failure && <FormError>{failure}</FormError>}
        <Button type="submit" tone="primary" size={52} className="wide" aria-busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      </form>
    </main>
  )
}
