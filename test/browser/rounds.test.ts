import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { answer, arrives, dialog, eventually, type House, openHouse } from './house.ts'
import { told } from './toasts.ts'
import { newMember } from './traders.ts'

/** Rounds of 30 seconds on site 1, one instrument for each test: their prices go different ways at the same time. */
const btc = { id: 1, symbol: 'BTCUSDT', start: 654_321 }
const eth = { id: 11, symbol: 'ETHUSDT', start: 321_055 }
const xrp = { id: 31, symbol: 'XRPUSDT', start: 21_500 }
const sol = { id: 81, symbol: 'SOLUSDT', start: 15_025 }
type Option = typeof btc

interface Times {
  readonly id: number
  readonly startAt: number
  readonly lockAt: number
  readonly endAt: number
}

/** The round that takes stakes now; waits for the next one if this one is locked within `leastMs`. */
async function roundToBet({ server }: House, option: Option, leastMs = 12_000): Promise<Times> {
  const of = { siteId: 1, optionId: option.id, memberId: null }
  const look = async () => (await server.runner.reads.ask('rounds.game', of)).value?.betting ?? null
  const open = (round: Times | null): round is Times =>
    round !== null && round.lockAt - server.deps.clocks.domain.now() >= leastMs
  return (await eventually(look, open, 40_000)) as Times
}

const until = (house: House, at: number) => sleep(Math.max(0, at - house.server.deps.clocks.domain.now()))
/** What can be staked, in won. */
const available = async (page: Page) => Number((await page.locator('.sum-2 .mid').textContent())?.replace(/\D/g, ''))
const hasAvailable = (page: Page, won: number) =>
  eventually(
    () => available(page),
    (shown) => shown === won,
  )
const openRows = (page: Page) => page.locator('#round-lists .bet').filter({ hasText: '접수' })
const buy = (page: Page) => page.getByRole('button', { name: /▲ 매수/ })

/** Tests that play at the same time load their pages one after another: five that load at once all load slowly. */
let loaded: Promise<unknown> = Promise.resolve()
function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const next = loaded.then(load)
  loaded = next.catch(() => undefined)
  return next
}
const trader = (house: House, option: Option) => inTurn(() => open(house, option))

