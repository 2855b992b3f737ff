import { useTexts } from '@maru/client/i18n/texts'
import { PasswordField } from '@maru/ui'
import { useState } from 'react'
import { findTexts } from './texts.ts'

/** A new password, entered twice, and what is wrong with it. */
export function useNewPassword() {
  const t = useTexts(findTexts)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isJudged, setJudged] = useState(false)
  const [refused, setRefused] = useState<{ password: string; reason: string } | null>(null)
  const errors = {
    password: password.length < 10 ? t('shortPassword') : password === refused?.password ? refused.reason : undefined,
    again: again === password ? undefined : t('passwordDiffers'),
  }
  return {
    password,
    setPassword,
    again,
    setAgain,
    errors: isJudged ? errors : { password: undefined, again: undefined },
    /** Shows what is wrong; true: nothing is. */
    judge(): boolean {
      setJudged(true)
      return errors.password === undefined && errors.again === undefined
    },
    /** The server does not take it. */
    refuse: (reason: string) => setRefused({ password, reason }),
  }
}

interface Props {
  readonly fresh: ReturnType<typeof useNewPassword>
  /** Password managers keep the new one under it. */
  readonly username: string
}

export function NewPasswordFields({ fresh, username }: Props) {
  const t = useTexts(findTexts)
  const common = {
    eyeLabels: [t('showPassword'), t('hidePassword')] as const,
    restriction: { allow: 'password' } as const,
    maxLength: 64,
    autoComplete: 'new-password',
  }
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        {...common}
        label={t('newPassword')}
        value={fresh.password}
        onValue={fresh.setPassword}
        hint={t('passwordHint')}
        error={fresh.errors.password}
      />
      <PasswordField
        {...common}
        label={t('newPasswordAgain')}
        value={fresh.again}
        onValue={fresh.setAgain}
        error={fresh.errors.again}
      />
    </>
  )
}
