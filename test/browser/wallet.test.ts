import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney, staff } from '../../apps/server/test/money-house.ts'
import { arrives, type House, openHouse, signIn } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ prices: { BTCUSDT: 600_000 } })
  await configureMoney(house.server, { changeHoldMs: 0, holdMs: 3_600_000, firstHoldMs: 0 })
  const { accessToken: token } = await signIn(house.server, 'demo4')
  const ask = (point: string) => house.server.call('/api/dnw/apply', { token, body: { type: 'D', point } })
  const finance = await staff(house.server, 'finance')
  const { body } = await ask('100000')
  const found = await finance.get('/api/console/dnw?typeStrs=D&statusStrs=REQUESTED')
  const { version } = found.body.content[0]
  await finance.post(`/api/console/dnw/${body.id}/approve`, { version, reason: 'the bank has it' })
  expect((await ask('60000')).status).toBe(200)
})
afterAll(() => house.close())

test('a wallet says what it holds, why money waits in it and until when, what it allows, and what moved', async () => {
  const visitor = await house.visit({ as: 'demo4' })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  // The won and 10,000 USDT: one total at a rate that is shown.
  const rate = /1 USDT = ([\d,.]+)원/
  const shown = await page.getByText(rate).textContent()
  const mid = Number(rate.exec(shown!)![1]!.replaceAll(',', ''))
  const all = await page.getByRole('region', { name: '총 보유자산' }).locator('.v').textContent()
  expect(Math.abs(Number(all!.replace(/\D/g, '')) - (10_100_000 + 10_000 * mid))).toBeLessThan(60)
  await page.getByRole('link', { name: /원화 지갑.*10,100,000원/ }).tap()
  await arrives(page, '/wallet/BINARY/KRW')
  await page.getByRole('heading', { name: '진행 중 1' }).waitFor()
  await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d에 해제됩니다$/).waitFor()
  await page.getByText('−100,000원').waitFor()
  const acts = page.getByRole('navigation', { name: '이 지갑으로 할 수 있는 일' })
  await acts.getByRole('link', { name: '구매' }).waitFor()
  await page.getByRole('button', { name: /입금.*\+100,000원/ }).waitFor()
  await acts.getByRole('link', { name: '전환' }).tap()
  await arrives(page, '/wallet/convert/BINARY_FUTURES')
  await visitor.leave()
})

test('a wallet without anything in it stands there with 0, and addresses that name no wallet lead to one', async () => {
  const visitor = await house.visit({ as: 'demo5' })
  const { page } = visitor
  await visitor.open('/wallet/btc/btc')
  await page.getByText('아직 내역이 없습니다.').waitFor()
  await page.getByText('0.0000 BTC').first().waitFor()
  await visitor.open('/wallet/withdraw/KRW')
  await arrives(page, '/balances/withdraw')
  await visitor.open('/wallet/BTC/ETH')
  await arrives(page, '/wallet/asset')
  await visitor.open('/dnw')
  await page.getByRole('link', { name: '선물 지갑' }).tap()
  await arrives(page, '/wallet/FUTURES/USDT')
  await page.getByText('10,000.0000 USDT').first().waitFor()
  await visitor.leave()
})
