// `npm run bench -- NAME [ARG ...]`: runs one benchmark; without a name, lists them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build-web.js'
import { root } from './install.js'
import { runPinned, serverFlags } from './run.js'

const [name, ...rest] = process.argv.slice(2)
/** Benchmarks of the web app measure what is built. */
const ofWeb = new Set(['console-overview', 'page', 'web', 'web-size'])
const folder = join(root, 'bench/src')
const file = name && /^[a-z-]+$/.test(name) ? join(folder, `${name}.ts`) : ''
if (file && existsSync(file)) {
  if (ofWeb.has(name)) await buildWeb()
  process.exitCode = await runPinned([...serverFlags, file, ...rest], { NODE_ENV: 'production' })
} else {
  const names = readdirSync(folder)
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.slice(0, -3))
  console.error(`Usage: npm run bench -- NAME\nBenchmarks: ${names.join(', ')}`)
  process.exitCode = 2
}
