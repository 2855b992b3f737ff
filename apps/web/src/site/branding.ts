import type { SiteInfo } from '@maru/contract'

/** Puts the site's name on the page. */
export function applyBranding(site: SiteInfo) {
  document.title = site.name
}
