import { expect, test } from 'vitest'
// @ts-expect-error: plain JavaScript, which an older Node.js runs
import { checksOf } from './checks-of.js'

interface Check {
  readonly title: string
  readonly args: readonly string[]
}

const titlesOf = (...files: string[]) => (checksOf(files, 'HEAD') as Check[]).map(({ title }) => title)
const filesOf = (project: string, ...files: string[]) =>
  (checksOf(files, 'HEAD') as Check[])
    .filter(({ args }) => args.includes(project))
    .flatMap(({ args }) => args.filter((arg) => arg.endsWith('.test.ts')))

test('a feature of the members’ app needs its types, its unit and component tests, and the browser tests that open its pages', () => {
  const file = 'apps/web/src/features/economic/economic-page.tsx'
  expect(titlesOf(file)).toEqual([
    'types: web',
    'lint',
    expect.stringContaining('imports go downwards'),
    'unit tests of what changed',
    'component tests of what changed',
    'browser tests of what changed',
  ])
  expect(filesOf('browser', file)).toContain('test/browser/economic.test.ts')
  expect(filesOf('browser', file)).not.toContain('test/browser/p2p.test.ts')
})

test('a feature of the members’ app needs the component tests of its folder, what features share all that load it', () => {
  const argsOf = (...files: string[]) =>
    (checksOf(files, 'HEAD') as Check[]).find(({ title }) => title.startsWith('component'))!.args
  const file = 'apps/web/src/features/economic/economic-page.tsx'
  expect(argsOf(file)).toContain('apps/web/src/features/economic/')
  expect(argsOf(file)).not.toContain('--changed=HEAD')
  expect(argsOf(file, 'packages/ui/src/index.ts')).toContain('--changed=HEAD')
})

test('a page that several addresses share is found by each of them', () => {
  expect(filesOf('browser', 'apps/web/src/features/futures/figures.ts')).toContain('test/browser/futures.test.ts')
})

test('a feature of the console needs the console’s browser tests of its page', () => {
  expect(filesOf('browser', 'apps/console/src/features/fx/fx-page.tsx')).toContain('test/browser/console-fx.test.ts')
  expect(filesOf('browser', 'apps/console/src/features/fx/fx-page.tsx')).not.toContain('test/browser/economic.test.ts')
})

test('a folder of the server needs its own tests', () => {
  expect(filesOf('server', 'apps/server/src/fx/console.ts')).toEqual(['apps/server/src/fx/fx.test.ts'])
})

test('a shared package needs the types of all that read it', () => {
  expect(titlesOf('packages/contract/src/enums.ts')).toEqual(
    expect.arrayContaining(['types: server and packages', 'types: web', 'types: console']),
  )
  expect(titlesOf('packages/core/src/core.ts')).not.toContain('types: web')
})

test('a changed browser test is run; a document needs nothing', () => {
  expect(filesOf('browser', 'test/browser/p2p.test.ts')).toEqual(['test/browser/p2p.test.ts'])
  expect(titlesOf('docs/operations.md')).toEqual([])
})
