import { byStaff } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { eventually, type House, memberPassword, sharedHouse } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
  const now = Date.now()
  const reply = await house.server.deps.core.submit({
    kind: 'createCoupon',
    ...byStaff(1, 1106, 'autumn', { approval: { id: 1, staffId: 1102 } }),
    key: { key: crypto.randomUUID(), route: 'test', bodyHash: 'coupon' },
    coupon: {
      code: 'MARU-AUTUMN',
      title: '가을맞이 보너스',
      walletType: 'BINARY',
      point: 100_000n,
      multiple: null,
      cap: null,
      startsAt: now,
      endsAt: now + 86_400_000,
      maxUses: 215,
      isFirstDeposit: false,
      audience: [],
    },
  })
  expect(reply.status).toBe(200)
})
afterAll(() => house.close())

test('a member sees the terms of a coupon, agrees, and has a bonus with its turnover; a second time it is refused', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 40[49]/)
  const { page } = visitor
  await visitor.open('/more/coupon')
  await page.getByText('진행 중인 보너스가 없습니다.').waitFor()
  const code = page.getByLabel('쿠폰 번호')
  await code.fill('nobodys')
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('존재하지 않는 쿠폰입니다.').waitFor()
  await code.fill('maru-autumn')
  expect(await code.inputValue()).toBe('MARU-AUTUMN')
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('3,000,000원').waitFor()
  await page.getByText('1인 1회 · 남은 수량 215').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '조건에 동의하고 받기' }).tap()
  await page.getByText('100,000원 보너스를 받았습니다.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByRole('tab', { name: '진행 중 1' }).waitFor()
  await page.getByRole('progressbar', { name: '출금조건' }).waitFor()
  await page.getByText('0 / 3,000,000원').waitFor()
  await expectAccessible(page)
  await code.fill('maru-autumn')
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('이미 사용한 쿠폰입니다.').waitFor()
  await page.getByRole('tab', { name: '지난 보너스 0' }).tap()
  await page.getByText('지난 보너스가 없습니다.').waitFor()
  await visitor.leave()
})

test('a stake takes the cash first and then the bonus, and the ticket says how much of it', async () => {
  const { server } = house
  const { username } = await newMember(house)
  const { accessToken: token } = await server.login(username, memberPassword)
  const post = (path: string, body: object) => server.call(path, { token, key: true, body })
  await eventually(
    async () => (await post('/api/dnw/convert', { from: 'BINARY', to: 'FUTURES', point: '9970000' })).status,
    (status) => status === 200,
  )
  expect((await post('/api/coupon/use', { promoCode: 'MARU-AUTUMN', walletType: 'BINARY' })).status).toBe(200)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  await page.getByRole('article').filter({ hasText: '보너스 지갑' }).getByText('100,000원').first().waitFor()
  await page.getByRole('region', { name: '지갑별 구성' }).waitFor()
  await visitor.open('/exchange/1')
  // 50,000 is on the ticket: 30,000 of it are cash.
  await page.getByText('보너스 100,000원 중 20,000원').waitFor()
  await page.getByRole('button', { name: /▲ 매수/ }).tap()
  await page.getByText('▲ 매수 참여가 접수되었습니다').first().waitFor()
  await page.getByText('보너스 80,000원').waitFor()
  await visitor.leave()
})
