import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney } from '../../apps/server/test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { expectAccessible } from './axe.ts'
import { codeTo } from './codes.ts'
import { type House, openHouse, signIn } from './house.ts'
import { verifiedMember } from './traders.ts'

/** Coins bought of a merchant of the sandbox, and sold to one. */
let sandbox: TestSandbox
let house: House
beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await openHouse({ sandbox: sandbox.sandbox })
  sandbox.tell(house.server.url)
  await configureMoney(house.server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
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
  await page.getByRole('button', { name: '모의상인 하늘 구매' }).tap()
  await page.getByRole('dialog', { name: '구매 내용' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '구매 주문하기' }).tap()
  await page.getByText('남은 시간 안에 송금해 주세요').waitFor()
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
    await page.getByText('남은 시간 안에 송금해 주세요').waitFor()
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
  await page.getByLabel('사진 추가').setInputFiles({ name: '이체.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('1 / 5장').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '담당자에게 보내기' }).tap()
  await page.getByText('담당자에게 보냈습니다.').waitFor()
  await page.getByRole('button', { name: '확인' }).tap()
  await page.getByText('분쟁을 확인하고 있습니다').waitFor()
  expect(
    await house.server.database.run(`select teller, jsonb_array_length(file_ids) as files from p2p_statement`),
  ).toEqual([{ teller: 'MEMBER', files: 1 }])
  await visitor.leave()
})

test('a sale is ordered with a code, paid to the member’s own account, and handed over once he has seen the money', async () => {
  await sandbox.behave('p2p', { paysItself: '1' })
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  await visitor.open('/wallet/p2p')
  await page.getByRole('radio', { name: 'USDT 판매' }).tap()
  await page.getByLabel('얼마어치 팔까요?').fill('200000')
  await page.getByRole('button', { name: '모의상인 하늘 판매' }).tap()
  await page.getByRole('dialog', { name: '판매 내용' }).waitFor()
  await page.getByRole('button', { name: '판매 주문하기' }).tap()
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('문자로 받은 숫자 6자리').fill(await codeTo(sandbox, '010-0000-1002'))
  await page.getByRole('button', { name: '판매 주문하기' }).tap()
  await page.getByText('계좌에 들어왔는지 확인해 주세요').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '입금 확인, USDT 넘기기' }).tap()
  await page.getByRole('button', { name: '네, 넘깁니다' }).tap()
  await page.getByRole('heading', { name: /^[\d.]+ USDT를 팔았습니다$/ }).waitFor()
  const [sold] = await house.server.database.run(
    `select d.point::text as point, w.posted::text as posted from dnw d join wallet w on w.member_id = d.member_id and w.type = 'FUTURES'
     join member m on m.id = d.member_id where m.username = 'demo2' and d.type = 'WS' and d.status = 'COMPLETED'`,
  )
  expect(BigInt(String(sold?.['posted']))).toBe(1_000_000_000_000n - BigInt(String(sold?.['point'])))
  await visitor.leave()
})

test('a site whose flag of P2P is off shows no way to it, leads away from its page and refuses its calls', async () => {
  const { database } = house.server
  await house.restart(async () => {
    await database.run(`update site set flags = overlay(flags placing '0' from 3) where id = 1`)
  })
  const visitor = await house.visit({ as: 'demo3' })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  await page.getByRole('link', { name: '이체', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'P2P' }).count()).toBe(0)
  await visitor.open('/dnw')
  await page.getByRole('link', { name: '조회', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'P2P' }).count()).toBe(0)
  await visitor.open('/wallet/p2p')
  await page.waitForURL((url) => url.pathname !== '/wallet/p2p')
  const { accessToken: token } = await signIn(house.server, 'demo3')
  const order = { side: 'BUY', won: '300000', merchantId: 101 }
  for (const [path, body] of [['/api/p2p/merchant'], ['/api/dnw/p2p', order]] as const) {
    const refused = await house.server.call(path, { token, ...(body && { body, key: true }) })
    expect([path, refused.body.code]).toEqual([path, 'FEATURE_DISABLED'])
  }
  await visitor.leave()
})
