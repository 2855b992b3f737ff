import type { FooterEntry } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../test/css.ts'
import { fakeFutures } from '../../../test/fake-futures.ts'
import { fakeOversea } from '../../../test/fake-oversea.ts'
import { btcRounds, ethRounds, fakeRounds } from '../../../test/fake-rounds.ts'
import type { FakeServer } from '../../../test/fake-server.ts'
import { fakeSignIn } from '../../../test/fake-sign-in.ts'
import { openPage, type PageSetup } from '../../../test/open-page.tsx'

const fakes = { exchange: fakeRounds, exchangeView: fakeRounds, future: fakeFutures, oversea: fakeOversea }

/** Opens a page, with the server of the book that it trades. */
const open = (path: string, setup: PageSetup = {}) =>
  openPage(path, {
    ...setup,
    server(server: FakeServer) {
      fakeSignIn(server)
      fakeOversea(server)
      server.reply('GET /api/content/static', ({ query: { contentId } }) => ({
        contentId,
        version: 0,
        title: '이용약관',
        content: '<p>본문</p>'.repeat(200),
        startAt: 0,
        agreedAt: null,
        versions: [],
      }))
      const book = path.split('/')[1]! as keyof typeof fakes
      fakes[book]?.(server)
      setup.server?.(server)
    },
  })

/** Goes to an address as a link does. */
function goTo(path: string): void {
  history.pushState({ key: 'test', idx: 1 }, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

const expectAt = (path: string | RegExp) =>
  expect.poll(() => location.pathname).toMatch(typeof path === 'string' ? new RegExp(`^${path}$`) : path)
const tabs = () => [...document.querySelectorAll('.ftr a')].map(({ textContent }) => textContent)
const marked = () => [...document.querySelectorAll('.ftr a[aria-current=page]')].map(({ textContent }) => textContent)

describe('the footer', () => {
  test.each([
    [`/exchange/${btcRounds.id}`, '회차'],
    ['/future/1', '선물'],
    ['/oversea/1', '해외선물'],
    ['/wallet/history', '지갑'],
    ['/more/setting', '더보기'],
  ])('is the same on all pages of a site, and marks where the member is: %s', async (path, name) => {
    await open(path)
    await expect.poll(tabs).toEqual(['회차', '선물', '해외선물', '지갑', '더보기'])
    expect(marked()).toEqual([name])
  })

  test('is ordered and cut by the site, and leads guests to the pages that they may see', async () => {
    const footer: FooterEntry[] = ['order', 'home', 'trade', 'search', 'support', 'more']
    await open(`/exchangeView/${btcRounds.id}`, { isGuest: true, site: { footer } })
    await expect.poll(tabs).toEqual(['해외선물', '홈', '회차', '조회', '고객센터', '더보기'])
    expect(marked()).toEqual(['회차'])
    await expect.element(page.css('.ftr a').first()).toHaveAttribute('href', '/overseaView')
  })
})

test('futures that a site does not have are offered as coming, and its address leads to what it has', async () => {
  await open('/more', { site: { type: '101001' } })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^선물 ?거래/ })
    .click()
  const alert = page.getByRole('dialog', { name: '알림', exact: true })
  await expect.element(alert).toHaveTextContent('준비')
  await alert.getByRole('button', { name: '확인' }).click()
  expect(location.pathname).toBe('/more')
  goTo('/future')
  await expectAt(/^\/oversea\/\d+$/)
})

test('a stock’s name is an address of its rounds', async () => {
  await open('/exchange/BTCUSDT')
  await expect.element(page.css('.price .v')).toHaveTextContent('60,000.0')
  expect(location.pathname).toBe('/exchange/BTCUSDT')
})

test.each(['/exchange/NOSUCH', '/exchange/1a', '/future/BTCUSDTPERP', '/oversea/x', '/nowhere'])(
  '%s is no page: the root passes a member on to where he lands',
  async (path) => {
    await open(path)
    await expectAt(/^\/oversea\/\d+$/)
  },
)

