// Rounds through the whole: stakes, prices, results, money and evidence, on a clock that the test moves.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jumpClock } from '../../apps/server/test/jump-clock.ts'
import { expectAccessible } from './axe.ts'
import { answer, arrives, eventually, type House, hears, openHouse } from './house.ts'
import { told } from './toasts.ts'
import { newMember } from './traders.ts'

/** Rounds of five minutes on site 1, with prices in units of their instruments. */
const btc = { id: 4, symbol: 'BTCUSDT', start: 654_321 }
const eth = { id: 14, symbol: 'ETHUSDT', start: 321_055 }
const xrp = { id: 34, symbol: 'XRPUSDT', start: 21_500 }
const all = [btc, eth, xrp]
type Option = typeof btc

/** A minute after a round began: the next one takes stakes for minutes. */
const clock = jumpClock(Date.parse('2026-11-18T12:01:00+09:00'))
const roundMs = 300_000

let house: House
beforeAll(async () => {
  const prices = Object.fromEntries(all.map(({ symbol, start }) => [symbol, start]))
  house = await openHouse({ clock, prices })
  // What a round of DOGE and of SOL still takes after 50,000 is 30,000: of one member, and of the house, whom each won costs 0.9.
  await house.restart(async () => {
    const { run } = house.server.database
    await run('update round_option set max_round_point = 80000 where id = 24')
    await run('update round_option set max_exposure = 72000 where id = 84')
  })
})
afterAll(() => house.close())

/** When the round that runs now ends and the next one starts. */
const boundary = () => (Math.floor(clock.now() / roundMs) + 1) * roundMs

/** Passes the next start and end of rounds, with these prices as the last ones before it. */
function passBoundary(prices: readonly (readonly [Option, number])[]): void {
  const at = boundary()
  const { feed } = house.server
  clock.jumpTo(at - 500)
  for (const [{ symbol }, price] of prices) {
    feed.setPrice(symbol, price)
    feed.trade(symbol, price)
  }
  // What is received by 1.5 s after it counts, and a tenth of a second is allowed for its delivery.
  clock.jumpTo(at + 1_601)
}

const hasAvailable = (page: Page, won: number) =>
  eventually(
    async () => Number((await page.locator('.sum-2 .mid').textContent())?.replace(/\D/g, '')),
    (shown) => shown === won,
  )
const buy = (page: Page) => page.getByRole('button', { name: /▲ 매수/ })

/** Stakes the shown 50,000 on 매수, and reads the toast. */
async function stake(page: Page, after: number) {
  await buy(page).tap()
  await told(page, '▲ 매수 참여가 접수되었습니다')
  await hasAvailable(page, after)
}

/** Resolves once the page that loads next hears of bets: what is decided before that stands in its lists, without a toast. */
const hearsOfBets = (page: Page) => page.waitForEvent('framenavigated').then(() => hears(page, '/user/queue/trade'))

