import type { SessionStatus } from '../session/store.ts'
import { featuresOf } from '../site/store.ts'
import type { RouteMeta } from './route-meta.ts'

export type Decision =
  | { go: 'show' }
  /** Start-up has not decided yet whether there is a member. */
  | { go: 'wait' }
  /** Not signed in: to the root, and back here after login. */
  | { go: 'root'; wanted: string }
  /** A member on a guest's page: to the page that it is a variant of. */
  | { go: 'member'; to: string }
  /** A page that this site has switched off. */
  | { go: 'landing' }

/** Who may see a page (specification 2): without `requiresAuth: false` only status success. */
export function guardRoute(
  meta: RouteMeta,
  path: string,
  status: SessionStatus,
  site: Parameters<typeof featuresOf>[0] | null,
): Decision {
  if (meta.requiresAuth !== false) {
    if (status === 'idle' || status === 'pending') return { go: 'wait' }
    if (status !== 'success') return { go: 'root', wanted: path }
  }
  if (meta.feature && site) {
    const features = featuresOf(site)
    if (![meta.feature].flat().some((feature) => features[feature])) return { go: 'landing' }
  }
  if (meta.isGuests && status === 'success') return { go: 'member', to: path.replace(/^(\/[a-z]+)View/, '$1') }
  return { go: 'show' }
}

let wanted: string | null = null

/** Keeps the page that a guest asked for until he has signed in. */
export function rememberWanted(path: string) {
  wanted = path
}
/** The page that a guest asked for, if it has not been reached yet. */
export const wantedPage = (): string | null => wanted

/** § After the redirect to the remembered page it counts for this long: what lands again meanwhile lands there. */
const redirectedMs = 1_000

/** Forgets the remembered page a second after a member has come to a page. */
export function forgetWanted() {
  const path = wanted
  setTimeout(() => {
    if (wanted === path) wanted = null
  }, redirectedMs)
}

/** The menu name's cookie lives for a day. */
export function rememberMenu(name: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on insecure origins.
  document.cookie = `menuName=${encodeURIComponent(name)}; path=/; max-age=86400; samesite=lax`
}
