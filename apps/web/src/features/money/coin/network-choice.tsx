import type { DnwSite } from '@maru/contract'
import { useId } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { coinTexts } from './coin-texts.ts'

interface Props {
  readonly networks: DnwSite['coins'][number]['networks']
  readonly network: string
  readonly onNetwork: (network: string) => void
}

/** The networks of a coin: what is sent over another one does not arrive. */
export function NetworkChoice({ networks, network, onNetwork }: Props) {
  const t = useTexts(coinTexts)
  const group = useId()
  return (
    <fieldset className="nets">
      <legend className="lb">{t('network')}</legend>
      {networks.map((one) => (
        <label key={one.network}>
          <input type="radio" name={group} checked={one.network === network} onChange={() => onNetwork(one.network)} />
          <b>{one.name}</b>
          <small>{one.network}</small>
        </label>
      ))}
    </fieldset>
  )
}
