import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../test/css.ts'
import { expectAccessible } from '../../../test/accessible.ts'
import { fakeOversea } from '../../../test/fake-oversea.ts'
import type { FakeServer } from '../../../test/fake-server.ts'
import { positionOf } from '../../../test/futures-rows.ts'
import { openFutures } from '../../../test/open-futures.ts'

const cross = {
  playerPoint: '9997.599996',
  markPnl: '-0.01',
  isolatedPnl: '0',
  minusFundingFee: '0',
  available: '9397.58',
  posted: '9997.599996',
  gameWaitPoint: '0',
}

/** Opens a page of a member with a long of 0.1 in his cross account. */
const openWith = (path: string, server?: (server: FakeServer) => void) =>
  openFutures(
    {
      positions: [positionOf({ marginType: 'CROSS', margin: '600.001' })],
      futures: (futures) => void Object.assign(futures, { cross }),
      server(fake) {
        fakeOversea(fake)
        fake.reply('GET /api/dnw/rate/map', () => ({ USDT_KRW: { mid: '1400', spread: '0.005', at: Date.now() } }))
        server?.(fake)
      },
    },
    path,
  )

test('the wallet shows the cross equity at the mark of now', async () => {
  const { server } = await openWith('/wallet/asset')
  const wallet = page.css('.w').filter({ hasText: '선물 지갑' })
  await expect.element(wallet.getByText('−0.0100')).toBeVisible()
  await expect.element(wallet.getByText('9,997.5900 USDT')).toBeVisible()
  const notify = () => server.publish('/user/queue/cross', 'CROSS', { ...cross, markPnl: '9.99' })
  // The page subscribes after its first paint.
  await expect
    .poll(() => {
      notify()
      return wallet.element().textContent
    })
    .toContain('+9.9900')
  await expect.element(wallet.getByText('10,007.5900 USDT')).toBeVisible()
  await expectAccessible()
})

test('a conversion says where less money behind a cross position would have it liquidated', async () => {
  await openWith('/wallet/convert/FUTURES_BINARY', (server) =>
    server.reply('GET /api/dnw/quote', ({ query }) => ({
      quoteId: 'quote',
      rate: '1400',
      mid: '1400',
      spread: '0',
      fee: '0',
      receive: String(Number(query.point) * 1_400),
      expiresAt: Date.now() + 10_000,
    })),
  )
  await page.getByLabelText('보낼 금액').fill('5000')
  // 10,000 USDT are more than a long of 6,000 can lose; half of them are not.
  await expect
    .element(page.getByRole('row').filter({ hasText: '롱 청산가' }))
    .toHaveTextContent(/청산가–→1\d,\d{3}\.\d$/)
  await expectAccessible()
})
