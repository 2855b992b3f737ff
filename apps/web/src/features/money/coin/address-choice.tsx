import { useTexts } from '@maru/client/i18n/texts'
import type { DnwSite, PayoutAccount } from '@maru/contract'
import { Button, formatDateTime, Icon } from '@maru/ui'
import { useId, useState } from 'react'
import { AddressSheet } from '../accounts/address-sheet.tsx'
import { heldUntil } from '../queries.ts'
import { coinWithdrawTexts } from './withdraw-texts.ts'

interface Props {
  readonly site: DnwSite
  readonly coin: string
  readonly addresses: readonly PayoutAccount[]
  readonly address: PayoutAccount | null
  readonly onAddress: (id: number) => void
}

/** The addresses of the book that take a coin: to which it goes, and from when on a new one takes any. */
export function AddressChoice({ site, coin, addresses, address, onAddress }: Props) {
  const t = useTexts(coinWithdrawTexts)
  const group = useId()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <fieldset className="nets adrs">
        <legend className="lb">{t('to')}</legend>
        {addresses.map((one) => {
          const until = heldUntil(one)
          return (
            <label key={one.id}>
              <input type="radio" name={group} checked={one.id === address?.id} onChange={() => onAddress(one.id)} />
              <b className="num">{one.label}</b>
              <small className="num">{until === null ? t('ready') : t('held', { time: formatDateTime(until) })}</small>
            </label>
          )
        })}
      </fieldset>
      <Button className="wide" aria-haspopup="dialog" onClick={() => setAdding(true)}>
        <Icon name="plus" small />
        {t('add')}
      </Button>
      <AddressSheet open={isAdding} onClose={() => setAdding(false)} site={site} coin={coin} />
    </>
  )
}
