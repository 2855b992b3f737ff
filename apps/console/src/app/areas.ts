import type { Permission } from '@maru/contract'
import type { ComponentType } from 'react'
import type { AreaIconName } from '../parts/area-icon.tsx'
import { t } from './texts.ts'

/** Groups of the rail, from the top. */
export const groups = [t('groupRun'), t('groupTrade'), t('groupMoney'), t('groupPeople'), t('groupSettings')] as const

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
  { path: 'overview', group: t('groupRun'), title: t('overview'), icon: 'overview', permission: 'overview', letter: 'h', page: () => import('../features/overview/overview-page.tsx') },
  { path: 'members', group: t('groupRun'), title: t('members'), icon: 'members', permission: 'members', letter: 'm', page: () => import('../features/members/members-page.tsx') },
  { path: 'approvals', group: t('groupRun'), title: t('approvals'), icon: 'approvals', permission: 'approvals', letter: 'a', page: () => import('../features/approvals/approvals-page.tsx') },
  { path: 'risk', group: t('groupTrade'), title: t('risk'), icon: 'risk', permission: 'results', letter: 'r', page: () => import('../features/risk/risk-page.tsx') },
  { path: 'options', group: t('groupTrade'), title: t('options'), icon: 'instruments', permission: 'options', letter: 'o', page: () => import('../features/options/options-page.tsx') },
  { path: 'fx', group: t('groupTrade'), title: t('fx'), icon: 'fx', permission: 'fxFixing', letter: 'u', page: () => import('../features/fx/fx-page.tsx') },
  { path: 'deposits', group: t('groupMoney'), title: t('deposits'), icon: 'deposits', permission: 'money', letter: 'd', page: () => import('../features/desk/deposits-page.tsx') },
  { path: 'withdrawals', group: t('groupMoney'), title: t('withdrawals'), icon: 'withdrawals', permission: 'money', letter: 'w', page: () => import('../features/desk/withdrawals-page.tsx') },
  { path: 'suspense', group: t('groupMoney'), title: t('suspense'), icon: 'suspense', permission: 'suspense', letter: 's', page: () => import('../features/suspense/suspense-page.tsx') },
  { path: 'disputes', group: t('groupMoney'), title: t('disputes'), icon: 'p2p', permission: 'disputes', letter: 'p', page: () => import('../features/disputes/disputes-page.tsx') },
  { path: 'coupons', group: t('groupMoney'), title: t('coupons'), icon: 'coupons', permission: 'coupons', letter: 'c', page: () => import('../features/coupons/coupons-page.tsx') },
  { path: 'treasury', group: t('groupMoney'), title: t('treasury'), icon: 'treasury', permission: 'treasury', letter: 'f', page: () => import('../features/treasury/treasury-page.tsx') },
  { path: 'statement', group: t('groupMoney'), title: t('statement'), icon: 'statement', permission: 'money', letter: 'b', page: () => import('../features/statement/statement-page.tsx') },
  { path: 'ledger', group: t('groupMoney'), title: t('ledger'), icon: 'ledger', permission: 'results', letter: 'j', page: () => import('../features/ledger/ledger-page.tsx') },
  { path: 'reconcile', group: t('groupMoney'), title: t('reconcile'), icon: 'reconcile', permission: 'results', letter: 'y', page: () => import('../features/reconcile/reconcile-page.tsx') },
  { path: 'providers', group: t('groupMoney'), title: t('providers'), icon: 'providers', permission: 'providers', letter: 'v', page: () => import('../features/providers/providers-page.tsx') },
  { path: 'support', group: t('groupPeople'), title: t('inquiries'), icon: 'support', permission: 'content', letter: 'q', page: () => import('../features/support/support-page.tsx') },
  { path: 'chats', group: t('groupPeople'), title: t('chat'), icon: 'chats', permission: 'content', letter: 'i', page: () => import('../features/support/chats-page.tsx') },
  { path: 'content', group: t('groupPeople'), title: t('content'), icon: 'content', permission: 'content', letter: 'n', page: () => import('../features/content/content-page.tsx') },
  { path: 'economic', group: t('groupPeople'), title: t('economic'), icon: 'calendar', permission: 'content', letter: 'x', page: () => import('../features/economic/economic-page.tsx') },
  { path: 'partners', group: t('groupPeople'), title: t('partners'), icon: 'partners', permission: 'partners', letter: 'k', page: () => import('../features/partners/partners-page.tsx') },
  { path: 'site', group: t('groupSettings'), title: t('siteSettings'), icon: 'site', permission: 'sites', letter: 'e', page: () => import('../features/site/site-page.tsx') },
  { path: 'alarms', group: t('groupSettings'), title: t('alarmAddresses'), icon: 'alarms', permission: 'alarmAddresses', letter: 'z', page: () => import('../features/alarms/alarms-page.tsx') },
  { path: 'staff', group: t('groupSettings'), title: t('staff'), icon: 'staff', permission: 'staff', letter: 't', page: () => import('../features/staff/staff-page.tsx') },
  { path: 'audit', group: t('groupSettings'), title: t('audit'), icon: 'audit', permission: 'audit', letter: 'l', page: () => import('../features/audit/audit-page.tsx') },
]
