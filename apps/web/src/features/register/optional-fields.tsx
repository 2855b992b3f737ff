import { useTexts } from '@maru/client/i18n/texts'
import { TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../../kit/select-field.tsx'
import { bankListQuery } from '../../protection/money-site-query.ts'
import { bind, plain } from './bind.ts'
import { registerTexts } from './texts.ts'
import type { Register } from './use-register.ts'

const inflows = ['inflowFriend', 'inflowSearch', 'inflowAd', 'inflowOther'] as const

/** What only a site that trades with money asks for. */
export function OptionalFields({ register }: { register: Register }) {
  const t = useTexts(registerTexts)
  const banks = useQuery(bankListQuery).data ?? []
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
        options={[['', t('bankNone')], ...banks.map(({ code, name }) => [code, name] as const)]}
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
