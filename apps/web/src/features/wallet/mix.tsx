import { formatKrw } from '@maru/ui'
import { useTexts } from '../../i18n/texts.ts'
import { Donut, sharesOf } from './donut.tsx'
import type { WonHolding } from './holding.ts'
import { walletTexts } from './texts.ts'
import { hiddenAmount } from './wallet-row.tsx'

/** What the won wallet consists of. */
export function Mix({ holding, hidden }: { holding: WonHolding; hidden: boolean }) {
  const t = useTexts(walletTexts)
  const { free, held, waiting, openProfit } = holding.parts
  const slices = [
    { name: t('free'), value: Number(free), color: 'var(--w1)' },
    holding.held === null
      ? { name: t('waiting'), value: Number(waiting), color: 'var(--w2)' }
      : { name: t('heldOversea'), value: Number(held), color: 'var(--w2)' },
    ...(openProfit > 0n ? [{ name: t('openProfit'), value: Number(openProfit), color: 'var(--w3)' }] : []),
  ]
  const shares = sharesOf(slices.map(({ value }) => value))
  return (
    <section className="mix" aria-label={t('mix')}>
      <Donut slices={slices} label={t('mix')} hidden={hidden} />
      <ul>
        {slices.map(({ name, color, value }, index) => (
          <li key={name}>
            <i style={{ background: color }} />
            <span>{name}</span>
            <b className="num">{hidden ? hiddenAmount : formatKrw(value)}</b>
            <small className="num">{(shares[index] ?? 0).toFixed(1)}%</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
