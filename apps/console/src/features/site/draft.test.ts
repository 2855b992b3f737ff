import type { ConsoleSite } from '@maru/contract'
import { expect, test } from 'vitest'
import { bodyOf, pendingOf } from './draft.ts'

const site: ConsoleSite = {
  id: 1,
  code: 'maru',
  name: '마루',
  domains: [],
  moneyMode: 'DEMO',
  flags: { oversea: true, p2p: true, futures: true, powerball: false, binary: true },
  liveChat: false,
  accent: '#6b3fa0',
  language: 'ko',
  guestLanguage: 'ko',
  logoUrl: null,
  stockPrefix: 'CR',
  overseaPrefix: 'OV',
  wallets: ['FUTURES'],
  depositCoins: ['USDT', 'BTC'],
  buyCoins: ['USDT'],
  coins: ['USDT', 'BTC', 'ETH', 'XRP'],
  signupChecks: [],
  footer: null,
  banks: [
    { code: '004', name: '국민은행', isOn: true },
    { code: '088', name: '신한은행', isOn: true },
  ],
  licence: null,
  countries: [],
  gate: [],
  createdAt: null,
  version: 3,
}

test('a draft names and sends what differs alone', () => {
  const draft = { flags: { futures: false, binary: true }, name: ' 달마루 ', liveChat: false, accent: null }
  const pending = pendingOf(site, draft)
  expect(pending.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['무기한선물', '켜짐', '꺼짐'],
    ['이름', '마루', '달마루'],
    ['강조색', '#6b3fa0', '하우스 색'],
  ])
  expect(bodyOf(pending, draft)).toEqual({ flags: { futures: false }, name: '달마루', accent: null })
})

test('what is taken back is no change any more', () => {
  const draft = { flags: { futures: false, p2p: false }, name: '달마루' }
  const [futures, , name] = [pendingOf(site, draft)[1], null, pendingOf(site, draft)[2]]
  const without = { ...draft, ...futures?.undo, ...name?.undo }
  expect(pendingOf(site, without).map(({ key }) => key)).toEqual(['p2p'])
  expect(pendingOf(site, { flags: {} })).toEqual([])
})

test('lists say what left them, and their order is no change', () => {
  const draft = { flags: {}, banks: ['088'], depositCoins: ['BTC', 'USDT'], domains: ['a.example'] } as const
  const pending = pendingOf(site, draft)
  expect(pending.map(({ name, before, after }) => [name, before, after])).toEqual([
    ['도메인', '없음', 'a.example'],
    ['은행', '모두', '1곳 (빠짐: 국민은행)'],
  ])
  expect(bodyOf(pending, draft)).toEqual({ banks: ['088'], domains: ['a.example'] })
})

test('the order of a footer is a change, and the default form is one too', () => {
  const own = { ...site, footer: ['trade', 'wallet', 'more'] } satisfies ConsoleSite
  const turned = { flags: {}, footer: ['wallet', 'trade', 'more'] } satisfies Parameters<typeof pendingOf>[1]
  expect(pendingOf(own, turned).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['하단 메뉴', '회차 · 지갑 · 더보기', '지갑 · 회차 · 더보기'],
  ])
  expect(bodyOf(pendingOf(own, { flags: {}, footer: null }), { flags: {}, footer: null })).toEqual({ footer: null })
})
