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

interface Component {
  readonly purl: string
  readonly scope: string
  readonly hashes?: unknown[]
}

interface Uses {
  readonly ref: string
  readonly dependsOn: string[]
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
    const listed = new Map<string, Component>(
      bom.components.map((one: Component) => [decodeURIComponent(one.purl), one]),
    )
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    const purlOf = ([path, { version }]: (typeof installed)[number]) =>
      `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`
    expect(installed.map(purlOf).filter((purl) => !listed.has(purl))).toEqual([])
    const running = installed.filter(([, { dev }]) => !dev).map(purlOf)
    expect(running.length).toBeGreaterThan(50)
    expect(running.filter((purl) => listed.get(purl)?.scope === 'excluded')).toEqual([])
    const version = (name: string) => `pkg:npm/${name}@${packages[`node_modules/${name}`]?.version}`
    expect(listed.get(version('vitest'))?.scope).toBe('excluded')
    expect(listed.get(version('pg'))).toMatchObject({
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
    // What a package uses is listed under the same name.
    const graph = new Map<string, string[]>(bom.dependencies.map((one: Uses) => [one.ref, one.dependsOn]))
    expect(graph.get(version('pg'))).toContain(version('pg-protocol'))
    expect(graph.get('pkg:npm/maru@0.1.0')).toContain(version('pg'))
    const refs = new Set([...bom.components.map((one: Component) => one.purl), 'pkg:npm/maru@0.1.0'])
    expect([...graph].flat(2).filter((ref) => !refs.has(ref))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
