import { DnwLegs } from '@maru/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configureMoney } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await configureMoney(house.server, { holdMs: 0, firstHoldMs: 0 })
  const { accessToken: token } = await house.server.login('demo5')
  await vi.waitFor(
    async () => expect((await house.server.call('/api/dnw/rate/map', { token })).body).toHaveProperty('KRW_BTC'),
    {
      timeout: 20_000,
      interval: 100,
    },
  )
})
afterAll(() => house.close())

/** What the next call to a path answered. */
const legsOf = async (page: Page, path: string) =>
  DnwLegs.parse(await (await page.waitForResponse((response) => new URL(response.url()).pathname === path)).json())

test('KRW becomes USDT at the promised price, and back; both wallets are right at once', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  await visitor.open('/wallet/convert/nothing')
  await arrives(page, '/wallet/convert/FUTURES_BINARY')
  await page.getByRole('button', { name: '보내는 쪽과 받는 쪽 바꾸기' }).tap()
  await arrives(page, '/wallet/convert/BINARY_FUTURES')
  await expectAccessible(page)
  const amount = page.getByLabel('보낼 금액')
  await amount.fill('99000000')
  await page.getByText('사용가능 금액을 넘었습니다.').waitFor()
  await amount.fill('1000000')
  const submit = page.getByRole('button', { name: /USDT 받기$/ })
  await page.getByText(/초 동안 보장합니다/).waitFor()
  await page.getByRole('row', { name: '원화 지갑 10,000,000 → 9,000,000원' }).waitFor()
  await expectAccessible(page)
  const answer = legsOf(page, '/api/dnw/convert')
  await submit.tap()
  const { out, in: into } = await answer
  expect(out).toMatchObject({ type: 'CO', walletType: 'BINARY', point: '1000000', status: 'COMPLETED' })
  await page.getByText(/전환이 완료되었습니다/).waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  expect(await amount.inputValue()).toBe('')
  await page.getByText('사용가능 9,000,000원').waitFor()
  const { accessToken: token } = await house.server.login('demo2')
  const wallets = (await house.server.call('/api/wallet/my', { token })).body as { type: string; point: string }[]
  const futures = wallets.find(({ type }) => type === 'FUTURES')!
  expect(Number(futures.point)).toBeCloseTo(10_000 + Number(into.point), 6)
  await visitor.leave()
})

test('a price that ran out is asked for anew, and says so; a coin is bought, has a wallet of its own, and is sold', async () => {
  const visitor = await house.visit({ as: 'demo3' })
  const { page } = visitor
  await visitor.open('/wallet/convert/KRW_FUTURES')
  await page.getByRole('button', { name: /선물 지갑.*받음/ }).tap()
  await page
    .getByRole('dialog', { name: '코인 선택' })
    .getByRole('button', { name: /비트코인/ })
    .tap()
  await arrives(page, '/wallet/convert/BINARY_BTC')
  await page.getByLabel('보낼 금액').fill('1000000')
  await page.getByText(/초 동안 보장합니다/).waitFor()
  await page.getByText('10초가 지나 새 환율로 다시 계산했습니다').waitFor()
  const bought = legsOf(page, '/api/dnw/buy/apply')
  await page.getByRole('button', { name: /BTC 받기$/ }).tap()
  const { in: coin } = await bought
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await visitor.open('/wallet')
  await arrives(page, '/wallet/asset')
  await page
    .getByRole('article')
    .filter({ hasText: '비트코인' })
    .getByText(/^0\.\d+ BTC$/)
    .waitFor()
  await expectAccessible(page)
  await visitor.open('/wallet/convert/BINARY_BTC')
  await page.getByRole('button', { name: '보내는 쪽과 받는 쪽 바꾸기' }).tap()
  await arrives(page, '/wallet/convert/BTC_BINARY')
  await page.getByRole('button', { name: '전액' }).tap()
  expect((await page.getByLabel('보낼 금액').inputValue()).replace(/0+$/, '')).toBe(coin.point.replace(/0+$/, ''))
  const sold = legsOf(page, '/api/dnw/sell/apply')
  await page.getByRole('button', { name: /원 받기$/ }).tap()
  expect((await sold).out).toMatchObject({ type: 'CO', walletType: 'BTC', point: coin.point })
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('보유 0.00000000 BTC').waitFor()
  await visitor.leave()
})
