import { useTexts } from '@maru/client/i18n/texts'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import type { WonHolding } from '../../kit/won/holding.ts'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { Donut, type Slice, sharesOf } from './donut.tsx'
import { ratesQuery } from './rates.ts'
import { walletTexts } from './texts.ts'
import { walletColors } from './wallet-row.tsx'
import { type Other, wonOf } from './won-total.ts'
import './mix.css'

interface Props {
  readonly holding: WonHolding
  readonly others: readonly Other[]
  readonly hidden: boolean
}

/** What the assets consist of: the wallets by their worth in won; while only won is held, or no rate is known, the won wallet. */
export default function Mix({ holding, others, hidden }: Props) {
  const t = useTexts(walletTexts)
  const held = others.filter(({ amount }) => Number(amount) > 0)
  const { data: rates, isPending } = useQuery({ ...ratesQuery, enabled: held.length > 0 })
  const worths = rates && held.map((other) => ({ ...other, worth: wonOf(other, rates) }))
  if (held.length > 0 && isPending) return <section className="mix is-coming" aria-hidden="true" />
  if (!worths || worths.length === 0 || worths.some(({ worth }) => worth === null))
    return <Ring label={t('mix')} slices={partsOfWon(holding, t)} hidden={hidden} />
  const slices = [
    { name: t('BINARY'), value: Number(holding.all), color: walletColors.BINARY },
    ...worths.map(({ type, worth }) => ({ name: t(type), value: Number(worth), color: walletColors[type] })),
  ]
  return <Ring label={t('mixOfWallets')} slices={slices} hidden={hidden} />
}

function partsOfWon({ parts: { free, held, waiting, openProfit }, ...holding }: WonHolding, t: Words): Slice[] {
  return [
    { name: t('free'), value: Number(free), color: 'var(--w1)' },
    ...(holding.held === null ? [] : [{ name: t('heldOversea'), value: Number(held), color: 'var(--w2)' }]),
    ...(holding.held === null || waiting > 0n
      ? [{ name: t('waiting'), value: Number(waiting), color: holding.held === null ? 'var(--w2)' : 'var(--w4)' }]
      : []),
    ...(openProfit > 0n ? [{ name: t('openProfit'), value: Number(openProfit), color: 'var(--w3)' }] : []),
  ]
}
type Words = (part: 'free' | 'waiting' | 'heldOversea' | 'openProfit') => string

function Ring({ label, slices, hidden }: { label: string; slices: readonly Slice[]; hidden: boolean }) {
  const shares = sharesOf(slices.map(({ value }) => value))
  return (
    <section className="mix" aria-label={label}>
      <Donut slices={slices} label={label} hidden={hidden} />
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
