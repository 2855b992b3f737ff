import './coin.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DnwSite } from '@maru/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { moneyTexts } from '../texts.ts'
import { CoinAddress } from './coin-address.tsx'
import { CoinArrivals } from './coin-arrivals.tsx'
import { CoinPicker } from './coin-picker.tsx'
import { coinTexts } from './coin-texts.ts'
import { NetworkChoice } from './network-choice.tsx'
import { walletOf } from './wallet-of.ts'

/** The address of a coin on a network, and what arrived of it. */
export default function CoinDeposit({ site }: { site: DnwSite }) {
  const t = useTexts(coinTexts)
  const money = useTexts(moneyTexts)
  const [query, setQuery] = useSearchParams()
  const [chosenNetwork, setNetwork] = useState('')
  const coins = site.coins.filter(({ isDeposit }) => isDeposit)
  const coin = coins.find((one) => one.coin === query.get('coin')) ?? coins[0]
  const network = coin?.networks.find((one) => one.network === chosenNetwork) ?? coin?.networks[0]
  if (!coin || !network) return null
  const choose = (name: Coin) => setQuery({ of: 'coin', coin: name }, { replace: true })
  const count = network.confirmations
  return (
    <>
      <section className="pad">
        <CoinPicker coins={coins} coin={coin} onCoin={choose} />
        <NetworkChoice label={t('network')} networks={coin.networks} network={network.network} onNetwork={setNetwork} />
        <CoinAddress
          key={`${coin.coin}:${network.network}`}
          coin={coin.coin}
          network={network}
          isDemo={site.moneyMode === 'DEMO'}
        />
        <dl className="kvs coin-kv">
          <dt>{t('confirmations')}</dt>
          <dd className="num">{t('confirmationsCount', { count })}</dd>
          <dt>{t('fee')}</dt>
          <dd>{t('noFee')}</dd>
          <dt>{t('wallet')}</dt>
          <dd>{money(`wallet${walletOf(coin.coin)}`)}</dd>
        </dl>
        <p className="cap-l">{t('confirmationsWhy', { count, twice: 2 * count })}</p>
      </section>
      <div className="band" />
      <CoinArrivals coin={coin.coin} />
    </>
  )
}
