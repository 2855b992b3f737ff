import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { moneySiteQuery } from '../../protection/money-site-query.ts'
import { couponTexts } from './texts.ts'

/** What counts towards a turnover, and that only the bonus is bound. */
export function TurnoverRules() {
  const t = useTexts(couponTexts)
  const bonus = useQuery(moneySiteQuery).data?.bonus
  const terms = {
    times: bonus?.feeTimes ?? '…',
    minutes: bonus === undefined ? '…' : Math.ceil(bonus.netSec / 60),
  }
  const facts = [
    [t('ofRounds'), '100%'],
    [t('ofFutures'), t('ofFuturesHow', terms)],
    [t('ofOversea'), t('ofOverseaHow')],
    [t('ofNothing', terms), t('ofNothingHow')],
  ] as const
  return (
    <details className="cpn-r" open>
      <summary>
        {t('whatCounts')}
        <Icon name="down" small />
      </summary>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('late', terms)}</p>
      <p>{t('bound')}</p>
    </details>
  )
}
