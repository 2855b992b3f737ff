// The layers of the members' web app, as scripts/check-rooms.ts holds them.

/** Lowest first: a file uses its own layer and those before it. */
const layers: readonly string[] = [
  'i18n',
  'api',
  'site',
  'session',
  'settings',
  'shell',
  'live',
  'lists',
  'trading',
  'protection',
  'kit',
  'books',
  'features',
  'app',
]

const source = 'apps/web/src/'

/** Why the file at `from` may not import the one at `to`, paths from the root of the repository; null where it may. */
export function layerFault(from: string, to: string): string | null {
  if (!from.startsWith(source) || !to.startsWith(source)) return null
  const [layer, slice] = partsOf(from)
  const [target, targetSlice] = partsOf(to)
  // main.tsx stands above all layers.
  if (slice === undefined) return null
  if (rankOf(layer) < 0) return `${from}: ${layer} is no layer of the web app`
  if (rankOf(target) > rankOf(layer)) return `${from}: ${layer} is below ${target} and may not import ${to}`
  const isSliced = layer === 'features' || layer === 'books'
  if (isSliced && target === layer && slice !== targetSlice)
    return `${from}: ${layer}/${slice} may not import across, from ${layer}/${targetSlice}`
  // A test may read what the index keeps to itself.
  const isTest = from.includes('.test.')
  if (target === 'live' && layer !== 'live' && !isTest && to !== `${source}live/index.ts`)
    return `${from}: use live through its index.ts, not ${to}`
  return null
}

const partsOf = (path: string) => path.slice(source.length).split('/')
const rankOf = (layer: string | undefined) => layers.indexOf(layer ?? '')
