import type { Permission } from '@maru/contract/permissions'
import type { ComponentType } from 'react'

/** A part of the settings of a site: its entry in the list at the left, its address below /site, and its code. */
export interface SiteTab {
  readonly key: string
  readonly title: string
  /** Who may read it sees it. */
  readonly permission: Permission
  /** Draws itself in `SiteFrame`. */
  readonly component: () => Promise<{ default: ComponentType }>
}

/** Every part, in the order of the list. */
// biome-ignore format: one line each.
export const tabs: readonly SiteTab[] = [
  { key: 'site', title: '상품 · 사이트', permission: 'sites', component: () => import('./site-tab.tsx') },
  { key: 'wallet', title: '지갑 · 코인', permission: 'sites', component: () => import('./wallet-tab.tsx') },
  { key: 'address', title: '주소 · 언어', permission: 'sites', component: () => import('./address-tab.tsx') },
  { key: 'bank', title: '은행 · 계좌', permission: 'sites', component: () => import('./bank-tab.tsx') },
  { key: 'provider', title: '제공사', permission: 'secrets', component: () => import('./provider-tab.tsx') },
  { key: 'merchant', title: 'P2P 상인', permission: 'providers', component: () => import('./merchant-tab.tsx') },
  { key: 'brand', title: '브랜드', permission: 'sites', component: () => import('./brand-tab.tsx') },
  { key: 'mode', title: '운영 방식', permission: 'sites', component: () => import('./mode-tab.tsx') },
  { key: 'maintenance', title: '점검', permission: 'maintenance', component: () => import('./maintenance-tab.tsx') },
  { key: 'list', title: '사이트 목록', permission: 'sites', component: () => import('./list-tab.tsx') },
]
