import type { AppText } from '../shell/texts.ts'
import type { Feature } from '../site/store.ts'

/** Names of specification 2; its Trade is the fixed one of rounds. */
type LayoutName = 'Home' | 'Sign' | 'Fixed' | 'FutureTrade' | 'OverseaTrade' | 'Wallet' | 'Search' | 'No'

/** Ids of the address: an option's number; for rounds also a stock's name. Anything else leads to the root. */
const digits = /^\d{1,15}$/
const digitsOrStock = /^(\d{1,15}|[A-Z][A-Z0-9_]{1,29})$/

/** What the frame and the guard need to know of a page. */
export interface RouteMeta {
  /** Kept in the menu cookie on each navigation. */
  name: string
  title: AppText
  /** A trade page: its header is its own, and it asks for prices and fonts itself. */
  trades?: true
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

/** Every page of this version. `pattern` is the router's path. */
export const routeMetas = {
  signin: { name: 'signin', title: 'signin', layout: 'Sign', requiresAuth: false },
  register: { name: 'register', title: 'register', layout: 'Sign', requiresAuth: false },
  find: { name: 'find', title: 'find', layout: 'Sign', requiresAuth: false },
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
  walletHistory: {
    name: 'wallet history',
    title: 'history',
    layout: 'Wallet',
    feature: ['futures', 'binary'],
    toTop: true,
  },
  oneWallet: { name: 'wallet coin', title: 'wallet', layout: 'Fixed', leftback: true, toTop: true },
  p2p: { name: 'p2p', title: 'p2p', layout: 'Fixed', leftback: true, feature: 'p2p' },
  dnw: { name: 'dnw', title: 'money', layout: 'Fixed' },
  searchDnw: { name: 'search dnw', title: 'dnw', layout: 'Search', toTop: true },
  dnwHistory: { name: 'dnw history', title: 'dnw', layout: 'Wallet', toTop: true },
  balances: { name: 'balances', title: 'dnw', layout: 'Fixed', toTop: true },
  deposit: { name: 'deposit', title: 'deposit', layout: 'Fixed', leftback: true },
  withdraw: { name: 'withdraw', title: 'withdraw', layout: 'Fixed', leftback: true },
  transfer: { name: 'transfer', title: 'transfer', layout: 'Fixed', leftback: true },
  convert: { name: 'convert', title: 'convert', layout: 'Fixed', leftback: true },
  accounts: { name: 'accounts', title: 'accounts', layout: 'Fixed', leftback: true },
  more: { name: 'more', title: 'more', layout: 'Home' },
  setting: { name: 'setting', title: 'setting', layout: 'Fixed', leftback: true },
  mypage: { name: 'mypage', title: 'mypage', layout: 'Fixed', leftback: true },
  changePassword: { name: 'change_password', title: 'changePassword', layout: 'Fixed', leftback: true },
  security: { name: 'security', title: 'security', layout: 'Fixed', leftback: true },
  verify: { name: 'security verify', title: 'verify', layout: 'Fixed', leftback: true },
  totp: { name: 'security totp', title: 'totp', layout: 'Fixed', leftback: true },
  liabilities: { name: 'liabilities', title: 'liabilities', layout: 'Fixed', leftback: true },
  limits: { name: 'limits', title: 'limits', layout: 'Fixed', leftback: true },
  coupon: { name: 'coupon', title: 'coupon', layout: 'Fixed', leftback: true },
  terms: {
    name: 'terms',
    title: 'terms',
    layout: 'No',
    requiresAuth: false,
    rightback: true,
    backUrl: '/more',
    toTop: true,
  },
  privacy: {
    name: 'privacy',
    title: 'privacy',
    layout: 'No',
    requiresAuth: false,
    rightback: true,
    backUrl: '/more',
    toTop: true,
  },
  evidence: { name: 'evidence', title: 'evidence', layout: 'No', requiresAuth: false, rightback: true },
} as const satisfies Record<string, RouteMeta>
