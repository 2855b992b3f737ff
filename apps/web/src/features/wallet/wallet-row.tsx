import { useTexts } from '@maru/client/i18n/texts'
import type { Wallet } from '@maru/contract'
import { directionClass, formatMoney, formatSigned } from '@maru/ui'
import { Link } from 'react-router'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { walletTexts } from './texts.ts'

/** A wallet has one colour everywhere: the ring of its sign, its share of the whole. */
export const walletColors: Record<Wallet['type'], string> = {
  BINARY: 'var(--w1)',
  FUTURES: 'var(--w2)',
  BONUS: 'var(--w1)',
  USDT: 'var(--w6)',
  BTC: 'var(--w3)',
  ETH: 'var(--w4)',
  XRP: 'var(--w5)',
}

export interface WalletCell {
  readonly name: string
  readonly value: string
  /** A result: with its sign and direction. */
  readonly isResult?: true
}

/** One wallet: what it holds, and what that consists of. */
export function WalletRow({
  wallet: { type, currency },
  balance,
  cells,
  hidden,
}: {
  wallet: Pick<Wallet, 'type' | 'currency'>
  balance: string
  cells: readonly WalletCell[]
  hidden: boolean
}) {
  const t = useTexts(walletTexts)
  const figure = (value: string | number | bigint) => formatMoney(value, currency, false)
  return (
    <article className="w">
      <Link to={`/wallet/${type}/${currency}`} className="w-h">
        <span className="w-i" style={{ boxShadow: `inset 0 0 0 2px ${walletColors[type]}` }} aria-hidden="true">
          {t(`sign${currency}`)}
        </span>
        <span>
          <b>{t(type)}</b>
          <small>{t(`${type}Use`)}</small>
        </span>
        <span className="num">
          <b>{hidden ? hiddenAmount : formatMoney(balance, currency)}</b>
          <small>{currency}</small>
        </span>
      </Link>
      <dl className={cells.length > 2 ? 'w-b is-wide' : 'w-b'}>
        {cells.map(({ name, value, isResult }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isResult && !hidden ? directionClass(value) : ''}>
              {hidden ? hiddenAmount : isResult ? formatSigned(value, figure) : figure(value)}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