test('the menu’s name stands in a cookie for a day after each navigation', async () => {
  await open(`/exchange/${btcRounds.id}`)
  const cookie = () => cookieStore.get('menuName') as Promise<{ value?: string; expires?: number } | null>
  await expect.poll(async () => (await cookie())?.value).toBe('Trade')
  expect(Math.abs((await cookie())!.expires! - Date.now() - 86_400_000)).toBeLessThan(120_000)
  // From one instrument to the next the name stays, and its day starts anew.
  await cookieStore.set('menuName', 'old')
  await page.getByRole('button', { name: /종목 바꾸기/ }).click()
  await page.getByRole('region', { name: 'ETH/USDT' }).getByRole('button', { name: '5분' }).click()
  await expectAt(`/exchange/${ethRounds.id}`)
  await expect.poll(async () => (await cookie())?.value).toBe('Trade')
})

test('a member stays on the page that his address names, and lands on the last opened one from the root', async () => {
  await open('/more/setting')
  await expect.element(page.getByRole('radio', { name: '밝게' })).toBeVisible()
  expect(location.pathname).toBe('/more/setting')
  await page.css('.ftr').getByRole('link', { name: '지갑' }).click()
  await expectAt('/wallet/asset')
  goTo('/more/setting')
  await expect.element(page.getByRole('radio', { name: '밝게' })).toBeVisible()
  goTo('/')
  await expectAt('/wallet/asset')
})

test('an error that the server sends by itself is an alert, in English on English sites', async () => {
  const { server } = await open('/wallet/asset', { site: { language: 'en', guestLanguage: 'en' } })
  await expect.element(page.css('.ftr').getByRole('link', { name: 'Wallet' })).toBeVisible()
  server.publish('/user/queue/error', 'ERROR', { code: 'TRY_AGAIN_LATER', message: '잠시 후 다시 시도해 주세요.' })
  const alert = page.getByRole('dialog', { name: 'Notice', exact: true })
  await expect.element(alert).toHaveTextContent('Please try again')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a long page has a button back to its top, once that is out of sight', async () => {
  await open('/more/terms', { isGuest: true })
  const toTop = page.getByRole('button', { name: '맨 위로' })
  await expect.element(page.css('main h2').first()).toBeVisible()
  await expect.element(toTop).not.toBeInTheDocument()
  scrollTo(0, innerHeight * 1.5)
  await toTop.click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.element(toTop).not.toBeInTheDocument()
})

test.each([
  ['/oversea/1', '외환은 08:00~06:00(한국시간)에 거래하며 주말에는 휴장합니다.', '금'],
  ['/future/1', '암호화폐는 쉬는 날 없이 24시간 거래합니다.', '비트코인'],
])(
  'the drawer of instruments of %s tells the hours of trading, and names them in Korean',
  async (path, hours, name) => {
    await open(path)
    await page.getByRole('button', { name: /종목 바꾸기/ }).click()
    const drawer = page.getByRole('dialog', { name: '선물거래' })
    await expect.element(drawer.getByText(hours)).toBeVisible()
    await expect.element(drawer.getByText(name, { exact: true }).first()).toBeVisible()
  },
)

describe('the main menu', () => {
  test('opens on a page that was just drawn, and leads to its pages', async () => {
    await open('/wallet/asset')
    await page.getByRole('button', { name: '메뉴', exact: true }).click()
    const menu = page.getByRole('dialog').getByRole('navigation', { name: '주 메뉴' })
    await menu.getByRole('link', { name: '보안', exact: true }).click()
    await expectAt('/more/security')
    await expect.element(menu).not.toBeInTheDocument()
  })

  test('says how many inquiries have a new answer, as the page of all does', async () => {
    const setup: PageSetup = {
      server(server) {
        server.reply('GET /api/contact/my_unread_count', () => ({ count: 1 }))
      },
    }
    await open(`/exchange/${btcRounds.id}`, setup)
    await page.getByRole('button', { name: '메뉴', exact: true }).click()
    const entry = page.getByRole('dialog').getByRole('link', { name: '1:1 문의' })
    await expect.element(entry).toHaveTextContent('새 답변 1')
    await expect.element(entry).toHaveAttribute('href', '/service/contact')
    await open('/more', setup)
    await expect.element(page.getByRole('main').getByRole('link', { name: '1:1 문의 새 답변 1' })).toBeVisible()
  })
})
