import type { Feature } from '../site/store.ts'
import type { AppText } from './texts.ts'

type LayoutName = 'Sign' | 'Trade' | 'Fixed' | 'Wallet' | 'Search' | 'No'

/** What the frame and the guard need to know of a page. */
export interface RouteMeta {
  /** Kept in the menu cookie on each navigation. */
  name: string
  title: AppText
  layout: LayoutName
  /** Not false: only for signed-in members. */
  requiresAuth?: false
  /** Back arrow, to the first path segment. */
  leftback?: true
  /** Close icon, to `backUrl`; without one to where the reader came from. */
  rightback?: true
  backUrl?: string
  /** Page of a product line that a site can switch off; of several, one that is on is enough. */
  feature?: Feature | readonly Feature[]
}

/** Every page of this version. `pattern` is the router's path. */
export const routeMetas = {
  signin: { name: 'signin', title: 'signin', layout: 'Sign', requiresAuth: false },
  register: { name: 'register', title: 'register', layout: 'Sign', requiresAuth: false },
  exchange: { name: 'Trade', title: 'trade', layout: 'Trade', feature: 'binary' },
  exchangeView: { name: 'Trade View', title: 'trade', layout: 'Trade', feature: 'binary', requiresAuth: false },
  future: { name: 'FutureTrade', title: 'tradeFutures', layout: 'Trade', feature: 'futures' },
  futureView: {
    name: 'FutureTrade View',
    title: 'tradeFutures',
    layout: 'Trade',
    feature: 'futures',
    requiresAuth: false,
  },
  oversea: { name: 'OverseaTrade', title: 'tradeOversea', layout: 'Trade', feature: 'oversea' },
  overseaView: {
    name: 'OverseaTrade View',
    title: 'tradeOversea',
    layout: 'Trade',
    feature: 'oversea',
    requiresAuth: false,
  },
  searchOversea: { name: 'search oversea', title: 'lookup', layout: 'Search', feature: 'oversea' },
  walletAsset: { name: 'wallet', title: 'wallet', layout: 'Wallet' },
  walletHistory: {
    name: 'wallet history',
    title: 'history',
    layout: 'Wallet',
    feature: ['oversea', 'futures', 'binary'],
  },
  more: { name: 'more', title: 'more', layout: 'Fixed' },
  setting: { name: 'setting', title: 'setting', layout: 'Fixed', leftback: true },
  mypage: { name: 'mypage', title: 'mypage', layout: 'Fixed', leftback: true },
  changePassword: { name: 'change_password', title: 'changePassword', layout: 'Fixed', leftback: true },
  limits: { name: 'limits', title: 'limits', layout: 'Fixed', leftback: true },
  terms: { name: 'terms', title: 'terms', layout: 'No', requiresAuth: false, rightback: true, backUrl: '/more' },
  privacy: { name: 'privacy', title: 'privacy', layout: 'No', requiresAuth: false, rightback: true, backUrl: '/more' },
  evidence: { name: 'evidence', title: 'evidence', layout: 'No', requiresAuth: false, rightback: true },
} as const satisfies Record<string, RouteMeta>
