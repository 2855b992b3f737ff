import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { expectAccessible } from './axe.ts'
import { type House, openHouse } from './house.ts'
import { verifiedMember } from './traders.ts'

/** Coins bought of a merchant of the sandbox. */
let sandbox: TestSandbox
let house: House
beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await openHouse({ sandbox: sandbox.sandbox })
  sandbox.tell(house.server.url)
})
afterAll(async () => {
  await house.close()
  sandbox.stop()
})

test('a purchase is ordered, paid to the account that the page shows, and released live', async () => {
  const visitor = await house.visit({ as: (await verifiedMember(house)).username })
  const { page } = visitor
  await visitor.open('/wallet/p2p')
  await page.getByRole('heading', { name: '판매 4' }).waitFor()
  await page.getByLabel('얼마어치 살까요?').fill('300000')
  await page.getByText('한도 밖').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '모의상인 하늘 구매' }).tap()
  await page.getByRole('dialog', { name: '구매 내용' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '구매 주문하기' }).tap()
  await page.getByText('남은 시간 안에 보내 주세요').waitFor()
  await page.getByText(/^1[45]:\d\d$/).waitFor()
  await page.getByRole('button', { name: '계좌번호 복사' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '보냈습니다', exact: true }).tap()
  await page.getByRole('button', { name: '네, 보냈습니다' }).tap()
  await page.getByRole('heading', { name: /^[\d.]+ USDT를 받았습니다$/ }).waitFor()
  await page.getByRole('button', { name: '다시 거래' }).tap()
  await page.getByRole('heading', { name: '판매 4' }).waitFor()
  await visitor.leave()
})

test('silence is argued about with a picture, and an order that nobody paid is taken back', async () => {
  await sandbox.behave('p2p', { paysItself: '' })
  const visitor = await house.visit({ as: (await verifiedMember(house)).username })
  const { page } = visitor
  await visitor.open('/wallet/p2p')
  const order = async () => {
    await page.getByLabel('얼마어치 살까요?').fill('300000')
    await page.getByRole('button', { name: '모의상인 하늘 구매' }).tap()
    await page.getByRole('button', { name: '구매 주문하기' }).tap()
    await page.getByText('남은 시간 안에 보내 주세요').waitFor()
  }
  await order()
  await page.getByRole('button', { name: '주문 취소' }).tap()
  await page.getByRole('button', { name: '취소하기' }).tap()
  await page.getByText('직접 취소했습니다.').waitFor()
  await page.getByRole('button', { name: '다시 거래' }).tap()
  await order()
  await page.getByRole('button', { name: '보냈습니다', exact: true }).tap()
  await page.getByRole('button', { name: '네, 보냈습니다' }).tap()
  await page.getByText('판매자가 확인하고 있습니다').waitFor()
  await page.getByRole('button', { name: '분쟁 신청' }).tap()
  await page.getByRole('textbox', { name: /언제 어디로/ }).fill('14시 31분에 보냈습니다')
  const picture = await page.screenshot()
  await page.getByLabel('사진 더하기').setInputFiles({ name: '이체.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('1 / 5장').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '담당자에게 보내기' }).tap()
  await page.getByText('담당자에게 보냈습니다.').waitFor()
  await page.getByRole('button', { name: '확인' }).tap()
  await page.getByText('분쟁을 확인하고 있습니다').waitFor()
  await expectAccessible(page)
  expect(
    await house.server.database.run(`select teller, jsonb_array_length(file_ids) as files from p2p_statement`),
  ).toEqual([{ teller: 'MEMBER', files: 1 }])
  await visitor.leave()
})
