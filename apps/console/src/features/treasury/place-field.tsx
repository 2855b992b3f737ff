import type { Currency, HouseAccount } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useId } from 'react'
import { accountWord } from '../../parts/desk-words.ts'
import { t } from './texts.ts'
import { heldAccounts } from './words.ts'

interface Props {
  label: string
  accounts: readonly HouseAccount[]
  currency: Currency
  /** `BANK_KRW demo-bank`. */
  value: string
  onValue: (value: string) => void
}

/** An account that holds money: its kind, and which bank account, network or provider; those that are known are offered. */
export function PlaceField({ label, accounts, currency, value, onValue }: Props) {
  const id = useId()
  const [kind = '', sub = ''] = value.split(' ')
  const kinds = heldAccounts.filter(
    (account) => (account === 'BANK_KRW') === (currency === 'KRW') || account === 'PROVIDER_CLEARING',
  )
  const known = accounts.filter(({ account }) => account === kind).map((one) => one.sub)
  const chosen = kinds.find((one) => one === kind) ?? ''
  return (
    <>
      <div className="tre-choice">
        <label htmlFor={id}>{label}</label>
        <select id={id} value={chosen} onChange={({ target }) => onValue(`${target.value} `)}>
          <option value="">{t('choose')}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {accountWord(one)}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label={t('nameOf', { label })}
        hint={known.length > 0 ? [...new Set(known)].join(', ') : t('nameHint')}
        maxLength={40}
        value={sub}
        onValue={(next) => onValue(`${kind} ${next.replaceAll(' ', '')}`)}
      />
    </>
  )
}
