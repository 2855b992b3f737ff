// Builds the members' web app and the console, each when its sources changed since its last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'
import { runPinned } from './run.js'

const shared = ['package-lock.json', 'packages/client', 'packages/ui', 'packages/contract']
const apps = [
  {
    dir: 'apps/web',
    title: 'the web app',
    sources: [...shared, 'apps/web', 'packages/evidence', 'packages/positions'],
  },
  { dir: 'apps/console', title: 'the console', sources: [...shared, 'apps/console', 'packages/positions'] },
]

/** Hash over names and contents of all files that a build reads. */
function hashOf(sources) {
  const hash = createHash('sha256')
  const walk = (path) => {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const child = join(path, entry.name)
      if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.includes('.test.')) continue
      if (entry.isDirectory()) walk(child)
      else hash.update(child.slice(root.length)).update(readFileSync(child))
    }
  }
  for (const source of sources) {
    if (source.includes('.')) hash.update(readFileSync(join(root, source)))
    else walk(join(root, source))
  }
  return hash.digest('hex')
}

/** Builds what is stale of apps/web and apps/console into their dist; rejects when a build fails. */
export async function buildWeb() {
  for (const app of apps) await build(app)
}

async function build({ dir, title, sources }) {
  const dist = join(root, dir, 'dist')
  const stamp = join(dist, '.built-from')
  const wanted = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log(`• Building ${title} …`)
  const began = Date.now()
  // Set for every caller, also a test runner: with another NODE_ENV the page would carry React's development build.
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', dir, '--logLevel', 'warn']
  if ((await runPinned(vite, { NODE_ENV: 'production' })) !== 0)
    throw new Error(`✗ ${dir} could not be built (see above).`)
  // The first visitor already gets compressed files; the server compresses what is missing.
  await runPinned([join(root, 'apps/server/src/http/precompress.ts'), dist])
  writeFileSync(stamp, wanted)
  console.log(`  done in ${Math.round((Date.now() - began) / 1000)} s`)
}
