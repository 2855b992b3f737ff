import './maintenance.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { SiteMaintenance } from '@maru/contract'
import { formatDateTime, Icon } from '@maru/ui'
import { useEffect } from 'react'
import { reloadSite } from '../../site/store.ts'
import { maintenanceTexts } from './texts.ts'

/** Staff may lift it before its end, and a page without a live channel hears nothing. */
const askAgainMs = 10_000

/** Stands above every page during maintenance: until when, and what can and cannot be done meanwhile. */
export function MaintenanceBanner({ maintenance }: { maintenance: SiteMaintenance }) {
  const t = useTexts(maintenanceTexts)
  const { until, note } = maintenance
  useEffect(() => {
    const ask = () => void reloadSite().catch((error: unknown) => console.warn('maintenance: no site', error))
    const timer = setInterval(ask, askAgainMs)
    const atEnd = setTimeout(ask, Math.max(0, until - Date.now()) + 500)
    return () => {
      clearInterval(timer)
      clearTimeout(atEnd)
    }
  }, [until])
  return (
    <div className="maintenance" role="status">
      <details>
        <summary>
          <Icon name="warn" small />
          <span className="num">{t('title', { until: formatDateTime(until).slice(5, 16) })}</span>
          <Icon name="down" small />
        </summary>
        <p className="note">{note}</p>
        <p>{t('closed')}</p>
        <p>{t('open')}</p>
      </details>
    </div>
  )
}
