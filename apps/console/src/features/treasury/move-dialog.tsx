import { call } from '@maru/client/api/client'
import type { Currency, HouseAccount, HouseMoveKind } from '@maru/contract'
import { formatMoney, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import type { Change } from '../../parts/before-after.tsx'
import { houseMoveWords } from '../../parts/desk-words.ts'
import { Choice } from './choice.tsx'
import { MerchantField } from './merchant-field.tsx'
import { PlaceField } from './place-field.tsx'
import { t } from './texts.ts'
import { endsOf, isFloat, placeOf } from './words.ts'

const currencies: readonly Currency[] = ['KRW', 'USDT', 'BTC', 'ETH', 'XRP']
const isAmount = (text: string): boolean => /^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/.test(text) && /[1-9]/.test(text)

interface Props {
  accounts: readonly HouseAccount[]
  onDone: () => void
  onClose: () => void
}

/** A move of the house's money: it happens once a second person of FINANCE agrees. */
export function MoveDialog({ accounts, onDone, onClose }: Props) {
  const [move, setMove] = useState<HouseMoveKind>('TRANSFER')
  const [chosen, setCurrency] = useState<Currency>('KRW')
  const [merchantId, setMerchant] = useState<number | null>(null)
  const currency = isFloat(move) ? 'USDT' : chosen
  const [form, setForm] = useState({ amount: '', from: '', to: '', reference: '' })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const ends = endsOf[move]
  const [from, to] = [ends.from ? placeOf(form.from) : null, ends.to ? placeOf(form.to) : null]
  const lacks =
    (ends.from && from === null) || (ends.to && to === null)
      ? t('needAccount')
      : isFloat(move) && merchantId === null
        ? t('needMerchant')
        : isAmount(form.amount)
          ? null
          : t('needAmount')
  const changed = (name: string, sign: string): Change => {
    const row = accounts.find((one) => `${one.account} ${one.sub}` === name && one.currency === currency)
    return {
      name,
      before: formatMoney(row?.balance ?? '0', currency),
      after: `${sign}${formatMoney(form.amount, currency)}`,
    }
  }
  return (
    <ActionDialog
      title={t('moveTitle')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={lacks}
      changes={
        lacks !== null ? [] : [...(from ? [changed(form.from, '−')] : []), ...(to ? [changed(form.to, '+')] : [])]
      }
      canned={[t('whyHotWallet'), t('whyTransfer')]}
      run={({ reason, key }) =>
        call('POST /api/console/treasury/move', {
          params: {},
          body: {
            reason,
            move,
            currency,
            amount: form.amount,
            ...(from && { from }),
            ...(to && { to }),
            ...(isFloat(move) && merchantId !== null && { merchantId }),
            ...(form.reference.trim() !== '' && { reference: form.reference.trim() }),
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        <Choice
          label={t('what')}
          value={move}
          choices={Object.entries(houseMoveWords)}
          onValue={(next) => setMove(next as HouseMoveKind)}
        />
        <Choice
          label={t('currency')}
          value={currency}
          choices={(isFloat(move) ? [currency] : currencies).map((one) => [one, one])}
          onValue={(next) => setCurrency(next as Currency)}
        />
        {isFloat(move) && <MerchantField value={merchantId} onValue={setMerchant} />}
        {ends.from && <PlaceField label={t('fromWhere')} accounts={accounts} currency={currency} {...field('from')} />}
        {ends.to && <PlaceField label={t('toWhere')} accounts={accounts} currency={currency} {...field('to')} />}
        <TextField label={t('amount')} inputMode="decimal" maxLength={25} {...field('amount')} />
        <TextField label={t('statementName')} maxLength={100} {...field('reference')} />
      </div>
    </ActionDialog>
  )
}
