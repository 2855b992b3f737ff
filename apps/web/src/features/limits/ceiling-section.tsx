import { useTexts } from '@maru/client/i18n/texts'
import type { Ceiling } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { limitTexts } from './texts.ts'

const names = {
  STAKE: 'ceilingStake',
  ORDER: 'ceilingOrder',
  DEPOSIT: 'ceilingDeposit',
  WITHDRAWAL: 'ceilingWithdrawal',
} as const

/** What the house allows this member at most. */
export function CeilingSection({ ceilings }: { ceilings: readonly Ceiling[] }) {
  const t = useTexts(limitTexts)
  return (
    <section className="lim">
      <h2>{t('ceilings')}</h2>
      <p className="note">
        {t('ceilingsHint')} <Link to="/service/contact">{t('contact')}</Link>
      </p>
      <dl className="lim-d">
        {ceilings.map(({ kind, currency, amount }) => (
          <div key={`${kind} ${currency}`}>
            <dt>{t(names[kind])}</dt>
            <dd className="num">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
