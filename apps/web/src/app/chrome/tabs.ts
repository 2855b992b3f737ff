import type { IconName } from '@maru/ui'
import { isPathEnabled } from '../landing.ts'
import type { AppText } from '../texts.ts'

interface Tab {
  readonly icon: IconName
  readonly text: AppText
  readonly to: string
  /** Guests get this page instead. */
  readonly guestTo?: string
}

const order: Tab = { icon: 'bolt', text: 'order', to: '/oversea', guestTo: '/overseaView' }
const wallet: Tab = { icon: 'wallet', text: 'wallet', to: '/wallet/asset' }
const lookup: Tab = { icon: 'search', text: 'lookup', to: '/search' }
const more: Tab = { icon: 'more', text: 'more', to: '/more' }

/** Tabs in order of preference; more is the last, and leads to those that find no room. */
const tabs: readonly Tab[] = [
  { icon: 'trade', text: 'trade', to: '/exchange', guestTo: '/exchangeView' },
  { icon: 'futures', text: 'futures', to: '/future', guestTo: '/futureView' },
  order,
  wallet,
  { icon: 'search', text: 'lookup', to: '/wallet/history' },
]
const most = 4
/** The form of the pages of overseas futures: quick order, lookup and what goes with them. */
const quickTabs: readonly Tab[] = [order, wallet, lookup, more]

/** The footer of a page: what its site has, at most five tabs, the last of them more. */
export function tabsOf(pathname: string, site: Parameters<typeof isPathEnabled>[1] | null): readonly Tab[] {
  if (pathname.startsWith('/oversea') || pathname.startsWith('/search')) return quickTabs
  return [...tabs.filter(({ to }) => !site || isPathEnabled(to, site)).slice(0, most), more]
}
