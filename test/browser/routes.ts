import { join } from 'node:path'

/** The part of a page's meta that decides who sees it. */
interface Meta {
  readonly requiresAuth?: false
  readonly isGuests?: true
  readonly leftback?: true
  readonly rightback?: true
  readonly backUrl?: string
  readonly feature?: string | readonly string[]
}

export interface Page {
  readonly path: string
  readonly meta: Meta
}

export interface Routes {
  readonly pages: readonly Page[]
  /** Addresses that only lead on, with where to. */
  readonly redirects: ReadonlyMap<string, string>
}

type Listed = readonly (readonly [path: string, meta: Meta])[]
type Redirects = readonly (readonly [from: string, to: string])[]

const source = join(import.meta.dirname, '../../apps/web/src')

/** The router's own list, so that nobody has to write a new page down here. */
export async function loadRoutes(): Promise<Routes> {
  // Their types are checked with the web app's: this project has no types of a browser. The colours of a site are a style sheet
  // that is made when the module is loaded.
  Object.assign(globalThis, { CSSStyleSheet: class {} })
  const known = (await module('app/router.tsx')) as { knownPages: Listed; knownRedirects: Redirects }
  const rare = (await module('app/rare-routes.tsx')) as { rarePages: Listed; rareRedirects: Redirects }
  return {
    pages: [...known.knownPages, ...rare.rarePages].map(([path, meta]) => ({ path, meta })),
    redirects: new Map([...known.knownRedirects, ...rare.rareRedirects]),
  }
}
const module = (file: string): Promise<unknown> => import(join(source, file))

/** The page that an address means. */
export const pageOf = ({ pages }: Routes, path: string): Page | null => {
  const fits = pages.filter((page) => patternOf(page.path).test(path))
  // One that names the address stands above one with a parameter in its place.
  return fits.toSorted((a, b) => wildness(a.path) - wildness(b.path))[0] ?? null
}
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)
const wildness = (path: string) => path.split(':').length
