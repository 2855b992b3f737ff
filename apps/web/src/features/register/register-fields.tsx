import { formatPhone, PasswordField, type Restriction, TextField } from '@maru/ui'
import type { ComponentProps } from 'react'
import { useLanguage, useTexts } from '../../i18n/texts.ts'
import { banks } from './banks.ts'
import type { FieldName } from './form.ts'
import { SelectField } from './select-field.tsx'
import { registerTexts } from './texts.ts'
import type { Register } from './use-register.ts'

type TextName = { [F in FieldName]: Register['form'][F] extends string ? F : never }[FieldName]

/** What each text field has in common: value, judgement when it is left, error and note. */
function bind(register: Register, name: TextName, restriction?: Restriction) {
  return {
    name,
    value: register.form[name],
    onValue: (value: string) => register.set(name, value),
    onBlur: () => register.leave(name),
    error: register.errorOf(name),
    hint: register.noteOf(name),
    ...(restriction && { restriction }),
  } satisfies Partial<ComponentProps<typeof TextField>>
}

const plain = { autoCapitalize: 'none', spellCheck: false } as const

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

const inflows = ['inflowFriend', 'inflowSearch', 'inflowAd', 'inflowOther'] as const

/** What only a site that trades with money asks for. */
export function OptionalFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  const language = useLanguage()
  const { form } = register
  return (
    <fieldset>
      <legend tabIndex={-1}>{t('optional')}</legend>
      <TextField
        {...bind(register, 'email', { allow: 'email' })}
        {...plain}
        label={t('email')}
        placeholder={t('emailHint')}
        inputMode="email"
        autoComplete="email"
        maxLength={100}
      />
      <SelectField
        label={t('bankCode')}
        name="bankCode"
        value={form.bankCode}
        onValue={(value) => register.set('bankCode', value)}
        onBlur={() => register.leave('bankCode')}
        error={register.errorOf('bankCode')}
        options={[['', t('bankNone')], ...banks.map(([code, ko, en]) => [code, language === 'ko' ? ko : en] as const)]}
      />
      {form.bankCode !== '' && (
        <>
          <TextField
            {...bind(register, 'accountNumber', { allow: 'number-dash' })}
            label={t('accountNumber')}
            placeholder={t('accountHint')}
            inputMode="numeric"
            maxLength={24}
            autoComplete="off"
          />
          <TextField
            {...bind(register, 'holder', { exclude: 'digits' })}
            label={t('holder')}
            maxLength={40}
            autoComplete="off"
          />
        </>
      )}
      <TextField {...bind(register, 'address')} label={t('address')} autoComplete="street-address" maxLength={200} />
      <SelectField
        label={t('inflow')}
        name="inflow"
        value={form.inflow}
        onValue={(value) => register.set('inflow', value)}
        options={[['', t('inflowNone')], ...inflows.map((key) => [key.slice('inflow'.length), t(key)] as const)]}
      />
    </fieldset>
  )
}
