import { useTexts } from '@maru/client/i18n/texts'
import { Badge } from '@maru/ui'
import { useSite } from '../site/store.ts'
import { appTexts } from './texts.ts'

/** 모의투자, on every trading page of a site that plays with virtual points. */
export function DemoBadge() {
  const t = useTexts(appTexts)
  const isDemo = useSite(({ site }) => site?.moneyMode !== 'LICENSED')
  return isDemo ? <Badge tone="demo">{t('demo')}</Badge> : null
}
