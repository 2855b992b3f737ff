import type { StaffRole } from '@maru/contract'
import type { ComponentType } from 'react'
import type { AreaIconName } from '../parts/area-icon.tsx'

/** Groups of the rail, from the top. */
export const groups = ['운영', '거래', '자금', '고객', '설정'] as const

/** A page of the console: its entry in the rail, its route and its code, which is loaded when it is first opened. */
export interface Area {
  /** Address below /console; deeper ones (`withdrawals/123`) are the page's own. */
  readonly path: string
  readonly group: (typeof groups)[number]
  readonly title: string
  readonly icon: AreaIconName
  /** Who sees it; to others it is not there. What they may do on it the page itself says. */
  readonly roles: readonly StaffRole[]
  /** The letter that opens it after G. */
  readonly letter?: string
  readonly page: () => Promise<{ default: ComponentType }>
}

const everybody: readonly StaffRole[] = ['SUPER', 'SITE', 'FINANCE', 'CS', 'AUDIT']

/** Every area, in the order of the rail: one line each. */
// biome-ignore format: one line each.
export const areas: readonly Area[] = [
  { path: 'overview', group: '운영', title: '현황', icon: 'overview', roles: everybody, letter: 'h', page: () => import('../features/overview/overview-page.tsx') },
  { path: 'approvals', group: '운영', title: '승인 대기', icon: 'approvals', roles: everybody, letter: 'a', page: () => import('../features/approvals/approvals-page.tsx') },
  { path: 'risk', group: '거래', title: '위험 · 노출', icon: 'risk', roles: ['SUPER', 'SITE', 'FINANCE', 'AUDIT'], letter: 'r', page: () => import('../features/risk/risk-page.tsx') },
  { path: 'deposits', group: '자금', title: '입금', icon: 'deposits', roles: everybody, letter: 'd', page: () => import('../features/desk/deposits-page.tsx') },
  { path: 'withdrawals', group: '자금', title: '출금', icon: 'withdrawals', roles: everybody, letter: 'w', page: () => import('../features/desk/withdrawals-page.tsx') },
  { path: 'suspense', group: '자금', title: '미확인 입금', icon: 'suspense', roles: everybody, letter: 's', page: () => import('../features/suspense/suspense-page.tsx') },
  { path: 'disputes', group: '자금', title: 'P2P 분쟁', icon: 'p2p', roles: everybody, letter: 'p', page: () => import('../features/disputes/disputes-page.tsx') },
  { path: 'coupons', group: '자금', title: '쿠폰', icon: 'coupons', roles: everybody, letter: 'c', page: () => import('../features/coupons/coupons-page.tsx') },
  { path: 'statement', group: '자금', title: '거래 내역', icon: 'statement', roles: everybody, letter: 'b', page: () => import('../features/statement/statement-page.tsx') },
]
