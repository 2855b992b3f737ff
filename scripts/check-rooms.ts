// Imports go downwards only, the core has no import circle and stays deterministic, components stay short, tests neither sleep nor try again. `node scripts/run.js scripts/check-rooms.ts`
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sizeFaults } from './component-sizes.ts'
import { testFaults } from './test-rules.ts'
import { layerFault } from './web-layers.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What each room may import of the others. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/evidence': ['packages/contract'],
  'packages/positions': ['packages/contract'],
  'packages/stomp': [],
  'packages/provider-protocol': [],
  'packages/core': ['packages/contract', 'packages/evidence', 'packages/positions'],
  'packages/market': ['packages/contract', 'packages/evidence'],
  'packages/client': ['packages/contract', 'packages/ui'],
  'packages/ui': ['packages/contract', 'packages/positions'],
  'apps/server': [
    'packages/contract',
    'packages/core',
    'packages/evidence',
    'packages/market',
    'packages/positions',
    'packages/provider-protocol',
    'packages/stomp',
  ],
  'apps/sandbox': ['packages/provider-protocol'],
  'apps/console': ['packages/client', 'packages/contract', 'packages/ui'],
  'apps/web': ['packages/client', 'packages/contract', 'packages/evidence', 'packages/positions', 'packages/ui'],
  bench: [
    'test',
    'apps/server',
    'packages/contract',
    'packages/core',
    'packages/evidence',
    'packages/market',
    'packages/positions',
    'packages/stomp',
  ],
  test: ['scripts', 'apps/server', 'packages/contract'],
  scripts: ['packages/contract'],
}
/** Third-party packages that a pure room may use. */
const pureRooms: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': ['zod'],
  'packages/core': [],
  'packages/positions': [],
  'packages/provider-protocol': ['zod', 'node:crypto'],
}
/** The pure rooms use neither floating point nor randomness (the linter bans clocks and globals). */
const bannedInCore = [
  /\bMath\.random\b/,
  /\bparseFloat\b/,
  /\.toFixed\(/,
  /\bMath\.(pow|sqrt|log|exp|sin|cos)\b/,
  /\blocaleCompare\b/,
]
/** A feature folder of the server uses another feature only through its index.ts. */
const features =
  /^apps\/server\/src\/(members|sites|limits|commands|rounds|trading|futures|oversea|providers|evidence|market|gateway)\//

/** A book of the core imports no other: what they share lies beside them. */
const books = /^packages\/core\/src\/(rounds|futures|oversea)\//

/** The engine of the trading books imports none of them: they pass it their policies. */
const engine = /^packages\/core\/src\/trading\//

const files = ['packages', 'apps', 'bench', 'test', 'scripts'].flatMap((folder) => sourcesUnder(join(root, folder)))
const configuration = 'vitest.config.ts'
const faults = [
  ...files.flatMap((file) => faultsOf(file)),
  ...circlesIn('packages/core'),
  ...testFaults(configuration, readFileSync(join(root, configuration), 'utf8')),
]
for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0

function sourcesUnder(folder: string): string[] {
  let entries: ReturnType<typeof list>
  try {
    entries = list(folder)
  } catch {
    return [] // a room that does not exist yet
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesUnder(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}
function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}

function roomOf(path: string): string | null {
  return Object.keys(allowed).find((room) => path === room || path.startsWith(`${room}/`)) ?? null
}

function faultsOf(file: string): string[] {
  const path = relative(root, file)
  const room = roomOf(path)
  if (!room) return [`${path}: belongs to no room`]
  const text = readFileSync(file, 'utf8')
  const test = /\.test\.tsx?$/.test(path) || path.includes('/test/')
  const found = [...sizeFaults(path, text), ...testFaults(path, text)]
  for (const specifier of importsOf(text)) {
    const target = targetOf(specifier, file)
    if (target === null) {
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
      const pure = pureRooms[room]
      if (pure && !test && path.startsWith(`${room}/src/`) && !specifier.startsWith('#') && !pure.includes(name))
        found.push(`${path}: ${room} is pure and may not import ${specifier}`)
      continue
    }
    const other = roomOf(target)
    if (other && other !== room && !test && !allowed[room]!.includes(other))
      found.push(`${path}: ${room} may not import ${other}`)
    const from = features.exec(path)?.[1]
    const to = features.exec(target)?.[1]
    if (from && to && from !== to && !test && !target.endsWith(`/${to}/index.ts`))
      found.push(`${path}: use ${to} through its index.ts, not ${target}`)
    const fault = layerFault(path, target)
    if (fault) found.push(fault)
    const [book, another] = [books.exec(path)?.[1], books.exec(target)?.[1]]
    if (engine.test(path) && another && !test) found.push(`${path}: the trading engine knows no book, as ${target}`)
    if (book && another && book !== another && !test) found.push(`${path}: a book imports no other, as ${target}`)
  }
  if (/^packages\/(core|positions)\/src\//.test(path) && !test)
    for (const banned of bannedInCore)
      if (banned.test(text)) found.push(`${path}: ${banned.source} is not deterministic enough for a pure room`)
  return found
}

/** Files of a room that import each other in a circle, types included; a circle is named once. */
function circlesIn(room: string): string[] {
  const imports = new Map<string, string[]>()
  for (const file of files) {
    const path = relative(root, file)
    if (!path.startsWith(`${room}/`)) continue
    const targets = importsOf(readFileSync(file, 'utf8')).map((specifier) => targetOf(specifier, file))
    imports.set(
      path,
      targets.filter((target) => target !== null),
    )
  }
  const found: string[] = []
  const done = new Set<string>()
  const walk = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) found.push(`${[...way.slice(at), path].join(' → ')}: an import circle`)
    if (at >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) walk(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) walk(path, [])
  return found
}

function importsOf(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\n[^'"]*?)?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

/** Path of an imported file of this repository, or null for a third-party package. */
function targetOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return relative(root, resolve(dirname(from), specifier))
  const own = /^@maru\/([a-z-]+)/.exec(specifier)?.[1]
  if (!own) return null
  return own === 'server' || own === 'web' || own === 'console' || own === 'sandbox'
    ? `apps/${own}`
    : own === 'bench'
      ? own
      : `packages/${own}`
}
