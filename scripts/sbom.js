// `npm run sbom [-- FILE]`: writes what the product is made of as CycloneDX 1.6 (JSON), sbom.cdx.json unless another file is named. It is
// read from package-lock.json: `npm sbom --omit=dev` leaves out what tools of development use too. Plain JavaScript for Node 20.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './install.js'

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const { packages } = read('package-lock.json')
const product = read('package.json')
const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? 'sbom.cdx.json')

const marker = 'node_modules/'
const nameOf = (path) => path.slice(path.lastIndexOf(marker) + marker.length)
const refOf = (path, { version }) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`
/** Packages of the registry; the workspaces are the product itself. */
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes(marker) && !link)

/** `excluded`: tools of development, which are no part of what runs. */
const scopeOf = ({ dev, optional, devOptional }) =>
  dev ? 'excluded' : optional || devOptional ? 'optional' : 'required'

function componentOf([path, entry]) {
  const [, algorithm, digest] = /^(sha\d+)-(.+)$/.exec(entry.integrity ?? '') ?? []
  const content = digest && Buffer.from(digest, 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': refOf(path, entry),
    name: nameOf(path),
    version: entry.version,
    scope: scopeOf(entry),
    purl: refOf(path, entry),
    ...(content && { hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }] }),
    ...(entry.license && { licenses: [{ license: { name: entry.license } }] }),
  }
}

/** The package that Node.js finds under a name from a place: in the nearest folder of packages upwards. */
function found(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const path = at === '' ? `${marker}${name}` : `${at}/${marker}${name}`
    const entry = packages[path]
    if (entry?.link) return null
    if (entry !== undefined) return refOf(path, entry)
    if (at === '') return null
  }
}
const usedBy = (path, { dependencies, optionalDependencies, peerDependencies }) => [
  ...new Set(
    Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })
      .map((name) => found(path, name))
      .filter((ref) => ref !== null),
  ),
]

// The same version of a package may lie at several places: it is one component, required where it is at one of them.
const order = ['required', 'optional', 'excluded']
const components = new Map()
const dependencies = new Map()
for (const [path, entry] of installed) {
  const component = componentOf([path, entry])
  const ref = component.purl
  const known = components.get(ref)
  if (known === undefined || order.indexOf(component.scope) < order.indexOf(known.scope)) components.set(ref, component)
  dependencies.set(ref, [...new Set([...(dependencies.get(ref) ?? []), ...usedBy(path, entry)])])
}
const own = Object.entries(packages).filter(([path]) => !path.includes(marker))
const productRef = `pkg:npm/${product.name}@${product.version}`
dependencies.set(productRef, [...new Set(own.flatMap(([path, entry]) => usedBy(path, entry)))])

const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: {
    timestamp: new Date().toISOString(),
    component: {
      type: 'application',
      'bom-ref': productRef,
      name: product.name,
      version: product.version,
      description: product.description,
      licenses: [{ license: { id: product.license } }],
      purl: productRef,
    },
  },
  components: [...components.values()],
  dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
}
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${bom.components.length} components: ${file}`)
