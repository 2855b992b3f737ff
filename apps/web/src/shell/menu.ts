import { featuresOf } from '../site/store.ts'
import type { MenuIconName } from './menu-icon.tsx'
import type { MenuText } from './menu-texts.ts'

export interface MenuEntry {
  icon: MenuIconName
  text: MenuText
  /** Where it leads; without it the entry says that it is being prepared. */
  to?: string
  /** Also for guests: at the same address, or at this one. */
  guest?: true | string
}

export interface MenuGroup {
  title: MenuText
  entries: readonly MenuEntry[]
}

type Features = ReturnType<typeof featuresOf>

/** Groups of the drawer and of the More page for a site, as a member or a guest gets them. Nothing that leads nowhere is offered. */
export function menuOf(site: Parameters<typeof featuresOf>[0], isMember: boolean): MenuGroup[] {
  const features = featuresOf(site)
  const groups: MenuGroup[] = [
    { title: 'groupTrade', entries: tradeEntries(features) },
    { title: 'groupMoney', entries: moneyEntries(features) },
    {
      title: 'groupInfo',
      entries: [
        { icon: 'info', text: 'notices', to: '/more/notice', guest: '/support/notice' },
        { icon: 'star', text: 'promotions', to: '/support/promotion', guest: true },
        { icon: 'news', text: 'investInfo', to: '/support/invest_info', guest: true },
        { icon: 'calendar', text: 'economic', to: '/more/economic' },
        { icon: 'bars', text: 'statistics', to: '/statistics', guest: true },
        { icon: 'shield', text: 'liabilities', to: '/more/liabilities' },
      ],
    },
    {
      title: 'groupService',
      entries: [
        ...(features.liveChat ? [{ icon: 'phone', text: 'liveChat', to: '/more/livechat' } as const] : []),
        { icon: 'bell', text: 'messages', to: '/more/message' },
        { icon: 'mail', text: 'contact', to: '/service/contact' },
        { icon: 'question', text: 'faq', to: '/support/faq', guest: true },
        { icon: 'terms', text: 'terms', to: '/more/terms', guest: true },
        { icon: 'eye-off', text: 'privacy', to: '/more/privacy', guest: true },
      ],
    },
    {
      title: 'groupAccount',
      entries: [
        { icon: 'user', text: 'mypage', to: '/more/mypage' },
        { icon: 'lock', text: 'security', to: '/more/security' },
        { icon: 'clock', text: 'limits', to: '/more/limits' },
        { icon: 'ticket', text: 'coupon', to: '/more/coupon' },
        { icon: 'alarm', text: 'alerts', to: '/more/alerts' },
        { icon: 'setting', text: 'setting', to: '/more/setting' },
      ],
    },
  ]
  return isMember ? groups : groups.map(ofGuests).filter(({ entries }) => entries.length > 0)
}

function tradeEntries(features: Features): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (features.binary) entries.push({ icon: 'trade', text: 'tradeBinary', to: '/exchange', guest: '/exchangeView' })
  // § The one line that is offered before a site has it.
  entries.push({
    icon: 'futures',
    text: 'tradeFutures',
    guest: '/futureView',
    ...(features.futures && { to: '/future' }),
  })
  if (features.oversea) {
    entries.push({ icon: 'bolt', text: 'tradeOversea', to: '/oversea', guest: '/overseaView' })
    entries.push({ icon: 'tap', text: 'quickOrder', to: '/search/oversea' })
  }
  if (features.binary || features.futures) entries.push({ icon: 'doc', text: 'history', to: '/wallet/history' })
  return entries
}

function moneyEntries(features: Features): MenuEntry[] {
  const entries: MenuEntry[] = [
    { icon: 'wallet', text: 'asset', to: '/wallet/asset' },
    { icon: 'coins', text: 'money', to: '/dnw' },
    { icon: 'download', text: 'deposit', to: '/balances/deposit' },
    { icon: 'upload', text: 'withdraw', to: '/balances/withdraw' },
    { icon: 'list', text: 'dnw', to: '/balances/list' },
    { icon: 'send', text: 'transfer', to: '/wallet/transfer' },
  ]
  if (features.futures) entries.push({ icon: 'swap', text: 'convert', to: '/wallet/convert/BINARY_FUTURES' })
  if (features.p2p) entries.push({ icon: 'people', text: 'p2p', to: '/wallet/p2p' })
  return entries
}

const ofGuests = ({ title, entries }: MenuGroup): MenuGroup => ({
  title,
  entries: entries.flatMap((entry) => {
    if (entry.guest === undefined) return []
    return entry.to !== undefined && entry.guest !== true ? { ...entry, to: entry.guest } : entry
  }),
})
