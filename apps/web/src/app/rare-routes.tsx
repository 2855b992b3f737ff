import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Navigate, Route, Routes } from 'react-router'
import { type MenuText, menuTexts } from '../shell/menu-texts.ts'
import { contactPages } from './contact-routes.ts'
import { contentPages } from './content-routes.ts'
import { GuardedPage, type PageCode } from './guarded-page.tsx'
import type { RouteMeta } from './route-meta.ts'

// Pages that few visits open. Their addresses, metas and titles are no part of what every page loads first: router.tsx loads this list
// for an address that it does not know.

const form = { layout: 'Fixed', leftback: true } as const
const legal = { layout: 'No', requiresAuth: false, rightback: true, backUrl: '/more', toTop: true } as const
const sign = { layout: 'Sign', requiresAuth: false } as const
const register = lazyPart(() => import('../features/register/register-page.tsx'))

export const rarePages: readonly (readonly [path: string, meta: RouteMeta<MenuText>, page: PageCode])[] = [
  ['/register', { name: 'register', title: 'register', ...sign }, register],
  ['/ref/:partnerCode', { name: 'register', title: 'register', ...sign }, register],
  ['/find', { name: 'find', title: 'find', ...sign }, lazyPart(() => import('../features/find/find-page.tsx'))],
  [
    '/wallet/transfer',
    { name: 'transfer', title: 'transfer', ...form },
    lazyPart(() => import('../features/money/transfer/transfer-page.tsx')),
  ],
  [
    '/wallet/convert/:pair',
    { name: 'convert', title: 'convert', ...form },
    lazyPart(() => import('./pages/convert-page.tsx')),
  ],
  [
    '/balances/accounts',
    { name: 'accounts', title: 'accounts', ...form },
    lazyPart(() => import('../features/money/accounts/accounts-page.tsx')),
  ],
  [
    '/wallet/p2p',
    { name: 'p2p', title: 'p2p', ...form, feature: 'p2p' },
    lazyPart(() => import('../features/money/p2p/p2p-page.tsx')),
  ],
  [
    '/wallet/history',
    { name: 'wallet history', title: 'history', layout: 'Wallet', feature: ['futures', 'binary'], toTop: true },
    lazyPart(() => import('./pages/history-page.tsx')),
  ],
  [
    '/wallet/:type/:coin',
    { name: 'wallet coin', title: 'wallet', ...form, toTop: true },
    lazyPart(() => import('./pages/wallet-page.tsx')),
  ],
  ['/more', { name: 'more', title: 'more', layout: 'Home' }, lazyPart(() => import('../features/more/more-page.tsx'))],
  ['/more/setting', { name: 'setting', title: 'setting', ...form }, lazyPart(() => import('./pages/setting-page.tsx'))],
  [
    '/more/mypage',
    { name: 'mypage', title: 'mypage', ...form },
    lazyPart(() => import('../features/more/mypage-page.tsx')),
  ],
  [
    '/more/membership',
    { name: 'membership', title: 'membership', ...form },
    lazyPart(() => import('../features/membership/membership-page.tsx')),
  ],
  [
    '/more/membership/leave',
    { name: 'leave', title: 'leave', ...form },
    lazyPart(() => import('../features/membership/leave-page.tsx')),
  ],
  [
    '/more/change_password',
    { name: 'change_password', title: 'changePassword', ...form },
    lazyPart(() => import('../features/more/security/change-password-page.tsx')),
  ],
  [
    '/more/security',
    { name: 'security', title: 'security', ...form },
    lazyPart(() => import('../features/more/security/security-page.tsx')),
  ],
  [
    '/more/security/verify',
    { name: 'security verify', title: 'verify', ...form },
    lazyPart(() => import('../features/more/security/verify-page.tsx')),
  ],
  [
    '/more/security/totp',
    { name: 'security totp', title: 'totp', ...form },
    lazyPart(() => import('../features/more/security/totp-page.tsx')),
  ],
  [
    '/more/liabilities',
    { name: 'liabilities', title: 'liabilities', ...form },
    lazyPart(() => import('../features/evidence/liabilities-page.tsx')),
  ],
  [
    '/more/limits',
    { name: 'limits', title: 'limits', ...form },
    lazyPart(() => import('../features/limits/limits-page.tsx')),
  ],
  [
    '/more/coupon',
    { name: 'coupon', title: 'coupon', ...form },
    lazyPart(() => import('../features/coupon/coupon-page.tsx')),
  ],
  [
    '/more/partner',
    { name: 'partner', title: 'partner', ...form },
    lazyPart(() => import('../features/partner/partner-page.tsx')),
  ],
  [
    '/more/alerts',
    { name: 'alerts', title: 'alerts', ...form },
    lazyPart(() => import('../features/alerts/alerts-page.tsx')),
  ],
  ...contactPages,
  ...contentPages,
  [
    '/statistics',
    { name: 'statistics', title: 'statistics', ...legal },
    lazyPart(() => import('../features/statistics/statistics-page.tsx')),
  ],
  [
    '/evidence/:id',
    { name: 'evidence', title: 'evidence', layout: 'No', requiresAuth: false, rightback: true },
    lazyPart(() => import('../features/evidence/evidence-page.tsx')),
  ],
]

/** Addresses that only lead on. */
export const rareRedirects = [
  ['/service', '/service/contact'],
  ['/support', '/support/faq'],
] as const

/** The pages of every other address; one that is none of them leads to the root. */
export default function RareRoutes() {
  return (
    <Routes>
      {rarePages.map(([path, meta, page]) => (
        <Route key={path} path={path} element={<GuardedPage texts={menuTexts} meta={meta} page={page} />} />
      ))}
      {rareRedirects.map(([path, to]) => (
        <Route key={path} path={path} element={<Navigate to={to} replace />} />
      ))}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  )
}
