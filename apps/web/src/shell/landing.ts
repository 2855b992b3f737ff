import { type Feature, featuresOf } from '../site/store.ts'

type Flags = Parameters<typeof featuresOf>[0]

/** Pages where a member may land, in order of preference (specification 4). */
const landings: readonly { path: string; feature?: Feature }[] = [
  { path: '/oversea', feature: 'oversea' },
  { path: '/exchange', feature: 'binary' },
  { path: '/future', feature: 'futures' },
  { path: '/wallet/asset' },
]

/** Pages that are never landed on, although they can be the last opened one. */
const notRemembered = ['/', '/signin', '/register']

/** Is the page of this path one that this site has? */
export function isPathEnabled(path: string, site: Flags): boolean {
  const features = featuresOf(site)
  const segment = path.split('/')[1] ?? ''
  if (segment === 'exchange') return features.binary
  if (segment === 'oversea' || path === '/search' || path === '/search/oversea') return features.oversea
  if (segment === 'future') return features.futures
  if (path.startsWith('/wallet/history')) return features.binary || features.futures
  return path === '/wallet/asset' || ['dnw', 'more', 'search', 'support'].includes(segment)
}

/** The first page of a site: where a member lands who has not been anywhere yet. */
export function homeOf(site: Flags): string {
  const features = featuresOf(site)
  return landings.find(({ feature }) => feature === undefined || features[feature])?.path ?? '/wallet/asset'
}

/** Where a member goes after signing in or opening the site: the last opened page if still enabled, else the first enabled one. */
export function landingOf(lastOpened: string | null, site: Flags): string {
  if (lastOpened && !notRemembered.includes(lastOpened) && isPathEnabled(lastOpened, site)) return lastOpened
  return homeOf(site)
}

const lastOpenedKey = (siteCode: string) => `maru:${siteCode}:lastOpened`

/** The footer remembers where a member went, for the next visit. */
export const rememberLastOpened = (siteCode: string, path: string) =>
  localStorage.setItem(lastOpenedKey(siteCode), path)
export const lastOpened = (siteCode: string): string | null => localStorage.getItem(lastOpenedKey(siteCode))
