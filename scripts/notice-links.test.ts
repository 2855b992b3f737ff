import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AlertSubject, pageOf } from '../apps/server/src/alerts/texts.ts'
import type { Notice } from '../apps/server/src/notices/notice.ts'
import { noticeText } from '../apps/server/src/notices/texts.ts'

// What the server writes to members leads to pages that the web app has.

const pages = globSync('apps/web/src/app/{router.tsx,*-routes.ts,*-routes.tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/'(\/[\w/:-]*)'/g)].map(([, path]) => path!),
)
const isPage = (link: string) => {
  const { pathname } = new URL(link, 'http://localhost')
  return pages.some((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname))
}

const memberId = 1
const of = { memberId, stock: '비트코인', instrument: 'BTCUSDT', at: 0 }
const plain = <A extends Notice['about']>(about: A) => ({ memberId, about })
const exit = <A extends Notice['about']>(about: A) => ({ memberId, about, requestId: 1 })
const notices: { readonly [A in Notice['about']]: Notice & { readonly about: A } } = {
  PASSWORD: plain('PASSWORD'),
  TOTP_ADDED: plain('TOTP_ADDED'),
  TOTP_REMOVED: plain('TOTP_REMOVED'),
  ACCOUNT_ADDED: plain('ACCOUNT_ADDED'),
  ACCOUNT_REMOVED: plain('ACCOUNT_REMOVED'),
  ADDRESS_ADDED: plain('ADDRESS_ADDED'),
  ADDRESS_REMOVED: plain('ADDRESS_REMOVED'),
  CEILING: plain('CEILING'),
  WITHDRAWAL: exit('WITHDRAWAL'),
  SALE: exit('SALE'),
  TRANSFER: exit('TRANSFER'),
  DEVICE: { memberId, about: 'DEVICE', device: 'Chrome', at: 0 },
  MARGIN_RAISED: { ...of, about: 'MARGIN_RAISED' },
  FUNDING_VOID: { ...of, about: 'FUNDING_VOID' },
  LOSSCUT_RAISED: { memberId, about: 'LOSSCUT_RAISED', at: 0 },
}

const stock = { koName: '비트코인', stock: 'BTCUSDTPERP' }
const what = { direction: 'UP', percent: '5', minutes: 10 } as const
const books = ['futures', 'oversea'] as const
const subjects: readonly AlertSubject[] = [
  ...['BTCUSDT', 'BTCUSDTPERP', 'OV_EURUSD'].map((name) => ({ ...stock, kind: 'PRICE', stock: name, what }) as const),
  ...books.map((book) => ({ ...stock, kind: 'LIQUIDATION', book, what: 'WARN', ratio: null }) as const),
  ...books.map((book) => ({ ...stock, kind: 'ORDER', book, optionId: 1, side: 'LONG', price: '1' }) as const),
  { ...stock, kind: 'ROUND', optionId: 1, roundNo: 1, result: 'WIN' },
  { kind: 'MONEY', what: 'DEPOSIT_DONE' },
  { kind: 'ECONOMIC', at: 0, country: 'US', name: 'CPI', minutes: 30 },
]

test('what a member is told of leads to a page of the web app', () => {
  const links = [
    ...Object.values(notices).map((notice) => noticeText(notice, 'ko').link),
    ...subjects.map((subject) => pageOf(subject)),
  ]
  expect(pages.length).toBeGreaterThan(50)
  expect(links.filter((link) => !isPage(link))).toEqual([])
  expect(isPage('/futures')).toBe(false)
})
