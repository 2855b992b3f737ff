// Brings node_modules up to date with package-lock.json, and says so. Skips what is already done.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.maru-installed')

/** Installs the dependencies when the lock file changed since the last time; ends the process with a plain line when that fails. */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const fresh = !existsSync(join(root, 'node_modules'))
  console.log(`• Installing dependencies (${fresh ? 'first time: one to three minutes' : 'the lock file changed'}) …`)
  const began = Date.now()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it refuses a lock file that a registry without some other platform's packages has written.
  const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) {
    console.error(
      '✗ npm could not install the dependencies. Check that the npm registry can be reached, then run this again.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
  console.log(`  done in ${Math.round((Date.now() - began) / 1000)} s`)
}
