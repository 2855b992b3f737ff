import { expect, test } from 'vitest'
import { tabsOf } from './tabs.ts'

const site = (type: string) => ({ type, liveChat: false })
const paths = (pathname: string, type: string) => tabsOf(pathname, site(type)).map(({ to }) => to)

test('the footer shows what the site has, five tabs at most, the last of them more', () => {
  expect(paths('/wallet/asset', '101101')).toEqual(['/exchange', '/future', '/oversea', '/wallet/asset', '/more'])
  expect(paths('/exchange/1', '000001')).toEqual(['/exchange', '/wallet/asset', '/wallet/history', '/more'])
  expect(paths('/more', '100000')).toEqual(['/oversea', '/wallet/asset', '/wallet/history', '/more'])
})

test('the pages of overseas futures have the four of quick order and lookup', () => {
  for (const pathname of ['/oversea/1', '/overseaView/1', '/search/oversea'])
    expect(paths(pathname, '101101')).toEqual(['/oversea', '/wallet/asset', '/search', '/more'])
})
