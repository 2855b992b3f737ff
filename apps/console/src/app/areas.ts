import type { Permission } from '@maru/contract'
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
  /** Who may read this part of the house sees it; to others it is not there. What they may do on it the page itself says. */
  readonly permission: Permission
  /** The letter that opens it after G. */
  readonly letter?: string
  readonly page: () => Promise<{ default: ComponentType }>
}

/** Every area, in the order of the rail: one line each. */
// biome-ignore format: one line each.
export const areas: readonly Area[] = [
  { path: 'overview', group: '운영', title: '현황', icon: 'overview', permission: 'overview', letter: 'h', page: () => import('../features/overview/overview-page.tsx') },
  { path: 'members', group: '운영', title: '회원', icon: 'members', permission: 'members', letter: 'm', page: () => import('../features/members/members-page.tsx') },
  { path: 'approvals', group: '운영', title: '승인 대기', icon: 'approvals', permission: 'approvals', letter: 'a', page: () => import('../features/approvals/approvals-page.tsx') },
  { path: 'risk', group: '거래', title: '위험 · 노출', icon: 'risk', permission: 'results', letter: 'r', page: () => import('../features/risk/risk-page.tsx') },
  { path: 'options', group: '거래', title: '종목 · 설정', icon: 'instruments', permission: 'options', letter: 'o', page: () => import('../features/options/options-page.tsx') },
  { path: 'deposits', group: '자금', title: '입금', icon: 'deposits', permission: 'money', letter: 'd', page: () => import('../features/desk/deposits-page.tsx') },
  { path: 'withdrawals', group: '자금', title: '출금', icon: 'withdrawals', permission: 'money', letter: 'w', page: () => import('../features/desk/withdrawals-page.tsx') },
  { path: 'suspense', group: '자금', title: '미확인 입금', icon: 'suspense', permission: 'suspense', letter: 's', page: () => import('../features/suspense/suspense-page.tsx') },
  { path: 'disputes', group: '자금', title: 'P2P 분쟁', icon: 'p2p', permission: 'disputes', letter: 'p', page: () => import('../features/disputes/disputes-page.tsx') },
  { path: 'coupons', group: '자금', title: '쿠폰', icon: 'coupons', permission: 'coupons', letter: 'c', page: () => import('../features/coupons/coupons-page.tsx') },
  { path: 'treasury', group: '자금', title: '하우스 자금', icon: 'treasury', permission: 'treasury', letter: 'f', page: () => import('../features/treasury/treasury-page.tsx') },
  { path: 'statement', group: '자금', title: '거래 내역', icon: 'statement', permission: 'money', letter: 'b', page: () => import('../features/statement/statement-page.tsx') },
  { path: 'ledger', group: '자금', title: '원장', icon: 'ledger', permission: 'results', letter: 'j', page: () => import('../features/ledger/ledger-page.tsx') },
  { path: 'reconcile', group: '자금', title: '대사', icon: 'reconcile', permission: 'results', letter: 'y', page: () => import('../features/reconcile/reconcile-page.tsx') },
  { path: 'providers', group: '자금', title: '제공사', icon: 'providers', permission: 'providers', letter: 'v', page: () => import('../features/providers/providers-page.tsx') },
  { path: 'support', group: '고객', title: '문의', icon: 'support', permission: 'content', letter: 'q', page: () => import('../features/support/support-page.tsx') },
  { path: 'chats', group: '고객', title: '실시간 상담', icon: 'chats', permission: 'content', letter: 'i', page: () => import('../features/support/chats-page.tsx') },
  { path: 'content', group: '고객', title: '콘텐츠', icon: 'content', permission: 'content', letter: 'n', page: () => import('../features/content/content-page.tsx') },
  { path: 'site', group: '설정', title: '사이트 설정', icon: 'site', permission: 'sites', letter: 'e', page: () => import('../features/site/site-page.tsx') },
  { path: 'staff', group: '설정', title: '직원 · 권한', icon: 'staff', permission: 'staff', letter: 't', page: () => import('../features/staff/staff-page.tsx') },
  { path: 'audit', group: '설정', title: '감사 기록', icon: 'audit', permission: 'audit', letter: 'l', page: () => import('../features/audit/audit-page.tsx') },
]
