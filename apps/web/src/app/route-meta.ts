import type { AppText } from '../shell/texts.ts'
import type { Feature } from '../site/store.ts'

/** Names of specification 2; its Trade is the fixed one of rounds. */
type LayoutName = 'Home' | 'Sign' | 'Fixed' | 'FutureTrade' | 'OverseaTrade' | 'Wallet' | 'Search' | 'No'

/** Ids of the address: an option's number; for rounds also a stock's name. Anything else leads to the root. */
export const digits = /^\d{1,15}$/
const digitsOrStock = /^(\d{1,15}|[A-Z][A-Z0-9_]{1,29})$/

/** What the frame and the guard need to know of a page. */
export interface RouteMeta<Title extends string = string> {
  /** Kept in the menu cookie on each navigation. */
  name: string
  title: Title
  /** A trade page: its header is its own, and it asks for prices and fonts itself. */
  trades?: true
  /** Shows live prices, to guests as well. */
  hasPrices?: true
  /** What an `:id` of the address looks like. */
  id?: RegExp
  layout: LayoutName
  /** Not false: only for signed-in members. */
  requiresAuth?: false
  /** Logged-out variant of a page (its path and `View`): a member gets the page itself. */
  isGuests?: true
  /** Back arrow, to the first path segment. */
  leftback?: true
  /** Close icon, to `backUrl`; without one to where the reader came from. */
  rightback?: true
  backUrl?: string
  /** A long page: it asks for the button that leads back to its top. */
  toTop?: true
  /** Page of a product line that a site can switch off; of several, one that is on is enough. */
  feature?: Feature | readonly Feature[]
}

/** Pages that are known from the start; app/rare-routes.tsx knows the others. */
export const routeMetas = {
  signin: { name: 'signin', title: 'signin', layout: 'Sign', requiresAuth: false },
  exchange: { name: 'Trade', title: 'trade', layout: 'Fixed', trades: true, feature: 'binary', id: digitsOrStock },
  exchangeView: {
    name: 'Trade View',
    title: 'trade',
    layout: 'Fixed',
    trades: true,
    id: digitsOrStock,
    feature: 'binary',
    requiresAuth: false,
    isGuests: true,
  },
  future: {
    name: 'FutureTrade',
    title: 'tradeFutures',
    layout: 'FutureTrade',
    trades: true,
    feature: 'futures',
    id: digits,
  },
  futureView: {
    name: 'FutureTrade View',
    title: 'tradeFutures',
    layout: 'FutureTrade',
    trades: true,
    id: digits,
    feature: 'futures',
    requiresAuth: false,
    isGuests: true,
  },
  oversea: {
    name: 'OverseaTrade',
    title: 'tradeOversea',
    layout: 'OverseaTrade',
    trades: true,
    feature: 'oversea',
    id: digits,
  },
  overseaView: {
    name: 'OverseaTrade View',
    title: 'tradeOversea',
    layout: 'OverseaTrade',
    trades: true,
    id: digits,
    feature: 'oversea',
    requiresAuth: false,
    isGuests: true,
  },
  searchOversea: { name: 'search oversea', title: 'lookup', layout: 'Search', feature: 'oversea', toTop: true },
  walletAsset: { name: 'wallet', title: 'wallet', layout: 'Wallet' },
  dnw: { name: 'dnw', title: 'money', layout: 'Fixed' },
  searchDnw: { name: 'search dnw', title: 'dnw', layout: 'Search', toTop: true },
  dnwHistory: { name: 'dnw history', title: 'dnw', layout: 'Wallet', toTop: true },
  balances: { name: 'balances', title: 'dnw', layout: 'Fixed', toTop: true },
  deposit: { name: 'deposit', title: 'deposit', layout: 'Fixed', leftback: true },
  withdraw: { name: 'withdraw', title: 'withdraw', layout: 'Fixed', leftback: true },
} as const satisfies Record<string, RouteMeta<AppText>>
