import { expect, test } from 'vitest'
import { landingOf } from './landing.ts'
import { menuOf } from './menu.ts'

const pathsOf = (type: string, isMember: boolean) =>
  menuOf({ type, liveChat: false }, isMember).flatMap(({ entries }) => entries.map(({ to }) => to ?? 'preparing'))

test('a site offers its own product lines; futures are announced before it has them', () => {
  expect(pathsOf('101101', true)).toEqual(
    expect.arrayContaining(['/exchange', '/future', '/oversea', '/wallet/p2p', '/wallet/convert/BINARY_FUTURES']),
  )
  expect(pathsOf('101101', true)).not.toContain('preparing')
  const off = pathsOf('000000', true)
  expect(off.filter((path) => /^\/(exchange|future|oversea|search)|p2p|convert|\/wallet\/history/.test(path))).toEqual(
    [],
  )
  expect(off.filter((path) => path === 'preparing')).toHaveLength(1)
  expect(pathsOf('000100', true)).not.toContain('preparing')
})

test('each thing of the menu has an icon of its own', () => {
  const icons = menuOf({ type: '111111', liveChat: true }, true).flatMap(({ entries }) =>
    entries.map(({ icon }) => icon),
  )
  expect(icons.toSorted()).toEqual([...new Set(icons)].toSorted())
})

test('a member finds requests, their history, notices, profile, terms and privacy', () => {
  expect(pathsOf('000001', true)).toEqual(
    expect.arrayContaining([
      '/balances/list',
      '/balances/deposit',
      '/balances/withdraw',
      '/more/notice',
      '/more/mypage',
      '/more/terms',
      '/more/privacy',
    ]),
  )
})

test('a guest gets the logged-out trade pages and what is public, and no group without an entry', () => {
  const paths = pathsOf('101101', false)
  expect(paths.slice(0, 3)).toEqual(['/exchangeView', '/futureView', '/overseaView'])
  expect(paths).toContain('/support/notice')
  expect(paths.filter((path) => /^\/(wallet|balances|dnw|search)|^\/more\/(?!terms|privacy)/.test(path))).toEqual([])
  for (const { entries } of menuOf({ type: '000000', liveChat: false }, false)) expect(entries).not.toEqual([])
})

test('the history of trades is offered where rounds or futures are', () => {
  const types = ['000001', '000100', '000101', '100000', '000000']
  expect(types.map((type) => pathsOf(type, true).includes('/wallet/history'))).toEqual([true, true, true, false, false])
})

test('pages that footers lead to can be landed on again', () => {
  const site = { type: '100000', liveChat: false }
  for (const path of ['/dnw', '/search', '/more', '/support/faq', '/oversea']) expect(landingOf(path, site)).toBe(path)
  expect(landingOf('/search', { ...site, type: '000001' })).toBe('/exchange')
})
