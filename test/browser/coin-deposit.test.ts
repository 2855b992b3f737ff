import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { expectAccessible } from './axe.ts'
import { type House, openHouse, type Visitor } from './house.ts'
import { verifiedMember } from './traders.ts'

/** Coins that somebody sends to a member's address, over the sandbox's network. */
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

const addressOn = async ({ page }: Visitor): Promise<string> =>
  ((await page.locator('.addr-t').textContent()) ?? '').replace(/\s/g, '')

const send = (coin: string, network: string, address: string, amount: string, tag = '') =>
  sandbox.press('/coins', { siteId: '1', coin, network, address, tag, amount })

test('coins sent to the address that the page shows are credited, and the page shows it at once', async () => {
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/balances/deposit')
  await page.getByRole('radio', { name: '코인', exact: true }).tap()
  await page.getByText('USDT · TRON(TRC20)만 받습니다').waitFor()
  await page.getByRole('img', { name: 'USDT 입금 주소의 QR 코드' }).waitFor()
  await page.getByText('20회 확인되면 입금되고, 40회 확인된 뒤부터 출금할 수 있습니다.').waitFor()
  await page.getByText('아직 입금된 코인이 없습니다').waitFor()
  await expectAccessible(page)
  const address = await addressOn(visitor)
  expect(address).toMatch(/^demo[0-9a-z]{36}$/)
  await sandbox.behave(null, { delayMs: '250' })
  await send('USDT', 'TRC20', address, '12.5')
  await page.getByText(/^확인 \d+ \/ 20회$/).waitFor()
  await page.getByText('입금 중').waitFor({ state: 'detached' })
  await sandbox.behave(null, { delayMs: '0' })
  await page.getByText('+12.5000 USDT').waitFor()
  expect(
    await house.server.database.run(
      `select w.posted::text as balance from wallet w join member m on m.id = w.member_id where m.username = '${username}' and w.type = 'FUTURES'`,
    ),
  ).toEqual([{ balance: '1001250000000' }])
  await visitor.leave()
})

test('a coin is chosen in the drawer; XRP names its tag; an address for half an hour takes coins and ends', async () => {
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/balances/deposit?of=coin')
  await page.getByRole('button', { name: /^USDT/ }).tap()
  const drawer = page.getByRole('dialog', { name: '코인 선택' })
  await drawer.waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: /^XRP/ }).tap()
  await page.getByText('태그 없이 보내면 바로 입금되지 않으며, 고객센터에 문의해야 찾을 수 있습니다.').waitFor()
  const own = await addressOn(visitor)
  await page.getByRole('button', { name: '30분 동안만 쓰는 임시 주소 받기' }).tap()
  await page.getByText(/^이 주소를 쓸 수 있는 시간 (30:0\d|29:\d\d)$/).waitFor()
  const temporary = await addressOn(visitor)
  expect(temporary).not.toBe(own)
  const tag = (await page.getByText(/^태그 \d+$/).textContent())!.replace(/\D/g, '')
  await send('XRP', 'XRP', temporary, '30', tag)
  await page.getByText(/\+30(\.0+)? XRP/).waitFor()
  // An address whose half hour is nearly over: pages count by the server's clock, which no test can move on.
  await page.route('**/api/wallet/temp-generate*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), expiresAt: Date.now() + 1_000 } })
  })
  await visitor.open('/balances/deposit?of=coin&coin=XRP')
  await page.getByRole('button', { name: '30분 동안만 쓰는 임시 주소 받기' }).tap()
  await page.getByText('이 주소의 유효 시간이 지났습니다.').waitFor()
  await page.getByRole('button', { name: '내 주소로 돌아가기' }).tap()
  await page.getByRole('button', { name: '30분 동안만 쓰는 임시 주소 받기' }).waitFor()
  expect(await addressOn(visitor)).toBe(own)
  await visitor.leave()
})
