// Builds the members' web app when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'
import { runPinned } from './run.js'

const sources = [
  'package-lock.json',
  'apps/web',
  'packages/client',
  'packages/ui',
  'packages/contract',
  'packages/evidence',
  'packages/positions',
]
const stamp = join(root, 'apps/web/dist/.built-from')

/** Hash over names and contents of all files that the build reads. */
function hashOfSources() {
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

/** Builds apps/web into apps/web/dist if stale; rejects when the build fails. */
export async function buildWeb() {
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('• Building the web app …')
  const began = Date.now()
  const build = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'apps/web', '--logLevel', 'warn']
  // Set for every caller, also a test runner: with another NODE_ENV the page would carry React's development build.
  const code = await runPinned(build, { NODE_ENV: 'production' })
  if (code !== 0) throw new Error('✗ The web app could not be built (see above).')
  // The first visitor already gets compressed files; the server compresses what is missing.
  await runPinned([join(root, 'apps/server/src/http/precompress.ts'), join(root, 'apps/web/dist')])
  writeFileSync(stamp, wanted)
  console.log(`  done in ${Math.round((Date.now() - began) / 1000)} s`)
}
