import { type ComponentType, lazy } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { Frame } from './frame.tsx'
import { GuardedPage } from './guarded-page.tsx'
import { RouteError } from './route-error.tsx'
import { type RouteMeta, routeMetas } from './route-meta.ts'

type Module = Promise<{ default: ComponentType }>

/** A page whose code is loaded when it is first shown, behind the guard. */
function page(path: string, meta: RouteMeta, load: () => Module): RouteObject {
  return { path, handle: meta, element: <GuardedPage meta={meta} page={lazy(load)} /> }
}

const m = routeMetas
const rounds = () => import('../features/rounds/rounds-page.tsx')
const register = () => import('../features/register/register-page.tsx')

const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <RouteError />,
    children: [
      { path: '/', element: <Navigate to="/signin" replace /> },
      page('/signin', m.signin, () => import('../features/sign-in/sign-in-page.tsx')),
      page('/register', m.register, register),
      page('/ref/:partnerCode', m.register, register),
      page('/exchange', m.exchange, rounds),
      // A number is an option's id; a word is a stock (/exchange/BTCUSDT).
      page('/exchange/:id', m.exchange, rounds),
      page('/exchangeView', m.exchangeView, rounds),
      page('/exchangeView/:id', m.exchangeView, rounds),
      page('/wallet/asset', m.walletAsset, () => import('../features/wallet/asset-page.tsx')),
      page('/wallet/history', m.walletHistory, () => import('../features/wallet/history-page.tsx')),
      page('/more', m.more, () => import('../features/more/more-page.tsx')),
      page('/more/setting', m.setting, () => import('../features/more/setting-page.tsx')),
      page('/more/mypage', m.mypage, () => import('../features/more/mypage-page.tsx')),
      page('/more/change_password', m.changePassword, () => import('../features/more/change-password-page.tsx')),
      page('/more/limits', m.limits, () => import('../features/limits/limits-page.tsx')),
      page('/more/terms', m.terms, () => import('../features/legal/terms-page.tsx')),
      page('/more/privacy', m.privacy, () => import('../features/legal/privacy-page.tsx')),
      page('/evidence/:id', m.evidence, () => import('../features/evidence/evidence-page.tsx')),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
