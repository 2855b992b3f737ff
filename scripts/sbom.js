// `npm run sbom [-- FILE]`: writes what the product is made of as CycloneDX (JSON), sbom.cdx.json unless another file is named. Read from
// package-lock.json, so that it needs no installed package; tools of development are no part of what runs. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './install.js'

const maxBytes = 64 * 1024 * 1024
const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? 'sbom.cdx.json')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
const { status, stdout, stderr, error } = spawnSync(npm, args, { cwd: root, encoding: 'utf8', maxBuffer: maxBytes })
if (status === 0) {
  const bom = JSON.parse(stdout)
  // npm names the product after its folder.
  bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${bom.components.length} components: ${file}`)
} else {
  console.error(`No list was written: ${error?.message ?? stderr.trim()}`)
  process.exitCode = 1
}