/** Opens the option's page as a new member and waits until stakes can be made. */
async function open(house: House, option: Option) {
  house.server.feed.setPrice(option.symbol, option.start)
  const { id, username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  await visitor.open(`/exchange/${option.id}`)
  await hasAvailable(visitor.page, 10_000_000)
  return { ...visitor, memberId: id }
}

/** Stakes the shown 50,000 on 매수 and reads the toast. */
async function stake(page: Page) {
  await buy(page).waitFor({ timeout: 40_000 })
  await buy(page).tap()
  await told(page, '▲ 매수 접수되었습니다')
  await hasAvailable(page, 9_950_000)
}

/** Opens the round's evidence from its row and waits until the page has recomputed all of it. */
const verify = (page: Page, roundId: number, result: RegExp) => inTurn(() => evidence(page, roundId, result))

async function evidence(page: Page, roundId: number, result: RegExp) {
  await page.locator(`#round-lists a[href="/evidence/${roundId}"]`).filter({ hasText: '검증하기' }).tap()
  await arrives(page, `/evidence/${roundId}`)
  await page.locator('.ev-head').filter({ hasText: result }).waitFor()
  await page.getByText('모든 항목이 확인되었습니다').waitFor({ timeout: 90_000 })
  const marks = await page.locator('.ev-checks .ev-mark').allTextContents()
  expect(marks.length).toBeGreaterThanOrEqual(7)
  expect(new Set(marks)).toEqual(new Set(['✓']))
  await page.getByText('공개된 루트에 들어 있습니다').waitFor()
  await expectAccessible(page)
}

const seconds = (text: string | null) => {
  const [minutes = '0', rest = '0'] = (text ?? '').split(':')
  return Number(minutes) * 60 + Number(rest)
}

describe('a round of 30 seconds', () => {
  let house: House
  let fragile: House
  beforeAll(async () => {
    house = await openHouse()
    fragile = await openHouse()
  })
  afterAll(async () => {
    await house.close()
    await fragile.close()
  })

  test.concurrent('is won when the price rose: countdown, toast, wallet to the last won, evidence recomputed in the page', async () => {
    const visitor = await trader(house, btc)
    const { page } = visitor
    const round = await roundToBet(house, btc)
    await stake(page)
    expect(await openRows(page).count()).toBe(1)
    const timer = page.getByRole('timer')
    const shown = seconds(await timer.textContent())
    const left = (round.lockAt - house.server.deps.clocks.domain.now()) / 1000
    expect(Math.abs(shown - left)).toBeLessThan(2)
    await eventually(
      async () => seconds(await timer.textContent()),
      (now) => now < shown,
    )

    await until(house, round.startAt + 2_000)
    const running = page.locator('.running')
    await running.getByText('기준가 65,432.1').waitFor()
    house.server.feed.setPrice(btc.symbol, btc.start + 7)
    await running.getByText('+0.7').waitFor()
    await told(page, /[\d,]+회차 매수 실현 \+45,000원.*참여 50,000원 · 65,432\.1 → 65,432\.8/, { timeout: 45_000 })
    await hasAvailable(page, 10_045_000)
    await page.locator('#round-lists .bet').filter({ hasText: '매수 실현' }).filter({ hasText: '+45,000' }).waitFor()
    await verify(page, round.id, /▲ 상승/)
    await page.goto('/wallet/asset')
    await page.getByText('10,045,000').first().waitFor()
    await visitor.leave()
  })

  test.concurrent('is lost when the price fell, also for a page that was reloaded in the middle', async () => {
    const visitor = await trader(house, eth)
    const { page } = visitor
    const round = await roundToBet(house, eth)
    await stake(page)
    await page.reload()
    await openRows(page).waitFor()
    await hasAvailable(page, 9_950_000)
    await until(house, round.startAt + 2_000)
    house.server.feed.setPrice(eth.symbol, eth.start - 1)
    await page.reload()
    await page.locator('.running').getByText('▲ 매수 50,000').waitFor()
    await page.locator('.running').getByText('기준가 3,210.55').waitFor()
    expect(seconds(await page.locator('.running .t').textContent())).toBeGreaterThan(5)
    await told(page, /[\d,]+회차 매수 실격 −50,000원.*참여 50,000원 · 3,210\.55 → 3,210\.54/, { timeout: 45_000 })
    await hasAvailable(page, 9_950_000)
    await verify(page, round.id, /▼ 하락/)
    await visitor.leave()
  })

  test.concurrent('is void when strike and close are equal: the whole stake comes back', async () => {
    const visitor = await trader(house, xrp)
    const { page } = visitor
    const round = await roundToBet(house, xrp)
    await stake(page)
    await until(house, round.startAt + 2_000)
    house.server.feed.setPrice(xrp.symbol, xrp.start + 3)
    await page.locator('.running').getByText('+0.0003').waitFor()
    house.server.feed.setPrice(xrp.symbol, xrp.start)
    await told(page, /[\d,]+회차 매수 무효 50,000원 반환/, { timeout: 45_000 })
    await hasAvailable(page, 10_000_000)
    await page.locator('#round-lists .bet').filter({ hasText: '기준가와 마감가가 같습니다' }).waitFor()
    await verify(page, round.id, /무효/)
    await visitor.leave()
  })

  test.concurrent('takes one bet of a double tap', async () => {
    const visitor = await trader(house, sol)
    const { page } = visitor
    await roundToBet(house, sol, 18_000)
    await buy(page).waitFor({ timeout: 40_000 })
    const box = await buy(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)])
    await told(page, '접수되었습니다')
    await sleep(1_500)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(await openRows(page).count()).toBe(1)
    expect(
      await house.server.database.run(`select count(*)::int from bet where member_id = ${visitor.memberId}`),
    ).toEqual([{ count: 1 }])
    // The round belongs to one side: the other cannot be pressed any more.
    expect(await page.getByRole('button', { name: '이 회차는 매수에 참여했습니다' }).isDisabled()).toBe(true)
    await visitor.leave()
  })

  test.concurrent('outlives the server: started again in the middle, it has lost nothing, and pays once', async () => {
    const visitor = await trader(fragile, btc)
    const { page } = visitor
    const round = await roundToBet(fragile, btc)
    await stake(page)
    await until(fragile, round.startAt + 2_000)
    await fragile.restart(async () => {
      await page.getByText('다시 연결하지 못했습니다. 새로고침 후 다시 시도해 주세요.').waitFor()
    })
    fragile.server.feed.setPrice(btc.symbol, btc.start + 1)
    await dialog(page).waitFor()
    await answer(page, '확인')
    await page.locator('.running').getByText('▲ 매수 50,000').waitFor()
    await hasAvailable(page, 9_950_000)
    await told(page, /회차 매[수도] 실현/, { timeout: 45_000 })
    await hasAvailable(page, 10_045_000)
    expect(
      await fragile.server.database.run(
        `select b.status, (select count(*)::int from posting where member_id = ${visitor.memberId} and reason <> 'DEMO_GRANT' and account = 'MEMBER') as postings from bet b where member_id = ${visitor.memberId}`,
      ),
    ).toEqual([{ status: 1, postings: 1 }])
    await visitor.leave()
  })
})

describe('a stake that a limit refuses', () => {
  let house: House
  beforeAll(async () => {
    house = await openHouse()
    // What the round still takes is 30,000 in both: of one member, and of the house, whom each won costs 0.9.
    await house.restart(async () => {
      const { run } = house.server.database
      await run(`update round_option set max_round_point = 80000 where id = ${btc.id}`)
      await run(`update round_option set max_exposure = 72000 where id = ${eth.id}`)
    })
  })
  afterAll(() => house.close())

  test.concurrent.each([
    ['회차 참여 한도를 초과했습니다.', btc],
    ['이 회차의 참여 한도가 찼습니다.', eth],
  ] as const)('is answered by what is left of it, and a button that stakes just that: %s', async (refusal, option) => {
    const visitor = await trader(house, option)
    visitor.allow(/status of 409/)
    const { page } = visitor
    await roundToBet(house, option, 18_000)
    await stake(page)
    await buy(page).waitFor()
    await buy(page).tap()
    expect(await answer(page, '30,000원 매수')).toBe(`${refusal}\n남은 한도는 30,000원입니다.`)
    await told(page, /▲ 매수 접수되었습니다.*30,000원/)
    await hasAvailable(page, 9_920_000)
    expect(
      await house.server.database.run(`select point::int from bet where member_id = ${visitor.memberId} order by id`),
    ).toEqual([{ point: 50_000 }, { point: 30_000 }])
    await visitor.leave()
  })
})
