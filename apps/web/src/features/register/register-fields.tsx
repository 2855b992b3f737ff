import { useTexts } from '@maru/client/i18n/texts'
import { formatPhone, PasswordField, TextField } from '@maru/ui'
import { bind, plain } from './bind.ts'
import { registerTexts } from './texts.ts'
import type { Register } from './use-register.ts'

export function AccountFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  const eyeLabels = [t('showPassword'), t('hidePassword')] as const
  return (
    <fieldset>
      <legend tabIndex={-1}>{t('account')}</legend>
      <TextField
        {...bind(register, 'username', { allow: 'username' })}
        {...plain}
        label={t('username')}
        placeholder={t('usernameHint')}
        autoComplete="username"
        maxLength={20}
        required
      />
      <PasswordField
        {...bind(register, 'password', { allow: 'password' })}
        label={t('password')}
        placeholder={t('passwordHint')}
        autoComplete="new-password"
        eyeLabels={eyeLabels}
        maxLength={64}
        required
      />
      <PasswordField
        {...bind(register, 'passwordAgain', { allow: 'password' })}
        label={t('passwordAgain')}
        autoComplete="new-password"
        eyeLabels={eyeLabels}
        maxLength={64}
        required
      />
    </fieldset>
  )
}

export function PersonFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  return (
    <fieldset>
      <legend tabIndex={-1}>{t('person')}</legend>
      <TextField
        {...bind(register, 'nick', { exclude: 'special' })}
        label={t('nick')}
        placeholder={t('nickHint')}
        autoComplete="nickname"
        maxLength={12}
        required
      />
      <TextField
        {...bind(register, 'name', { exclude: 'digits' })}
        label={t('name')}
        placeholder={t('nameHint')}
        autoComplete="name"
        maxLength={40}
        required
      />
      <TextField
        {...bind(register, 'phone', { allow: 'number-dash' })}
        label={t('phone')}
        placeholder={t('phoneHint')}
        format={formatPhone}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={13}
        required
      />
      <TextField
        {...bind(register, 'partnerId')}
        {...plain}
        label={t('partnerId')}
        placeholder={t('partnerHint')}
        maxLength={20}
        autoComplete="off"
      />
    </fieldset>
  )
}
