import { type ReactNode, useEffect } from 'react'
import { useSite } from '../../site/store.ts'
import { FooterTabs } from '../chrome/footer-tabs.tsx'
import { PageHeader } from '../chrome/page-header.tsx'
import { startLiveOnce } from '../live-gate.tsx'
import type { RouteMeta } from '../route-meta.ts'

/**
 * The frame that a page's layout names. Sign: nothing around the page. Trade: the page brings its own TradeHeader.
 * Search: the footer tabs alone. Wallet, Fixed: header with the page's title, and the footer tabs. No: header only.
 */
export function LayoutFrame({ meta, children }: { meta: RouteMeta; children: ReactNode }) {
  const hasHeader = meta.layout === 'Fixed' || meta.layout === 'Wallet' || meta.layout === 'No'
  const hasFooter = meta.layout !== 'Sign' && meta.layout !== 'No'
  const needsPrices = useSite(({ site }) => site !== null) && (meta.layout === 'Trade' || meta.layout === 'Search')
  useEffect(() => {
    if (needsPrices) startLiveOnce()
  }, [needsPrices])
  return (
    <div className={`app app-${meta.layout.toLowerCase()}`}>
      {hasHeader && <PageHeader meta={meta} />}
      {children}
      {hasFooter && <FooterTabs />}
    </div>
  )
}
