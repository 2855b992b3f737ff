import './maintenance.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { SiteMaintenance } from '@maru/contract'
import { BrandMark, formatDateTime } from '@maru/ui'
import { useEffect } from 'react'
import { reloadSite, useSite } from '../../site/store.ts'
import { maintenanceTexts } from './texts.ts'

/** Staff may lift it before its end, and a page without a live channel is told of nothing. */
const askAgainMs = 10_000

/** What members see instead of any page while their site is closed. */
export function MaintenancePage({ maintenance }: { maintenance: SiteMaintenance }) {
  const t = useTexts(maintenanceTexts)
  const name = useSite(({ site }) => site?.name)
  const { until, note } = maintenance
  useEffect(() => {
    const ask = () => void reloadSite().catch((error: unknown) => console.warn('maintenance: no site', error))
    const timer = setInterval(ask, askAgainMs)
    const atEnd = setTimeout(ask, Math.max(0, until - Date.now()) + 500)
    // Nothing that was loaded before it still counts when the site is open again.
    const leave = useSite.subscribe(({ site }) => {
      if (site && !site.maintenance?.isOn) location.reload()
    })
    return () => {
      clearInterval(timer)
      clearTimeout(atEnd)
      leave()
    }
  }, [until])
  return (
    <div className="app">
      <main id="main" className="center closed-site">
        <BrandMark />
        <p className="closed-name">{name}</p>
        <h1>{t('title')}</h1>
        <p className="closed-until num">{t('until', { until: formatDateTime(until).slice(0, 16) })}</p>
        <p className="closed-note">{note}</p>
        <p>{t('stays')}</p>
        <p>{t('opens')}</p>
      </main>
    </div>
  )
}
