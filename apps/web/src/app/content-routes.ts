import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { MenuText } from '../shell/menu-texts.ts'
import type { PageCode } from './guarded-page.tsx'
import { digits, type RouteMeta } from './route-meta.ts'

const legal = { layout: 'No', requiresAuth: false, rightback: true, backUrl: '/more', toTop: true } as const

/** Pages of what the house writes for its members. */
export const contentPages: readonly (readonly [path: string, meta: RouteMeta<MenuText>, page: PageCode])[] = [
  [
    '/more/notice',
    { name: 'notice', title: 'notices', layout: 'Fixed', leftback: true, toTop: true },
    lazyPart(() => import('../features/content/notices-page.tsx')),
  ],
  [
    '/more/notice/:id',
    {
      name: 'notice detail',
      title: 'notices',
      layout: 'Fixed',
      rightback: true,
      backUrl: '/more/notice',
      id: digits,
      toTop: true,
    },
    lazyPart(() => import('../features/content/notice-page.tsx')),
  ],
  [
    '/support/notice',
    {
      name: 'support notice',
      title: 'notices',
      layout: 'No',
      requiresAuth: false,
      rightback: true,
      backUrl: '/more',
      toTop: true,
    },
    lazyPart(() => import('../features/content/notices-page.tsx')),
  ],
  [
    '/support/faq',
    {
      name: 'support faq',
      title: 'support',
      layout: 'Fixed',
      requiresAuth: false,
      rightback: true,
      backUrl: '/more',
      toTop: true,
    },
    lazyPart(() => import('../features/content/faq-page.tsx')),
  ],
  [
    '/support/promotion',
    {
      name: 'support promotion',
      title: 'promotions',
      layout: 'No',
      requiresAuth: false,
      rightback: true,
      backUrl: '/more',
      toTop: true,
    },
    lazyPart(() => import('../features/content/promotions-page.tsx')),
  ],
  [
    '/support/promotion/:id',
    {
      name: 'support promotion detail',
      title: 'promotions',
      layout: 'No',
      requiresAuth: false,
      rightback: true,
      backUrl: '/support/promotion',
      id: digits,
      toTop: true,
    },
    lazyPart(() => import('../features/content/promotion-page.tsx')),
  ],
  [
    '/support/invest_info',
    {
      name: 'support invest_info',
      title: 'investInfo',
      layout: 'No',
      requiresAuth: false,
      rightback: true,
      backUrl: '/more',
      hasPrices: true,
      toTop: true,
    },
    lazyPart(() => import('../features/content/strategies-page.tsx')),
  ],
  [
    '/support/invest_info/:id',
    {
      name: 'support invest_info detail',
      title: 'investInfo',
      layout: 'No',
      requiresAuth: false,
      rightback: true,
      backUrl: '/support/invest_info',
      id: digits,
      toTop: true,
    },
    lazyPart(() => import('../features/content/strategy-page.tsx')),
  ],
  [
    '/more/economic',
    { name: 'economic', title: 'economic', layout: 'Fixed', leftback: true, toTop: true },
    lazyPart(() => import('../features/economic/economic-page.tsx')),
  ],
  [
    '/more/terms',
    { name: 'terms', title: 'terms', ...legal },
    lazyPart(() => import('../features/legal/terms-page.tsx')),
  ],
  [
    '/more/privacy',
    { name: 'privacy', title: 'privacy', ...legal },
    lazyPart(() => import('../features/legal/privacy-page.tsx')),
  ],
]
