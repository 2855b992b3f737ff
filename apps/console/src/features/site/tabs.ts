import type { Permission } from '@maru/contract/permissions'
import type { ComponentType } from 'react'
import { t } from './texts.ts'

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
  { key: 'site', title: t('productSite'), permission: 'sites', component: () => import('./site-tab.tsx') },
  { key: 'wallet', title: t('walletsCoins'), permission: 'sites', component: () => import('./wallet-tab.tsx') },
  { key: 'address', title: t('addressLanguage'), permission: 'sites', component: () => import('./address-tab.tsx') },
  { key: 'footer', title: t('footer'), permission: 'sites', component: () => import('./footer-tab.tsx') },
  { key: 'bank', title: t('banksAccounts'), permission: 'sites', component: () => import('./bank-tab.tsx') },
  { key: 'provider', title: t('provider'), permission: 'secrets', component: () => import('./provider-tab.tsx') },
  { key: 'merchant', title: t('merchants'), permission: 'providers', component: () => import('./merchant-tab.tsx') },
  { key: 'brand', title: t('brand'), permission: 'sites', component: () => import('./brand-tab.tsx') },
  { key: 'mode', title: t('moneyMode'), permission: 'sites', component: () => import('./mode-tab.tsx') },
  { key: 'maintenance', title: t('maintenance'), permission: 'maintenance', component: () => import('./maintenance-tab.tsx') },
  { key: 'list', title: t('sites'), permission: 'sites', component: () => import('./list-tab.tsx') },
]
