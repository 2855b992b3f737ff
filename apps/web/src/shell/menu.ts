import type { IconName } from '@maru/ui'
import { featuresOf } from '../site/store.ts'
import type { AppText } from './texts.ts'

export interface MenuEntry {
  icon: IconName
  text: AppText
  /** Where it leads; without it the entry says that it is being prepared. */
  to?: string
  /** Also for guests. */
  guest?: true
}

/** Entries of the drawer and of the More page for a site. Nothing that leads nowhere is offered. */
export function menuOf(site: Parameters<typeof featuresOf>[0]): {
  trade: MenuEntry[]
  account: MenuEntry[]
  service: MenuEntry[]
} {
  const features = featuresOf(site)
  const trade: MenuEntry[] = []
  if (features.oversea) {
    trade.push({ icon: 'bolt', text: 'tradeOversea', to: '/oversea' })
    trade.push({ icon: 'search', text: 'quickOrder', to: '/search/oversea' })
  }
  if (features.binary) trade.push({ icon: 'trade', text: 'tradeBinary', to: '/exchange' })
  trade.push({ icon: 'futures', text: 'tradeFutures', ...(features.futures && { to: '/future' }) })
  trade.push({ icon: 'wallet', text: 'asset', to: '/wallet/asset' })
  trade.push({ icon: 'download', text: 'money', to: '/dnw' })
  if (features.binary || features.futures) trade.push({ icon: 'clock', text: 'history', to: '/wallet/history' })
  return {
    trade,
    account: [
      { icon: 'plus', text: 'deposit', to: '/balances/deposit' },
      { icon: 'minus', text: 'withdraw', to: '/balances/withdraw' },
      { icon: 'user', text: 'mypage', to: '/more/mypage' },
      { icon: 'star', text: 'coupon', to: '/more/coupon' },
      { icon: 'shield', text: 'limits', to: '/more/limits' },
      { icon: 'lock', text: 'security', to: '/more/security' },
      { icon: 'setting', text: 'setting', to: '/more/setting' },
    ],
    service: [
      { icon: 'doc', text: 'terms', to: '/more/terms', guest: true },
      { icon: 'doc', text: 'privacy', to: '/more/privacy', guest: true },
    ],
  }
}
