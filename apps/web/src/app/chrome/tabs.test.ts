import type { FooterEntry } from '@maru/contract'
import { expect, test } from 'vitest'
import { activeTab, tabsOf } from './tabs.ts'

const site = (type: string, footer: FooterEntry[] | null = null) => ({ type, liveChat: false, footer })
const paths = (type: string, footer: FooterEntry[] | null = null) => tabsOf(site(type, footer)).map(({ to }) => to)

test('the footer is rounds, futures, overseas futures, wallet and more, cut to what the site has', () => {
  expect(paths('101101')).toEqual(['/exchange', '/future', '/oversea', '/wallet/asset', '/more'])
  expect(paths('000001')).toEqual(['/exchange', '/wallet/asset', '/more'])
  expect(tabsOf(site('101101')).map(({ text }) => text)).toEqual([
    'rounds',
    'futures',
    'tradeOversea',
    'wallet',
    'more',
  ])
})

test('a site whose only line is overseas has the four of quick order, deposits and withdrawals, and lookup', () => {
  expect(paths('100000')).toEqual(['/oversea', '/dnw', '/search', '/more'])
  expect(tabsOf(site('100000')).map(({ text }) => text)).toEqual(['quickOrder', 'money', 'lookup', 'more'])
  expect(tabsOf(site('100000', ['order', 'more'])).map(({ text }) => text)).toEqual(['tradeOversea', 'more'])
  expect(activeTab(tabsOf(site('100000')), '/wallet/asset')?.to).toBe('/dnw')
})

test('a site orders and cuts its entries itself, without those that lead nowhere', () => {
  expect(paths('101001', ['more', 'trade', 'home', 'futures', 'search', 'support'])).toEqual([
    '/more',
    '/exchange',
    '/oversea',
    '/search',
    '/support/faq',
  ])
  expect(paths('000001', ['trade', 'search', 'more'])).toEqual(['/exchange', '/wallet/history', '/more'])
})

test('one tab is marked on each page: the one that names it most exactly, home only where no other does', () => {
  const all = tabsOf(site('101101', ['home', 'trade', 'futures', 'order', 'wallet', 'search', 'more']))
  const active = (pathname: string, tabs = all) => activeTab(tabs, pathname)?.text ?? null
  expect(active('/exchange/3')).toBe('rounds')
  expect(active('/exchangeView/3')).toBe('rounds')
  expect(active('/oversea/3')).toBe('tradeOversea')
  expect(active('/search/oversea')).toBe('lookup')
  expect(active('/wallet/history')).toBe('wallet')
  expect(active('/more/setting')).toBe('more')
  expect(active('/service/contact')).toBe('more')
  expect(active('/support/faq')).toBe('more')
  expect(active('/support/faq', tabsOf(site('101101', ['support', 'more'])))).toBe('support')
  expect(active('/support/faq', tabsOf(site('101101', ['trade'])))).toBeNull()
  expect(active('/evidence/3')).toBeNull()
  expect(active('/oversea/3', tabsOf(site('100000', ['home', 'more'])))).toBe('home')
  expect(active('/wallet/history', tabsOf(site('000001', ['wallet', 'search'])))).toBe('lookup')
})
