import { useTexts } from '@maru/client/i18n/texts'
import type { Bonus } from '@maru/contract'
import { formatDay, formatMoney } from '@maru/ui'
import { couponTexts } from './texts.ts'

/** A bonus that is over, and how it ended. */
export function PastBonus({ bonus }: { bonus: Bonus }) {
  const t = useTexts(couponTexts)
  const { turnover, closedAt, converted } = bonus
  if (turnover.state === 'OPEN' || closedAt === null) return null
  return (
    <article className="cpn-p">
      <h2>
        {bonus.title}
        <b>{formatMoney(bonus.point, 'KRW')}</b>
      </h2>
      <p>
        {formatDay(closedAt)} · {t(turnover.state, { amount: formatMoney(converted, 'KRW') })}
      </p>
    </article>
  )
}
