import type { DnwSite } from '@maru/contract'
import { Chip } from '@maru/ui'

interface Props {
  readonly label: string
  readonly coins: DnwSite['coins']
  readonly coin: string
  readonly onCoin: (coin: string) => void
}

/** A few coins, one of which is chosen, where a drawer cannot open. */
export const CoinChips = ({ label, coins, coin, onCoin }: Props) => (
  <fieldset className="coin-c">
    <legend className="lb">{label}</legend>
    {coins.map((one) => (
      <Chip key={one.coin} pressed={one.coin === coin} onClick={() => onCoin(one.coin)}>
        {one.coin}
      </Chip>
    ))}
  </fieldset>
)
