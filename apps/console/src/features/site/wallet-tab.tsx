import type { ConsoleSite } from '@maru/contract'
import { Link } from 'react-router'
import { useMay } from '../../parts/may.tsx'
import { coinWords, draftedOf, edit, fieldsOf, useDraft, walletWords } from './draft.ts'
import { SitePart } from './site-part.tsx'

/** What members see of wallets, and which coins come in and are sold to them. */
export default function WalletTab() {
  return <SitePart title="지갑 · 코인">{(site) => <Wallets site={site} />}</SitePart>
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
        <h3>지갑</h3>
        <span className="sub">
          끈 코인은 회원 화면에서 바로 사라지고 거절됩니다. 가진 코인은 언제든 팔고 뺄 수 있습니다 ·{' '}
          <Link className="lk" to="/options">
            최소 출금과 수수료
          </Link>
        </span>
      </header>
      <table className="t site-wallets">
        <thead>
          <tr>
            <th scope="col">지갑</th>
            <th scope="col">통화</th>
            <th scope="col">표시</th>
            <th scope="col">입금</th>
            <th scope="col">구매</th>
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
                label={`${walletWords[wallet]} 표시`}
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
              <td className="dim">가진 때</td>
              <Cell
                label={`${coinWords[coin]} 입금`}
                was={was.depositCoins.includes(coin)}
                value={now.depositCoins.includes(coin)}
                onChange={(isOn) => edit(site.id, { depositCoins: turn(now.depositCoins, coin, isOn) })}
              />
              <Cell
                label={`${coinWords[coin]} 구매`}
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
