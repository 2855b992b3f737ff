import { download } from '@maru/client/api/client'
import type { ConsoleSite } from '@maru/contract'
import { Link } from 'react-router'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { coinWords, draftedOf, edit, fieldsOf, useDraft, walletWords } from './draft.ts'
import { SitePart } from './site-part.tsx'
import { t } from './texts.ts'

/** What members see of wallets, and which coins come in and are sold to them. */
export default function WalletTab() {
  return <SitePart title={t('walletsCoins')}>{(site) => <Wallets site={site} />}</SitePart>
}

const wallets = ['BINARY', 'FUTURES'] as const

function Wallets({ site }: { site: ConsoleSite }) {
  const now = draftedOf(site, useDraft(site.id))
  const was = fieldsOf(site)
  const turn = <T extends string>(list: readonly T[], one: T, isOn: boolean): T[] =>
    isOn ? [...list, one] : list.filter((other) => other !== one)
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('wallets')}</h3>
        <span className="sub">
          {t('coinsHint')}
          <Link className="lk" to="/options">
            {t('minAndFee')}
          </Link>
        </span>
        <SaveCsv name={t('walletsCoins')} read={(signal) => download('GET /api/console/site/wallet.csv', { signal })} />
      </header>
      <table className="t site-wallets">
        <thead>
          <tr>
            <th scope="col">{t('wallets')}</th>
            <th scope="col">{t('currency')}</th>
            <th scope="col">{t('shown')}</th>
            <th scope="col">{t('deposit')}</th>
            <th scope="col">{t('buyCol')}</th>
          </tr>
        </thead>
        <tbody>
          {wallets.map((wallet) => (
            <tr key={wallet}>
              <td>
                <b>{walletWords[wallet]}</b>
              </td>
              <td className="num">{wallet === 'BINARY' ? 'KRW' : 'USDT'}</td>
              <Cell
                label={t('shownOf', { wallet: walletWords[wallet] })}
                was={was.wallets.includes(wallet)}
                value={now.wallets.includes(wallet)}
                onChange={(isOn) => edit(site.id, { wallets: turn(now.wallets, wallet, isOn) })}
              />
              <td className="dim">–</td>
              <td className="dim">–</td>
            </tr>
          ))}
          {site.coins.map((coin) => (
            <tr key={coin}>
              <td>
                <b>{coinWords[coin]}</b>
              </td>
              <td className="num">{coin}</td>
              <td className="dim">{t('whenHeld')}</td>
              <Cell
                label={t('depositOf', { coin: coinWords[coin] })}
                was={was.depositCoins.includes(coin)}
                value={now.depositCoins.includes(coin)}
                onChange={(isOn) => edit(site.id, { depositCoins: turn(now.depositCoins, coin, isOn) })}
              />
              <Cell
                label={t('buyOf', { coin: coinWords[coin] })}
                was={was.buyCoins.includes(coin)}
                value={now.buyCoins.includes(coin)}
                onChange={(isOn) => edit(site.id, { buyCoins: turn(now.buyCoins, coin, isOn) })}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps {
  label: string
  was: boolean
  value: boolean
  onChange: (value: boolean) => void
}

function Cell({ label, was, value, onChange }: CellProps) {
  const may = useMay('sites')
  return (
    <td className={was === value ? undefined : 'ed'}>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={value}
        aria-label={label}
        disabled={!may}
        onClick={() => onChange(!value)}
      />
    </td>
  )
}
