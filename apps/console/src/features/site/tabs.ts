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
  { key: 'brand', title: '브랜드', permission: 'sites', component: () => import('./brand-tab.tsx') },
]
