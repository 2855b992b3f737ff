import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney, enrolled } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await configureMoney(house.server, { holdMs: 0, firstHoldMs: 0, changeHoldMs: 0 })
})
afterAll(() => house.close())

const pointOf = async (of: Awaited<ReturnType<typeof enrolled>>, wallet: string): Promise<string> =>
  (await of.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === wallet)?.point ?? '0'

test('USDT moves between own wallets at once, and back', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  await visitor.open('/wallet/transfer')
  const amount = page.getByLabel('보낼 금액')
  await amount.fill('10001')
  await page.getByText('옮길 수 있는 금액을 넘었습니다.').waitFor()
  await page.getByRole('button', { name: '25%' }).tap()
  expect(await amount.inputValue()).toBe('2,500')
  await page.getByRole('row', { name: '선물 지갑 10,000.0000 → 7,500.0000 USDT' }).waitFor()
  await page.getByRole('button', { name: '2,500.0000 USDT 옮기기' }).tap()
  await page.getByText('2,500.0000 USDT 이체했습니다.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  expect(await amount.inputValue()).toBe('')
  await page.getByText('사용가능 7,500.0000 USDT').waitFor()
  await page.getByText('보유 2,500.0000 USDT').waitFor()
  await page.getByRole('button', { name: '보내는 쪽과 받는 쪽 바꾸기' }).tap()
  await page.getByRole('button', { name: '전액' }).tap()
  await page.getByRole('button', { name: '2,500.0000 USDT 옮기기' }).tap()
  await page.getByText('2,500.0000 USDT 이체했습니다.').waitFor()
  await visitor.leave()
})

test('a member is found and confirmed before he is given money, with the code of the app', async () => {
  const visitor = await house.visit({ as: 'demo1' })
  const demo1 = await enrolled(house.server, 'demo1')
  const demo3 = await enrolled(house.server, 'demo3')
  visitor.allow(/status of 4\d\d/)
  const { page } = visitor
  await visitor.open('/wallet/transfer')
  await page.getByRole('radio', { name: '다른 회원' }).tap()
  const username = page.getByLabel('받는 회원의 아이디')
  await username.fill('demo1')
  await page.getByRole('button', { name: '찾기' }).tap()
  await page.getByText('본인에게 보낼 수 없습니다.').waitFor()
  await username.fill('demo3')
  await page.getByRole('button', { name: '찾기' }).tap()
  await page.getByText('받는 분이 맞나요?').waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('button', { name: '받는 회원을 먼저 확인해 주세요' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '네, 맞습니다' }).tap()
  await page.getByLabel('보낼 금액').fill('50000')
  await page.getByRole('button', { name: '50,000원 보내기' }).tap()
  await page.getByRole('row', { name: '원화 지갑 10,000,000 → 9,950,000원' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '복구 코드로 인증' }).tap()
  await page.getByLabel('복구 코드', { exact: true }).fill(demo1.otp())
  await page.getByRole('dialog').getByRole('button', { name: '50,000원 보내기' }).tap()
  await page.getByText(/님에게 50,000원 보냈습니다\./).waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  expect([await pointOf(demo1, 'BINARY'), await pointOf(demo3, 'BINARY')]).toEqual(['9950000', '10050000'])
  await visitor.open('/wallet/dnw_history')
  await arrives(page, '/wallet/dnw_history')
  await page.getByRole('tab', { name: '출금' }).tap()
  await page.getByRole('button', { name: /50,000원/ }).waitFor()
  await visitor.leave()
})
