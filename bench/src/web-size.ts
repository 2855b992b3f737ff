// Gzip size of what each route loads first (scripts and styles of the entry and of the page, the chart library apart).
// A hard gate: `npm test` runs it, and a page over its bound fails.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const apps = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'apps')
const kB = 1000

/** Route, the module of its page, and the bound in bytes without the chart library. */
const routes: readonly { path: string; page: string; bound: number; app?: 'console' }[] = [
  { path: '/signin', page: 'sign-in-page', bound: 130 * kB },
  { path: '/register', page: 'register-page', bound: 150 * kB },
  { path: '/exchange/:id', page: 'rounds-page', bound: 181 * kB },
  { path: '/oversea/:id', page: 'oversea-page', bound: 184 * kB },
  { path: '/search/oversea', page: 'search-page', bound: 184 * kB },
  { path: '/future/:id', page: 'futures-page', bound: 180 * kB },
  { path: '/wallet/asset', page: 'asset-page', bound: 150 * kB },
  { path: '/dnw', page: 'money/home-page', bound: 150 * kB },
  { path: '/search/dnw', page: 'dnw-lookup', bound: 160 * kB },
  { path: '/balances/deposit', page: 'deposit-page', bound: 152 * kB },
  { path: '/balances/withdraw', page: 'withdraw-page', bound: 163 * kB },
  { path: '/wallet/dnw_history', page: 'money/history-page', bound: 160 * kB },
  { path: '/evidence/:id', page: 'evidence-page', bound: 180 * kB },
  { path: '/console/approvals', page: 'approvals-page', bound: 250 * kB, app: 'console' },
]

const sizes = routes.map(({ path, page, bound, app = 'web' }) => {
  const dist = join(apps, app, 'dist')
  const files = filesOf(dist, page)
  const chart = files.filter((file) => /candle-chart|round-chart|lightweight/.test(file) && file.endsWith('.js'))
  const rest = files.filter((file) => !chart.includes(file))
  return { path, bytes: total(dist, rest), chartBytes: total(dist, chart), requests: files.length + 1, bound }
})
for (const { path, bytes, chartBytes, requests, bound } of sizes) {
  const chart = chartBytes > 0 ? ` + ${(chartBytes / kB).toFixed(1)} kB chart` : ''
  console.log(
    `${bytes <= bound ? '✓' : '✗'} ${path}: ${(bytes / kB).toFixed(1)} kB gzip${chart} in ${requests} requests (bound ${bound / kB} kB)`,
  )
}
const trade = sizes.find(({ path }) => path === '/exchange/:id')!
console.log(
  JSON.stringify({
    bench: 'web-size',
    value: trade.bytes / kB,
    unit: 'kB',
    baseline: trade.bound / kB,
    ratio: trade.bytes / trade.bound,
    routes: sizes,
  }),
)
process.exitCode = sizes.every(({ bytes, bound }) => bytes <= bound) ? 0 : 1

function manifestOf(dist: string): Manifest {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error(`${dist} is not built: run npm start or npm test`)
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

function filesOf(dist: string, page: string): string[] {
  const manifest = manifestOf(dist)
  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)
  const module = Object.keys(manifest).find((key) => manifest[key]!.src?.includes(`/${page}.`))
  if (!entry || !module) throw new Error(`The build has no entry or no page ${page}`)
  const found = new Set<string>()
  const visited = new Set<string>()
  const walk = (key: string): void => {
    if (visited.has(key)) return
    visited.add(key)
    const chunk = manifest[key]!
    found.add(chunk.file)
    for (const css of chunk.css ?? []) found.add(css)
    for (const child of chunk.imports ?? []) walk(child)
  }
  walk(entry)
  walk(module)
  return [...found]
}

function total(dist: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
}
