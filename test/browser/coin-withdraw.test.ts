import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { configureMoney } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, sharedHouse } from './house.ts'
import { verifiedMember } from './traders.ts'

/** Addresses that coins leave to, and coins on their way to them. */
let house: House
beforeAll(async () => {
  house = await sharedHouse()
  await configureMoney(house.server, { changeHoldMs: 3_600_000, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 60_000 })
})
afterAll(() => house.close())

const address = 'demoq8f4k2vn7x0c93ht5wse6g2y4jg7rp3zh9wd'

test('a new address stands in the book with the time from which coins leave to it, and can be deleted', async () => {
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 400/)
  const { page } = visitor
  await visitor.open('/balances/withdraw?of=coin')
  await page.getByRole('button', { name: '먼저 주소를 등록해 주세요' }).waitFor()
  await page.getByRole('button', { name: '주소 등록', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: '코인 주소 등록' })
  await sheet.getByText(/^등록하면 이 주소로는 한동안 출금할 수 없습니다/).waitFor()
  await sheet.getByLabel('주소', { exact: true }).fill('TNobodysAddressAtAll')
  await sheet.getByRole('button', { name: '주소 등록' }).tap()
  await sheet.getByRole('alert').waitFor()
  await expectAccessible(page)
  await sheet.getByLabel('주소', { exact: true }).fill(address)
  await sheet.getByRole('button', { name: '주소 등록' }).tap()
  await page.getByText('USDT(TRC20) ****h9wd').waitFor()
  await page.getByText(/부터 출금할 수 있습니다$/).waitFor()
  await page.getByLabel('얼마나 출금할까요?').fill('20')
  expect(await page.getByRole('button', { name: '새 주소라 아직 출금할 수 없습니다' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: '계좌·주소 관리' }).tap()
  await arrives(page, '/balances/accounts')
  await page.getByRole('heading', { name: '코인 주소록' }).waitFor()
  await page.getByText(/부터 출금할 수 있습니다$/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'USDT(TRC20) ****h9wd 삭제' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '삭제', exact: true }).tap()
  await page.getByText('등록한 주소가 없습니다').waitFor()
  await visitor.leave()
})

test('a member enrols an app, and coins leave to an address of his book with its code', async () => {
  await configureMoney(house.server, { changeHoldMs: 0 })
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 40[03]/)
  const { page } = visitor
  await visitor.open('/more/security/totp')
  await page.getByRole('button', { name: '등록 시작' }).tap()
  const link = await page.getByRole('link', { name: '인증 앱 열기' }).getAttribute('href')
  const secret = new URL(link!).searchParams.get('secret')!
  const code = page.getByLabel('앱에 보이는 숫자 6자리')
  await code.fill(appCode(secret, Date.now()))
  await page.getByRole('button', { name: '등록', exact: true }).tap()
  const spare = (await page.locator('.sec-codes li').first().textContent())!
  await visitor.open('/balances/withdraw?of=coin')
  await page.getByRole('button', { name: '주소 등록', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: '코인 주소 등록' })
  await sheet.getByLabel('주소', { exact: true }).fill(address)
  await sheet.getByRole('button', { name: '주소 등록' }).tap()
  await sheet.getByRole('button', { name: '복구 코드로 인증' }).tap()
  await sheet.getByLabel('복구 코드', { exact: true }).fill(spare)
  await sheet.getByRole('button', { name: '주소 등록' }).tap()
  await page.getByText('주소록에 등록되어 출금할 수 있습니다').waitFor()
  const amount = page.getByLabel('얼마나 출금할까요?')
  await amount.fill('10000.00000001')
  await page.getByText('출금할 수 있는 수량을 넘었습니다.').waitFor()
  await amount.fill('9.99999999')
  await page.getByText('최소 출금 수량보다 적습니다.').waitFor()
  await amount.fill('2000')
  // The travel rule: two thousand dollars are more than a million won.
  const review = page.getByRole('button', { name: '출금 내용 확인' })
  const receiver = page.getByLabel('받는 분 이름')
  await receiver.waitFor()
  expect(await review.isDisabled()).toBe(true)
  await receiver.fill('홍길동')
  await page.getByText('1,999 USDT').waitFor()
  await expectAccessible(page)
  await review.tap()
  const receipt = page.getByRole('dialog', { name: '출금 내용' })
  await receipt.getByText('10,000 → 8,000 USDT').waitFor()
  await receipt.getByRole('button', { name: '출금하기', exact: true }).tap()
  await code.fill(appCode(secret, Date.now(), 1))
  await page.getByRole('button', { name: '2,000 USDT 출금 신청' }).tap()
  await page.getByText('신청이 완료되었습니다.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('출금 대기 (회사 보관)').waitFor()
  await page.getByText('1,999.0000 USDT').waitFor()
  await visitor.leave()
})
