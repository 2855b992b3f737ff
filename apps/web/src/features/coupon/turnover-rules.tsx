import { Icon } from '@maru/ui'
import { useTexts } from '../../i18n/texts.ts'
import { couponTexts } from './texts.ts'

/** What counts towards a turnover, and that only the bonus is bound. */
export function TurnoverRules() {
  const t = useTexts(couponTexts)
  const facts = [
    [t('ofRounds'), '100%'],
    [t('ofFutures'), t('ofFuturesHow')],
    [t('ofOversea'), t('ofOverseaHow')],
    [t('ofNothing'), t('ofNothingHow')],
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
      <p>{t('late')}</p>
      <p>{t('bound')}</p>
    </details>
  )
}
