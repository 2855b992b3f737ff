// Which checks a change needs: types and lint of what changed, its tests, and the browser tests that open a page of a changed feature.
// Plain JavaScript without dependencies: the outer Node may be as old as 20.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { allTypes, lint, structure } from './checks.js'
import { root } from './install.js'
import { vitestCheck } from './run-check.js'

/** Folders whose types each TypeScript project reads, in the order of `allTypes`. */
const readBy = [
  /^(apps\/(server|sandbox)|packages\/(?!client|ui)[^/]+|bench|scripts|test)\//,
  /^(apps\/web|packages\/(client|ui|contract|evidence|positions))\//,
  /^(apps\/console|packages\/(client|ui|contract|positions))\//,
]

/** The checks for changed files (paths from the root), since a commit that Vitest compares with. */
export function checksOf(changed, since) {
  const code = changed.filter((file) => /\.(ts|tsx|js)$/.test(file))
  const lintable = changed.filter((file) => /\.(ts|tsx|js|css|json|html)$/.test(file) && file !== 'package-lock.json')
  return [
    ...allTypes.filter((_, place) => code.some((file) => readBy[place].test(file))),
    ...(lintable.length > 0 ? [lint(...lintable)] : []),
    ...(code.length > 0 ? [structure] : []),
    ...unitChecks(code, since),
    ...fileCheck('integration tests of what changed', 'server', serverTests(code)),
    ...fileCheck('browser tests of what changed', 'browser', browserTests(code)),
  ]
}

/** Unit tests are found by Vitest, which follows imports. */
function unitChecks(code, since) {
  const found = [`--changed=${since}`, '--passWithNoTests']
  const inPackages = code.some((file) => /^(packages|scripts|apps\/sandbox)\//.test(file))
  const inPages = code.some((file) => readBy[1].test(file) || readBy[2].test(file))
  const projects = [...(inPackages ? ['packages'] : []), ...(inPages ? ['web'] : [])]
  return [
    ...(projects.length > 0 ? [vitestCheck('unit tests of what changed', projects, found)] : []),
    ...componentCheck(code, found),
  ]
}

/** Each component test loads the whole app: a changed feature needs those of its folder, what features share all that Vitest finds. */
function componentCheck(code, found) {
  const inPages = code.filter((file) => readBy[1].test(file))
  if (inPages.length === 0) return []
  const folders = new Set(inPages.map((file) => /^apps\/web\/src\/features\/[^/]+\//.exec(file)?.[0]))
  const chosen = folders.has(undefined) ? found : [...folders, '--passWithNoTests']
  return [vitestCheck('component tests of what changed', ['components'], chosen)]
}

const fileCheck = (title, project, files) => (files.length === 0 ? [] : [vitestCheck(title, [project], files)])

/** All tests of a changed folder of the server. */
function serverTests(code) {
  const folders = new Set(code.filter((file) => file.startsWith('apps/server/')).map((file) => dirname(file)))
  return [...folders].flatMap((folder) => list(folder, /\.test\.ts$/))
}

/** Changed browser tests, and of those that open a page of a changed feature the ones that do so most; the others are left to `npm test`. */
function browserTests(code) {
  const features = new Set(code.flatMap((file) => /^apps\/(?:web|console)\/src\/features\/[^/]+/.exec(file)?.[0] ?? []))
  const addresses = features.size === 0 ? [] : [...pathsOfWeb(features), ...pathsOfConsole(features)]
  const all = list('test/browser', /\.test\.ts$/)
  const visits = (file) => {
    const text = textWithHelpers(file)
    const own = addresses.filter(({ isConsole }) => isConsole === file.includes('/console'))
    return own.reduce((sum, { path }) => sum + [...text.matchAll(path)].length, 0)
  }
  const visiting = all
    .filter((file) => !walks.test(file) && !code.includes(file))
    .map((file) => ({ file, count: visits(file) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxBrowserFiles)
    .map(({ file }) => file)
  return [...all.filter((file) => code.includes(file)), ...visiting]
}

/** More take longer than a minute. */
const maxBrowserFiles = 4
/** The walks over all pages open every feature. */
const walks = /\/(?:every-page|console-pages)\.test\.ts$/

/** The addresses of the pages of features, as a test of the members' app writes them. */
function pathsOfWeb(features) {
  const routes = list('apps/web/src/app', /\.tsx?$/)
    .map(read)
    .join('\n')
  // A name for the page that several addresses share.
  const named = new Map([...routes.matchAll(/const (\w+) = lazyPart\((.*)/g)].map(([, name, code]) => [name, code]))
  const entries = routes.split(/\n\s*\[(?=\s*'\/)/).slice(1)
  const paths = entries.flatMap((entry) => {
    const [, path, code] = /^\s*'([^']*)'([\s\S]*?)\](?:,|\n)/.exec(entry) ?? []
    if (path === undefined) return []
    const page = /import\('/.test(code) ? code : (named.get(/(\w+)\s*,?\s*$/.exec(code)?.[1]) ?? '')
    return featuresIn(page).some((feature) => features.has(feature)) ? [path] : []
  })
  return paths.map((path) => ({
    isConsole: false,
    path: new RegExp(`['"\`]${path.replaceAll(/:\w+/g, '[^\'"`/]+')}['"\`?#]`, 'g'),
  }))
}

/** The same of the console: `{ path: 'fx', …, page: () => import('../features/fx/…') }`. */
function pathsOfConsole(features) {
  const areas = read('apps/console/src/app/areas.ts').matchAll(/path: '([\w-]+)'.*\.\.\/(features\/[^/']+)/g)
  return [...areas]
    .filter(([, , feature]) => features.has(`apps/console/src/${feature}`))
    .map(([, path]) => ({
      isConsole: true,
      path: new RegExp(`['"\`](?:/console)?/?${path}(?:/[^'"\`]*)?['"\`?#]`, 'g'),
    }))
}

/** The features that a page's import names, or those that the page of the app imports. */
function featuresIn(code) {
  const page = /import\('\.(\/pages\/[^']+)/.exec(code)?.[1]
  const text = page === undefined ? code.slice(0, 300) : read(`apps/web/src/app${page}`)
  return [...text.matchAll(/\.\.\/features\/([^/']+)/g)].map(([, feature]) => `apps/web/src/features/${feature}`)
}

/** A test with the helpers beside it, which may open pages for it. */
function textWithHelpers(file) {
  const text = read(file)
  const helpers = [...text.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name]) => join(dirname(file), name))
  return [text, ...helpers.filter((helper) => !/house\.ts$/.test(helper)).map(read)].join('\n')
}

const read = (file) => readFileSync(join(root, file), 'utf8')
const list = (folder, pattern) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter((name) => pattern.test(name))
        .map((name) => `${folder}/${name}`)
    : []
