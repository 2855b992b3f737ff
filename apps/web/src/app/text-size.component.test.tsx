import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import '../../test/css.ts'
import { fakeFutures } from '../../test/fake-futures.ts'
import { fakeOversea } from '../../test/fake-oversea.ts'
import { btcRounds, fakeRounds } from '../../test/fake-rounds.ts'
import type { FakeServer } from '../../test/fake-server.ts'
import { layoutFaults } from '../../test/layout.ts'
import { openPage } from '../../test/open-page.tsx'

const books: Readonly<Record<string, (server: FakeServer) => unknown>> = {
  exchange: fakeRounds,
  future: fakeFutures,
  oversea: fakeOversea,
}

/** The pages, and a text of each that shows once its figures are there. */
const pages = [
  ['/signin', '60,000.00'],
  [`/exchange/${btcRounds.id}`, '주문가능'],
  ['/future/1', '10,000.00 USDT'],
  ['/oversea/1', '주문가능'],
  ['/wallet/asset', '10,000,000원'],
  ['/wallet/history', '회차'],
  ['/more', '이용 한도'],
  ['/more/setting', '테마'],
  ['/more/limits', '손실'],
] as const

/** Opens a page and waits for its figures. */
async function open(path: string, shown: string, width = 390): Promise<void> {
  await openPage(path, {
    isGuest: path === '/signin',
    size: [width, 649],
    server(server) {
      fakeOversea(server)
      books[path.split('/')[1]!]?.(server)
    },
  })
  await expect.element(page.css('#root').getByText(shown).first()).toBeVisible()
}

/** Figures and fonts come one after the other. */
const expectNoFault = async () => {
  // A page without its figures has room for everything.
  await expect.element(page.css('#root .skel')).not.toBeInTheDocument()
  await expect.poll(layoutFaults).toEqual([])
}

/** Text of a size that the reader sets in the browser, as a multiple of the usual one. */
const setText = (times: number) =>
  cdp().send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })

test.each(pages)(
  'text of 200 percent on %s is not cut, lies over no other and needs no scrolling sideways',
  async (path, shown) => {
    onTestFinished(async () => void (await setText(1)))
    await setText(2)
    await open(path, shown)
    expect(getComputedStyle(document.documentElement).fontSize).toBe('32px')
    await expectNoFault()
  },
)

test.each(pages.slice(1))(
  'at a zoom of 130 percent and on phones of 320 and 360 px %s scrolls not sideways and lays no text over text',
  async (path, shown) => {
    // Opened on the narrowest, and then made wider.
    await open(path, shown, 300)
    for (const width of [300, 320, 360]) {
      await page.viewport(width, 649)
      await expectNoFault()
    }
  },
)

test('the wallet shows its shortcuts in two rows of four at 360 px, none cut', async () => {
  await open('/wallet/asset', '10,000,000원', 360)
  const links = [...document.querySelectorAll('.acts3 a')]
  expect(links).toHaveLength(8)
  expect(new Set(links.map((link) => link.getBoundingClientRect().top)).size).toBe(2)
  expect(links.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
})
