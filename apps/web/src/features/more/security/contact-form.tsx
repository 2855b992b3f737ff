import { useTexts } from '@maru/client/i18n/texts'
import { Button, FormError, formatPhone, PasswordField, TextField } from '@maru/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Channel } from '../../../protection/contact-codes.ts'
import type { SentCode } from '../../../protection/use-sent-code.ts'
import { verifyTexts } from './verify-texts.ts'

interface Given {
  readonly value: string
  readonly password: string
}

interface Props {
  readonly channel: Channel
  readonly given: Given
  readonly onGiven: (given: Given) => void
  readonly code: SentCode
  readonly children: ReactNode
}

const forms: Readonly<Record<Channel, RegExp>> = {
  phone: /^0\d{1,2}-\d{3,4}-\d{4}$/,
  email: /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/,
}

/** Another number or address, and the password that lets a member change it. */
export function ContactForm({ channel, given, onGiven, code, children }: Props) {
  const t = useTexts(verifyTexts)
  const [isJudged, setJudged] = useState(false)
  const isPhone = channel === 'phone'
  const isRight = forms[channel].test(given.value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (isRight && given.password !== '') void code.send()
  }
  const look = isPhone
    ? ({
        restriction: { allow: 'number-dash' },
        format: formatPhone,
        inputMode: 'tel',
        autoComplete: 'tel-national',
        maxLength: 13,
      } as const)
    : ({ restriction: { allow: 'email' }, inputMode: 'email', autoComplete: 'email', maxLength: 100 } as const)
  return (
    <form className="sheet-f sec-c" onSubmit={submit} noValidate>
      <TextField
        {...look}
        label={t(isPhone ? 'newPhone' : 'newEmail')}
        placeholder={t(isPhone ? 'phoneHint' : 'emailHint')}
        value={given.value}
        onValue={(value) => onGiven({ ...given, value })}
        autoCapitalize="none"
        spellCheck={false}
        error={isJudged && !isRight ? t(isPhone ? 'badPhone' : 'badEmail') : undefined}
      />
      <PasswordField
        label={t('password')}
        value={given.password}
        onValue={(password) => onGiven({ ...given, password })}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="current-password"
        eyeLabels={[t('showPassword'), t('hidePassword')]}
        error={isJudged && given.password === '' ? t('requiredPassword') : undefined}
      />
      {children}
      {code.fault !== undefined && <FormError>{code.fault}</FormError>}
      <Button type="submit" tone="primary" size={52} className="wide" aria-busy={code.busy}>
        {t(code.busy ? 'sending' : 'next')}
      </Button>
    </form>
  )
}
