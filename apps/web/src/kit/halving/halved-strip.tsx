import { useTexts } from '@maru/client/i18n/texts'
import { formatMinute, Icon, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useMinute } from '../use-minute.ts'
import { halvingQuery, windowAt } from './halving.ts'
import { halvingTexts } from './texts.ts'

/** Around a release: that less leverage opens, and until when. Renders nothing at other times. */
export function HalvedStrip() {
  const t = useTexts(halvingTexts)
  const now = useMinute()
  const window = windowAt(useQuery(halvingQuery).data?.windows ?? [], now)
  if (!window) return null
  return (
    <Strip tone="warn">
      <Icon name="info" />
      <span>{t('halvedUntil', { until: formatMinute(window.until) })}</span>
    </Strip>
  )
}
