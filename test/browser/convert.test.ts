import { readFileSync } from 'node:fs'
import { DnwLegs } from '@maru/contract'
import { currencyDecimals } from '@maru/contract/currencies'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configureMoney } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, sharedHouse, signIn } from './house.ts'
import { verifiedMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
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
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/wallet/convert/nothing')
  await arrives(page, '/wallet/convert/FUTURES_BINARY')
  await page.getByRole('button', { name: '보내는 쪽과 받는 쪽 바꾸기' }).tap()
  // The address changes a moment before the form does.
  await page.locator('.cv-card').first().getByText('10,000,000원').waitFor()
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
  const { accessToken: token } = await signIn(house.server, username)
  const wallets = (await house.server.call('/api/wallet/my', { token })).body as { type: string; point: string }[]
  const futures = wallets.find(({ type }) => type === 'FUTURES')!
  expect(Number(futures.point)).toBeCloseTo(10_000 + Number(into.point), 6)
  await visitor.leave()
})

test('a price that ran out is asked for anew, and says so; a coin is bought, has a wallet of its own, and is sold', async () => {
  const { username } = await verifiedMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/wallet/convert/KRW_FUTURES')
  await page.getByRole('button', { name: /선물 지갑.*받음/ }).tap()
  await page
    .getByRole('dialog', { name: '코인 선택' })
    .getByRole('button', { name: /비트코인/ })
    .tap()
  await arrives(page, '/wallet/convert/BINARY_BTC')
  // A price that is promised for a second only.
  await page.route(
    '**/api/dnw/quote*',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), expiresAt: Date.now() + 1_000 } })
    },
    { times: 1 },
  )
  await page.getByLabel('보낼 금액').fill('1000000')
  await page.getByText('견적 시간이 지나 새 환율로 다시 계산했습니다').waitFor()
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

test('the history is filtered by type, a leg says its rate with units and its other leg, and the file adds up to the ledger', async () => {
  const { username } = await verifiedMember(house)
  const { accessToken: token } = await signIn(house.server, username)
  const converted = await house.server.call('/api/dnw/convert', {
    token,
    key: true,
    body: { from: 'FUTURES', to: 'BINARY', point: '100' },
  })
  expect(converted.status).toBe(200)
  const { out, in: into } = DnwLegs.parse(converted.body)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/wallet/dnw_history')
  await page.getByRole('tab', { name: '출금' }).tap()
  await page.getByRole('button', { name: '이체 보냄', exact: true }).tap()
  await page.getByText('찾는 내역이 없습니다.').waitFor()
  await page.getByRole('button', { name: '전환 보냄', exact: true }).tap()
  await page.getByRole('button', { name: /전환 보냄.*100\.0000 USDT/ }).tap()
  const sheet = page.getByRole('dialog', { name: '전환 보냄' })
  await sheet.getByText(/^1 USDT = 1,\d{3}\.\d+ KRW$/).waitFor()
  await sheet.getByText(into.id.toLocaleString('ko-KR'), { exact: true }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '입출금 내역 CSV 파일로 저장' }).tap(),
  ])
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head, ...rows] = text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (row: string[], name: string) => row[head!.indexOf(name)]!
  const leg = rows.find((row) => cell(row, '신청 번호') === String(out.id))!
  expect([cell(leg, '환율'), cell(leg, '연결된 신청 번호')]).toEqual([out.rate, String(into.id)])
  const posted = await house.server.database.run(
    `select p.currency, sum(p.amount)::text as sum from posting p join member m on m.id = p.member_id
     where m.username = '${username}' and p.account = 'MEMBER' group by 1 order by 1`,
  )
  const changes = ['KRW', 'USDT'].map((currency) => ({
    currency,
    sum: rows
      .filter((row) => cell(row, '통화') === currency)
      .reduce((sum, row) => sum + minorOf(cell(row, '지갑 변동'), currency as 'KRW' | 'USDT'), 0n)
      .toString(),
  }))
  expect(changes).toEqual(posted)
  await visitor.leave()
})

/** A decimal in the smallest part of its currency. */
function minorOf(amount: string, currency: 'KRW' | 'USDT'): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(currencyDecimals[currency], '0'))
  return amount.startsWith('-') ? -size : size
}
