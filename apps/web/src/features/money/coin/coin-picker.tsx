import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DnwSite } from '@maru/contract'
import { Drawer, Icon } from '@maru/ui'
import { useState } from 'react'
import { Logo } from '../../../trading/instruments/logo.tsx'
import { coinTexts } from './coin-texts.ts'

type SiteCoin = DnwSite['coins'][number]

interface Props {
  readonly coins: readonly SiteCoin[]
  readonly coin: SiteCoin
  readonly onCoin: (coin: Coin) => void
}

/** The chosen coin, and a drawer with the others. */
export function CoinPicker({ coins, coin, onCoin }: Props) {
  const t = useTexts(coinTexts)
  const [isOpen, setOpen] = useState(false)
  const choose = (name: Coin) => {
    setOpen(false)
    onCoin(name)
  }
  return (
    <>
      <p className="lb">{t('coin')}</p>
      <button type="button" className="coin-b" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CoinName coin={coin} />
        <Icon name="down" small />
      </button>
      <Drawer open={isOpen} title={t('selectCoin')} onClose={() => setOpen(false)}>
        <ul className="coin-l">
          {coins.map((one) => (
            <li key={one.coin}>
              <button
                type="button"
                className="coin-b"
                aria-current={one.coin === coin.coin}
                onClick={() => choose(one.coin)}
              >
                <CoinName coin={one} />
                {one.coin === coin.coin && <Icon name="check" small />}
              </button>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}

const CoinName = ({ coin: { coin, name } }: { coin: SiteCoin }) => (
  <>
    <Logo stock={coin} />
    <span>
      <b>{coin}</b> <small>{name}</small>
    </span>
  </>
)
