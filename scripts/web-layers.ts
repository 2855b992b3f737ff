// The layers of the members' web app and of the console, as scripts/check-rooms.ts holds them.

/** Lowest first: a file uses its own layer and those before it. */
const layers: readonly string[] = [
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

const consoleLayers: readonly string[] = ['session', 'live', 'parts', 'features', 'app']

const apps = [
  { name: 'web app', source: 'apps/web/src/', layers },
  { name: 'console', source: 'apps/console/src/', layers: consoleLayers },
] as const

/** Why the file at `from` may not import the one at `to`, paths from the root of the repository; null where it may. */
export function layerFault(from: string, to: string): string | null {
  const app = apps.find(({ source }) => from.startsWith(source) && to.startsWith(source))
  if (!app) return null
  const { source } = app
  const rankOf = (layer: string | undefined) => app.layers.indexOf(layer ?? '')
  const [layer, slice] = from.slice(source.length).split('/')
  const [target, targetSlice] = to.slice(source.length).split('/')
  // main.tsx stands above all layers.
  if (slice === undefined) return null
  if (rankOf(layer) < 0) return `${from}: ${layer} is no layer of the ${app.name}`
  if (rankOf(target) > rankOf(layer)) return `${from}: ${layer} is below ${target} and may not import ${to}`
  const isSliced = layer === 'features' || layer === 'books'
  if (isSliced && target === layer && slice !== targetSlice)
    return `${from}: ${layer}/${slice} may not import across, from ${layer}/${targetSlice}`
  // A test may read what the index keeps to itself.
  const isTest = from.includes('.test.')
  if (app.name === 'web app' && target === 'live' && layer !== 'live' && !isTest && to !== `${source}live/index.ts`)
    return `${from}: use live through its index.ts, not ${to}`
  return null
}
