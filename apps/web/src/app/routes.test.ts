import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { guardRoute } from './guard.ts'
import type { RouteMeta } from './route-meta.ts'

const source = join(import.meta.dirname, '..')

let pages: readonly (readonly [path: string, meta: RouteMeta, address: string])[] = []
let redirects: readonly (readonly [from: string, to: string])[] = []
beforeAll(async () => {
  // The colours of a site are a style sheet that is made when the module is loaded.
  Object.assign(globalThis, { CSSStyleSheet: class {} })
  const { knownPages, knownRedirects } = await import('./router.tsx')
  const { rarePages, rareRedirects } = await import('./rare-routes.tsx')
  pages = [...knownPages, ...rarePages].map(([path, meta]) => [path, meta, path.replaceAll(/:\w+/g, '1')])
  redirects = [...knownRedirects, ...rareRedirects]
})

const site = (type: string, liveChat: boolean) => ({ type, liveChat })
const everything = site('111111', true)
const nothing = site('000000', false)

test('no page of the web app is without an address', () => {
  const app = globSync('app/**/*.{ts,tsx}', { cwd: source }).map((file) => readFileSync(join(source, file), 'utf8'))
  const unreachable = globSync(['features/**/*-page.tsx', 'app/pages/*.tsx'], { cwd: source })
    .filter((file) => /export default/.test(readFileSync(join(source, file), 'utf8')))
    .filter((file) => !app.some((code) => code.includes(`/${file.replace(/^app\//, '')}'`)))
  expect(unreachable).toEqual([])
  expect(pages.length).toBeGreaterThan(50)
})

test('an address that only leads on leads to a page', () => {
  const paths = pages.map(([path]) => path)
  expect(redirects.length).toBeGreaterThan(5)
  expect(redirects.filter(([, to]) => !paths.includes(to))).toEqual([])
})

describe('the guard of each address', () => {
  test('leads a guest from a member’s page to the root, and remembers it', () => {
    const ofMembers = pages.filter(([, { requiresAuth }]) => requiresAuth !== false)
    expect(ofMembers.length).toBeGreaterThan(35)
    for (const of of [everything, nothing])
      for (const [, meta, address] of ofMembers)
        expect(guardRoute(meta, address, 'logout', of)).toEqual({ go: 'root', wanted: address })
  })

  test('shows a member every page of a site with everything, and the page itself instead of a guest’s variant', () => {
    for (const [path, meta, address] of pages)
      expect([path, guardRoute(meta, address, 'success', everything)]).toEqual([
        path,
        meta.isGuests ? { go: 'member', to: address.replace('View', '') } : { go: 'show' },
      ])
    const variants = pages.filter(([, meta]) => meta.isGuests).map(([path]) => path)
    expect(variants).toEqual(pages.map(([path]) => path).filter((path) => path.includes('View')))
  })

  test('leads from each page of a product line that the site has switched off to the landing, and shows all others', () => {
    const lines = pages.filter(([, { feature }]) => feature !== undefined)
    expect(lines.length).toBeGreaterThan(10)
    for (const [path, meta, address] of pages) {
      const isOff = meta.feature !== undefined
      const go = (status: 'success' | 'logout') => guardRoute(meta, address, status, nothing).go
      expect([path, go('success')]).toEqual([path, isOff ? 'landing' : 'show'])
      if (meta.requiresAuth === false) expect([path, go('logout')]).toEqual([path, isOff ? 'landing' : 'show'])
    }
  })
})
