import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type AppText, appTexts } from '../shell/texts.ts'
import { Frame } from './frame.tsx'
import { GuardedPage, type PageCode } from './guarded-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { type RouteMeta, routeMetas } from './route-meta.ts'

// The router's declarative half only: its data half (loaders, actions) would be an eighth of what the sign-in page loads.

const m = routeMetas
const rounds = lazyPart(() => import('../features/rounds/rounds-page.tsx'))
const futures = lazyPart(() => import('../features/futures/futures-page.tsx'))
const RareRoutes = lazyPart(() => import('./rare-routes.tsx'))
const oversea = lazyPart(() => import('../features/oversea/oversea-page.tsx'))

const moneyHistory = lazyPart(() => import('../features/money/history-page.tsx'))

/** Pages that are known from the start: path, meta and its code, which is loaded when it is first shown. */
export const knownPages: readonly (readonly [path: string, meta: RouteMeta<AppText>, page: PageCode])[] = [
  ['/signin', m.signin, lazyPart(() => import('../features/sign-in/sign-in-page.tsx'))],
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
]

/** Addresses that only lead on. */
export const knownRedirects = [
  ['/', '/signin'],
  ['/balances', '/balances/list'],
  ['/wallet', '/wallet/asset'],
  ['/search', '/search/oversea'],
] as const

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Frame />}>
        {knownRedirects.map(([path, to]) => (
          <Route key={path} path={path} element={<Navigate to={to} replace />} />
        ))}
        {knownPages.map(([path, meta, page]) => (
          <Route key={path} path={path} element={<GuardedPage texts={appTexts} meta={meta} page={page} />} />
        ))}
        <Route
          path="*"
          element={
            <Suspense fallback={<PageSkeleton meta={m.dnw} />}>
              <RareRoutes />
            </Suspense>
          }
        />
      </Route>
    </Routes>
  )
}
