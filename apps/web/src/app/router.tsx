import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { ComponentType, LazyExoticComponent } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Frame } from './frame.tsx'
import { GuardedPage } from './guarded-page.tsx'
import { type RouteMeta, routeMetas } from './route-meta.ts'

// The router's declarative half only: its data half (loaders, actions) would be an eighth of what the sign-in page loads.

type Page = LazyExoticComponent<ComponentType>
const m = routeMetas
/** A page that few visits open: where its code is, is loaded with it, and is no part of what every page loads first. */
const rare = (name: keyof typeof import('./rare-pages.ts')) =>
  lazyPart(async () => (await import('./rare-pages.ts'))[name]())
const rounds = lazyPart(() => import('../features/rounds/rounds-page.tsx'))
const futures = lazyPart(() => import('../features/futures/futures-page.tsx'))
const oversea = lazyPart(() => import('../features/oversea/oversea-page.tsx'))
const register = rare('register')

const moneyHistory = lazyPart(() => import('../features/money/history-page.tsx'))

/** Every page: path, meta and its code, which is loaded when it is first shown. */
const pages: readonly (readonly [path: string, meta: RouteMeta, page: Page])[] = [
  ['/signin', m.signin, lazyPart(() => import('../features/sign-in/sign-in-page.tsx'))],
  ['/register', m.register, register],
  ['/ref/:partnerCode', m.register, register],
  ['/find', m.find, rare('find')],
  ['/exchange', m.exchange, rounds],
  // A number is an option's id; a word is a stock (/exchange/BTCUSDT).
  ['/exchange/:id', m.exchange, rounds],
  ['/exchangeView', m.exchangeView, rounds],
  ['/exchangeView/:id', m.exchangeView, rounds],
  ['/oversea', m.oversea, oversea],
  ['/oversea/:id', m.oversea, oversea],
  ['/overseaView', m.overseaView, oversea],
  ['/overseaView/:id', m.overseaView, oversea],
  ['/future', m.future, futures],
  ['/future/:id', m.future, futures],
  ['/futureView', m.futureView, futures],
  ['/futureView/:id', m.futureView, futures],
  ['/search/oversea', m.searchOversea, lazyPart(() => import('../features/oversea/search-page.tsx'))],
  ['/wallet/asset', m.walletAsset, lazyPart(() => import('../features/wallet/asset-page.tsx'))],
  ['/dnw', m.dnw, lazyPart(() => import('../features/money/home-page.tsx'))],
  ['/search/dnw', m.searchDnw, lazyPart(() => import('../features/money/dnw-lookup.tsx'))],
  ['/wallet/dnw_history', m.dnwHistory, moneyHistory],
  ['/balances/list', m.balances, moneyHistory],
  ['/balances/deposit', m.deposit, lazyPart(() => import('../features/money/deposit-page.tsx'))],
  ['/balances/withdraw', m.withdraw, lazyPart(() => import('../features/money/withdraw-page.tsx'))],
  ['/wallet/transfer', m.transfer, rare('transfer')],
  ['/wallet/convert/:pair', m.convert, rare('convert')],
  ['/balances/accounts', m.accounts, rare('accounts')],
  ['/wallet/p2p', m.p2p, rare('p2p')],
  ['/wallet/history', m.walletHistory, rare('walletHistory')],
  ['/wallet/:type/:coin', m.oneWallet, rare('wallet')],
  ['/more', m.more, rare('more')],
  ['/more/setting', m.setting, rare('setting')],
  ['/more/mypage', m.mypage, rare('mypage')],
  ['/more/change_password', m.changePassword, rare('changePassword')],
  ['/more/security', m.security, rare('security')],
  ['/more/security/verify', m.verify, rare('verify')],
  ['/more/security/totp', m.totp, rare('totp')],
  ['/more/liabilities', m.liabilities, rare('liabilities')],
  ['/more/limits', m.limits, rare('limits')],
  ['/more/coupon', m.coupon, rare('coupon')],
  ['/more/terms', m.terms, rare('terms')],
  ['/more/privacy', m.privacy, rare('privacy')],
  ['/evidence/:id', m.evidence, rare('evidence')],
]

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route path="/" element={<Navigate to="/signin" replace />} />
        <Route path="/balances" element={<Navigate to="/balances/list" replace />} />
        <Route path="/wallet" element={<Navigate to="/wallet/asset" replace />} />
        <Route path="/search" element={<Navigate to="/search/oversea" replace />} />
        {pages.map(([path, meta, page]) => (
          <Route key={path} path={path} element={<GuardedPage meta={meta} page={page} />} />
        ))}
        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
  )
}
