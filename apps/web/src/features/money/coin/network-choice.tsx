import type { DnwSite } from '@maru/contract'
import { useId } from 'react'

interface Props {
  readonly label: string
  readonly networks: DnwSite['coins'][number]['networks']
  readonly network: string
  readonly onNetwork: (network: string) => void
}

/** The networks of a coin: what is sent over another one does not arrive. */
export function NetworkChoice({ label, networks, network, onNetwork }: Props) {
  const group = useId()
  return (
    <fieldset className="nets">
      <legend className="lb">{label}</legend>
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
