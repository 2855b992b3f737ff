import type { FooterEntry, SiteInfo } from '@maru/contract'
import { footerOf, isOverseaOnly } from '@maru/contract/footer'
import type { IconName } from '@maru/ui'
import { homeOf } from '../../shell/landing.ts'
import type { AppText } from '../../shell/texts.ts'
import { featuresOf } from '../../site/store.ts'

export interface Tab {
  readonly icon: IconName
  readonly text: AppText
  readonly to: string
  /** Guests get this page instead. */
  readonly guestTo?: string
  /** The pages below this path are the tab's; without it those below `to`. */
  readonly under?: string
}

type Site = Pick<SiteInfo, 'type' | 'liveChat' | 'footer'>

/** The footer of a site, the same on all its pages: the entries that it names, in its order, without those that lead nowhere. */
export const tabsOf = (site: Site): readonly Tab[] =>
  footerOf(site.footer, featuresOf(site)).map((entry) => tabOf(entry, site))

/** § Quick order, deposits and withdrawals, lookup and more. */
const isFormOfFour = (site: Site): boolean => isOverseaOnly(featuresOf(site)) && !site.footer

function tabOf(entry: FooterEntry, site: Site): Tab {
  switch (entry) {
    case 'home':
      return { icon: 'home', text: 'home', to: homeOf(site) }
    case 'trade':
      return { icon: 'trade', text: 'rounds', to: '/exchange', guestTo: '/exchangeView' }
    case 'futures':
      return { icon: 'futures', text: 'futures', to: '/future', guestTo: '/futureView' }
    case 'order':
      return {
        icon: 'bolt',
        text: isFormOfFour(site) ? 'quickOrder' : 'tradeOversea',
        to: '/oversea',
        guestTo: '/overseaView',
      }
    case 'wallet':
      if (isFormOfFour(site)) return { icon: 'wallet', text: 'money', to: '/dnw', under: '/wallet' }
      return { icon: 'wallet', text: 'wallet', to: '/wallet/asset', under: '/wallet' }
    case 'search':
      return { icon: 'search', text: 'lookup', to: featuresOf(site).oversea ? '/search' : '/wallet/history' }
    case 'support':
      return { icon: 'info', text: 'support', to: '/support/faq', under: '/support' }
    case 'more':
      return { icon: 'more', text: 'more', to: '/more' }
  }
}

/** The tab that a page belongs to: the one that names it most exactly; home only where no other does. */
export function activeTab(tabs: readonly Tab[], pathname: string): Tab | null {
  const holds = (path: string | undefined) => path !== undefined && `${pathname}/`.startsWith(`${path}/`)
  const reach = ({ to, guestTo, under }: Tab) =>
    Math.max(0, ...[to, guestTo, under].map((path) => (holds(path) ? (path?.length ?? 0) : 0)))
  const found = tabs
    .filter((tab) => reach(tab) > 0)
    .reduce<Tab | null>((best, tab) => {
      if (best === null || best.text === 'home') return tab
      return tab.text !== 'home' && reach(tab) > reach(best) ? tab : best
    }, null)
  // What helps a member is listed under more.
  return found ?? (/^\/s(upport|ervice)\//.test(pathname) ? (tabs.find(({ to }) => to === '/more') ?? null) : null)
}
