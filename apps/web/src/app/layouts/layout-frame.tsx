import { type ReactNode, useEffect } from 'react'
import { useSite } from '../../site/store.ts'
import { BackToTop } from '../chrome/back-to-top.tsx'
import { FooterTabs } from '../chrome/footer-tabs.tsx'
import { PageHeader } from '../chrome/page-header.tsx'
import { startLiveOnce } from '../live-gate.tsx'
import type { RouteMeta } from '../route-meta.ts'

/**
 * The frame that a page's layout names. Sign: nothing around the page. Search: the footer tabs alone. Home (with the count of
 * messages), Wallet, Fixed: header with the page's title, and the footer tabs. FutureTrade, OverseaTrade, and Fixed on the
 * pages of rounds: the page brings its own TradeHeader. No: header only.
 */
export function LayoutFrame({ meta, title, children }: { meta: RouteMeta; title: string; children: ReactNode }) {
  const hasHeader = !meta.trades && meta.layout !== 'Sign' && meta.layout !== 'Search'
  const hasFooter = meta.layout !== 'Sign' && meta.layout !== 'No'
  const needsPrices =
    useSite(({ site }) => site !== null) && (meta.trades || meta.hasPrices || meta.layout === 'Search')
  useEffect(() => {
    if (needsPrices) startLiveOnce()
  }, [needsPrices])
  return (
    <div className={`app app-${meta.layout.toLowerCase()}`}>
      {hasHeader && <PageHeader meta={meta} title={title} />}
      {children}
      {meta.toTop && <BackToTop />}
      {hasFooter && <FooterTabs />}
    </div>
  )
}
