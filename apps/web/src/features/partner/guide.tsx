import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { partnerTexts } from './texts.ts'

const rules = ['guideWeek', 'guideShare', 'guidePay', 'guideUsdt', 'guideCoupon'] as const

/** How what partners earn is counted and paid. */
export function Guide() {
  const t = useTexts(partnerTexts)
  return (
    <details className="ptn-g">
      <summary>
        {t('guide')}
        <Icon name="down" small />
      </summary>
      {rules.map((rule) => (
        <p key={rule}>{t(rule)}</p>
      ))}
    </details>
  )
}