async function openAsNewMember() {
  const { id, username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  return { ...visitor, id }
}

/** Opens the evidence of a decided stake from its row, and waits until the page has recomputed all of it. */
async function verify(page: Page, option: Option, row: string, result: RegExp) {
  await page.goto(`/exchange/${option.id}`)
  await page.locator('#round-lists .bet').filter({ hasText: row }).filter({ hasText: '검증하기' }).tap()
  await arrives(page, /^\/evidence\/\d+$/)
  await page.locator('.ev-head').filter({ hasText: result }).waitFor()
  await page.getByText('모든 항목이 확인되었습니다').waitFor()
  const marks = await page.locator('.ev-checks .ev-mark').allTextContents()
  expect(marks.length).toBeGreaterThanOrEqual(7)
  expect(new Set(marks)).toEqual(new Set(['✓']))
  await page.getByText('공개된 루트에 들어 있습니다').waitFor()
}

test('rounds are won, lost and void by their prices: toasts, money to the last won, evidence recomputed in the page', async () => {
  const visitor = await openAsNewMember()
  const { page } = visitor
  for (const [place, option] of all.entries()) {
    await visitor.open(`/exchange/${option.id}`)
    await stake(page, 9_950_000 - place * 50_000)
  }
  passBoundary(all.map((option) => [option, option.start]))
  const running = page.locator('.running')
  await running.getByText('기준가 2.1500').waitFor()
  const heard = hearsOfBets(page)
  await page.reload()
  await running.getByText('▲ 매수 50,000').waitFor()
  await running.getByText('기준가 2.1500').waitFor()
  await hasAvailable(page, 9_850_000)
  await heard

  passBoundary([
    [btc, btc.start + 7],
    [eth, eth.start - 1],
    [xrp, xrp.start],
  ])
  await told(page, /[\d,]+회차 매수 실현 \+45,000원.*참여 50,000원 · 65,432\.1 → 65,432\.8/)
  await told(page, /[\d,]+회차 매수 실격 −50,000원.*참여 50,000원 · 3,210\.55 → 3,210\.54/)
  await told(page, /[\d,]+회차 매수 무효 50,000원 반환/)
  await hasAvailable(page, 9_995_000)
  await verify(page, btc, '매수 실현', /▲ 상승/)
  await expectAccessible(page)
  await verify(page, eth, '매수 실격', /▼ 하락/)
  await verify(page, xrp, '기준가와 마감가가 같습니다', /무효/)
  await page.goto('/wallet/asset')
  await page.getByText('9,995,000').first().waitFor()
  await visitor.leave()
})

test('a stake that a limit refuses is answered by what is left of it, and a button that stakes just that', async () => {
  const visitor = await openAsNewMember()
  visitor.allow(/status of 409/)
  const { page } = visitor
  for (const [option, refusal, before] of [
    [24, '회차 참여 한도를 초과했습니다.', 10_000_000],
    [84, '이 회차의 참여 한도가 찼습니다.', 9_920_000],
  ] as const) {
    await visitor.open(`/exchange/${option}`)
    await stake(page, before - 50_000)
    await buy(page).tap()
    expect(await answer(page, '남은 한도 30,000원 매수')).toBe(`${refusal}\n남은 한도는 30,000원입니다.`)
    await told(page, /▲ 매수 참여가 접수되었습니다.*30,000원/)
    await hasAvailable(page, before - 80_000)
  }
  const points = await house.server.database.run(
    `select point::int from bet where member_id = ${visitor.id} order by id`,
  )
  expect(points.map(({ point }) => point)).toEqual([50_000, 30_000, 50_000, 30_000])
  await visitor.leave()
})

test('a round outlives the server: started again in the middle, it has lost nothing, and pays once', async () => {
  const visitor = await openAsNewMember()
  const { page } = visitor
  await visitor.open(`/exchange/${btc.id}`)
  await stake(page, 9_950_000)
  passBoundary([[btc, btc.start]])
  const running = page.locator('.running')
  await running.getByText('기준가 65,432.1').waitFor()
  await house.restart(async () => {
    await page.getByText('다시 연결하지 못했습니다. 새로고침 후 다시 시도해 주세요.').waitFor()
  })
  // The page before shows the stake as well, and would be gone at any moment.
  const reloaded = page.waitForEvent('domcontentloaded')
  const heard = hearsOfBets(page)
  await answer(page, '확인')
  await reloaded
  await running.getByText('▲ 매수 50,000').waitFor()
  await hasAvailable(page, 9_950_000)
  await heard
  passBoundary([[btc, btc.start + 1]])
  await told(page, /회차 매수 실현/)
  await hasAvailable(page, 10_045_000)
  expect(
    await house.server.database.run(
      `select b.status, (select count(*)::int from posting where member_id = ${visitor.id} and reason <> 'DEMO_GRANT' and account = 'MEMBER') as postings from bet b where member_id = ${visitor.id}`,
    ),
  ).toEqual([{ status: 1, postings: 1 }])
  await visitor.leave()
})
