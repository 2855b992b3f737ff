import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly link?: boolean
}

test('npm run sbom writes every package that the product runs with, by name, version and hash, as CycloneDX', () => {
  const root = join(import.meta.dirname, '..')
  const folder = mkdtempSync(join(tmpdir(), 'maru-sbom-'))
  const file = join(folder, 'sbom.json')
  try {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.js', file], { cwd: root, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const bom = JSON.parse(readFileSync(file, 'utf8'))
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'maru', type: 'application' } },
    })
    const listed = new Map<string, { readonly hashes?: unknown[] }>(
      bom.components.map((one: { purl: string }) => [decodeURIComponent(one.purl), one]),
    )
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const needed = Object.entries(packages).filter(
      ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
    )
    expect(needed.length).toBeGreaterThan(50)
    const missing = needed
      .map(([path, { version }]) => `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
      .filter((purl) => !listed.has(purl))
    expect(missing).toEqual([])
    expect(listed.get(`pkg:npm/pg@${packages['node_modules/pg']?.version}`)?.hashes).toHaveLength(1)
    expect([...listed.keys()].filter((purl) => purl.startsWith('pkg:npm/vitest@'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
