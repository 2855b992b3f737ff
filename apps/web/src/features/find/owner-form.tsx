import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatPhone, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { findTexts } from './texts.ts'

/** Whose account it is, as he says. */
export interface Owner {
  readonly username: string
  readonly phone: string
}

interface Props {
  readonly asksUsername: boolean
  readonly owner: Owner
  readonly onOwner: (owner: Owner) => void
  /** Everything is there. */
  readonly onDone: () => void
}

/** Asks for the number of an account, and for its username where that is known. */
export function OwnerForm({ asksUsername, owner, onOwner, onDone }: Props) {
  const t = useTexts(findTexts)
  const [isJudged, setJudged] = useState(false)
  const hasName = !asksUsername || owner.username.length >= 4
  const hasPhone = /^0\d{1,2}-\d{3,4}-\d{4}$/.test(owner.phone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (hasName && hasPhone) onDone()
  }
  return (
    <form onSubmit={submit} noValidate>
      <h1>{t(asksUsername ? 'passwordAsk' : 'idAsk')}</h1>
      {asksUsername && (
        <TextField
          label={t('username')}
          value={owner.username}
          onValue={(username) => onOwner({ ...owner, username })}
          restriction={{ allow: 'username' }}
          maxLength={20}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={isJudged && !hasName ? t('requiredUsername') : undefined}
        />
      )}
      <TextField
        label={t('phone')}
        value={owner.phone}
        onValue={(phone) => onOwner({ ...owner, phone })}
        restriction={{ allow: 'number-dash' }}
        placeholder={t('phoneHint')}
        format={formatPhone}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={13}
        error={isJudged && !hasPhone ? t('badPhone') : undefined}
      />
      <Button type="submit" tone="primary" size={52} className="wide">
        {t('next')}
      </Button>
    </form>
  )
}
