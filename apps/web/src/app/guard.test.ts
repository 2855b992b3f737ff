import { isChunkError, loadPart, mayReload } from '@maru/client/page/chunk-recovery'
import { describe, expect, test, vi } from 'vitest'
import { isPathEnabled, landingOf } from '../shell/landing.ts'
import { forgetWanted, guardRoute, rememberWanted, wantedPage } from './guard.ts'
import { routeMetas } from './route-meta.ts'

const site = (type: string) => ({ type, liveChat: false })
const rounds = site('000001')
const nothing = site('000000')

describe('the guard', () => {
  test('shows members-only pages with status success alone', () => {
    expect(guardRoute(routeMetas.exchange, '/exchange', 'success', rounds)).toEqual({ go: 'show' })
    for (const status of ['fail', 'logout'] as const)
      expect(guardRoute(routeMetas.exchange, '/exchange/3', status, rounds)).toEqual({
        go: 'root',
        wanted: '/exchange/3',
      })
  })
  test('waits while start-up or a login has not decided', () => {
    for (const status of ['idle', 'pending'] as const)
      expect(guardRoute(routeMetas.walletAsset, '/wallet/asset', status, null)).toEqual({ go: 'wait' })
  })
  test('shows public pages to everyone', () => {
    for (const meta of [routeMetas.signin, routeMetas.exchangeView])
      expect(guardRoute(meta, '/', 'logout', rounds)).toEqual({ go: 'show' })
  })
  test('leads a member from a guest’s page to the page itself', () => {
    const decide = (status: 'success' | 'logout') =>
      guardRoute(routeMetas.exchangeView, '/exchangeView/3?from=x', status, rounds)
    expect(decide('success')).toEqual({ go: 'member', to: '/exchange/3?from=x' })
    expect(decide('logout')).toEqual({ go: 'show' })
  })
  test('sends away from product lines that the site has switched off', () => {
    expect(guardRoute(routeMetas.exchange, '/exchange', 'success', nothing)).toEqual({ go: 'landing' })
    expect(guardRoute(routeMetas.exchangeView, '/exchangeView', 'logout', nothing)).toEqual({ go: 'landing' })
  })
  test('keeps the wanted page until a member has come to a page, and a second longer', () => {
    vi.useFakeTimers()
    rememberWanted('/wallet/asset')
    vi.advanceTimersByTime(60_000)
    expect(wantedPage()).toBe('/wallet/asset')
    forgetWanted()
    vi.advanceTimersByTime(999)
    expect(wantedPage()).toBe('/wallet/asset')
    vi.advanceTimersByTime(1)
    expect(wantedPage()).toBeNull()
    vi.useRealTimers()
  })
  test.each([
    ['/exchange', ['3', 'BTCUSDT', 'CR_BTCUSDT'], ['3a', '-1', 'btcusdt', '%EC%9B%90', 'a b']],
    ['/oversea', ['3'], ['EURUSD', '3.5', '0x3', '']],
    ['/future', ['12'], ['BTCUSDTPERP', '１２']],
  ])('takes only ids of %s that are numbers, or a stock of rounds', (page, good, bad) => {
    const pattern =
      page === '/exchange' ? routeMetas.exchange.id : page === '/future' ? routeMetas.future.id : routeMetas.oversea.id
    expect(good.filter((id) => !pattern.test(id))).toEqual([])
    expect(bad.filter((id) => pattern.test(id))).toEqual([])
  })
})

describe('landing', () => {
  test('is the last opened page if it is still enabled', () => {
    expect(landingOf('/wallet/asset', rounds)).toBe('/wallet/asset')
    expect(landingOf('/exchange', nothing)).toBe('/wallet/asset')
  })
  test('is never root, sign-in, sign-up or a page that does not exist', () => {
    for (const path of ['/', '/signin', '/register', '/oversea', '/future/1', null])
      expect(landingOf(path, rounds)).toBe('/exchange')
  })
  test('is overseas futures where a site has them, else rounds, else futures, else the wallet', () => {
    expect(landingOf(null, site('100101'))).toBe('/oversea')
    expect(landingOf(null, site('000101'))).toBe('/exchange')
    expect(landingOf(null, site('000100'))).toBe('/future')
    expect(landingOf(null, nothing)).toBe('/wallet/asset')
  })
  test('knows the pages of a site', () => {
    for (const [type, shown] of [
      ['000001', true],
      ['000100', true],
      ['100000', false],
    ] as const)
      expect([type, isPathEnabled('/wallet/history', site(type))]).toEqual([type, shown])
    for (const path of ['/oversea/3', '/search', '/search/oversea'])
      expect([path, isPathEnabled(path, site('100000')), isPathEnabled(path, rounds)]).toEqual([path, true, false])
    expect(isPathEnabled('/more/mypage', nothing)).toBe(true)
  })
})

describe('a part of the code that cannot be loaded', () => {
  test('is told from other failures', () => {
    expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'))).toBe(true)
    expect(isChunkError(new TypeError('x is undefined'))).toBe(false)
  })
  test('is told as ChunkLoadError, also when nothing came within two minutes', async () => {
    vi.useFakeTimers()
    const broken = loadPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x')))
    await expect(broken).rejects.toMatchObject({ name: 'ChunkLoadError' })
    const silent = loadPart(() => new Promise(() => undefined))
    const told = expect(silent).rejects.toMatchObject({ name: 'ChunkLoadError' })
    await vi.advanceTimersByTimeAsync(120_000)
    await told
    await expect(loadPart(() => Promise.reject(new RangeError('its own fault')))).rejects.toBeInstanceOf(RangeError)
    expect(await loadPart(async () => 'part')).toBe('part')
    vi.useRealTimers()
  })
  test('reloads the page once, not in a loop', () => {
    expect(mayReload(null, 100_000)).toBe(true)
    expect(mayReload(90_000, 100_000)).toBe(false)
    // A part that does not come fails anew after its two minutes and the five seconds before it is asked for again.
    expect(mayReload(100_000, 100_000 + 125_000)).toBe(false)
    expect(mayReload(100_000, 100_000 + 180_001)).toBe(true)
  })
})
