import { byStaff } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, pathOf } from './house.ts'
import { layoutFaults } from './layout.ts'
import { expectTree } from './tree.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  // What the demo shows at first would stand among them on some days of the year.
  await house.server.database.run('delete from economic_event')
})
afterAll(() => house.close())

const dayMs = 86_400_000
/** Midnight of today in Korea: some of the day is over and some is to come, whenever the test runs. */
const midnight = Math.floor((Date.now() + 9 * 3_600_000) / dayMs) * dayMs - 9 * 3_600_000
const release = (parts: object) => ({
  at: new Date(midnight + dayMs - 1).toISOString(),
  country: 'US',
  importance: 3,
  name: '소비자물가지수 (전년비)',
  forecast: '2.9%',
  previous: '3.0%',
  ...parts,
})
const over = { at: new Date(midnight).toISOString(), country: 'JP', name: '핵심기계수주', importance: 2 }
const releases = [
  release({ ...over, forecast: '1.2%', actual: '1.9%' }),
  release({}),
  ...[1, 2, 3].map((month) =>
    release({ at: new Date(midnight - month * 30 * dayMs).toISOString(), actual: `2.${month}%` }),
  ),
]

test('a file is checked by line, mended, imported, and stands on the phone of a member; a figure that came out follows', async () => {
  const cs = await openConsole(house, 'cs', '/economic')
  const { page } = cs
  await page.getByText('이 기간의 발표가 없습니다').waitFor()
  await page.getByRole('button', { name: '가져오기 N' }).click()
  const dialog = page.getByRole('dialog', { name: '가져오기' })
  const choose = (rows: object[]) =>
    dialog.getByLabel('JSON 또는 iCalendar 파일').setInputFiles({
      name: 'week.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(rows, null, 1)),
    })
  await choose([...releases, release({ at: '2026-10-14T21:30' })])
  await dialog.getByLabel('출처(회원에게 보입니다)').fill('각국 통계 기관')
  await dialog.getByRole('button', { name: '미리 확인' }).click()
  await dialog.getByText('시각에 시간대가 없습니다(예: +09:00)').waitFor()
  expect(await dialog.getByRole('button', { name: '오류 행을 수정해 다시 선택해 주세요' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await choose(releases)
  await dialog.getByRole('button', { name: '미리 확인' }).click()
  await dialog.getByRole('status').getByText('5건').waitFor()
  await dialog.getByLabel('사유').fill('이번 주 지표')
  await dialog.getByRole('button', { name: '가져오기', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '핵심기계수주' }).waitFor()

  const member = await house.visit({ as: 'demo1' })
  const phone = member.page
  await member.open('/more')
  await phone.getByRole('link', { name: '경제지표' }).tap()
  const row = phone.getByRole('button', { name: /소비자물가지수/ })
  await row.filter({ hasText: '미국' }).waitFor()
  await phone.getByText(/^지금 \d\d:\d\d$/).waitFor()
  await phone
    .getByRole('button', { name: /핵심기계수주/ })
    .getByText('예상보다 높음')
    .waitFor({ state: 'attached' })
  expect(await layoutFaults(phone)).toEqual([])
  await expectTree(phone.locator('main'), 'economic')
  await row.tap()
  const sheet = phone.getByRole('dialog', { name: '소비자물가지수 (전년비)' })
  await sheet.getByText('23:59 발표').waitFor()
  await expect.poll(() => sheet.getByRole('list', { name: '지난 발표' }).getByRole('listitem').count()).toBe(4)
  await expectAccessible(phone)
  await expectTree(sheet, 'economic-release')
  await sheet.getByRole('button', { name: '닫기' }).last().tap()

  await page.getByRole('row').filter({ hasText: '소비자물가지수' }).last().click()
  await page.getByRole('button', { name: '수치 수정' }).click()
  const correct = page.getByRole('dialog', { name: '수치 수정' })
  await correct.getByLabel('실제').fill('3.1%')
  await correct.getByLabel('사유').fill('발표치 반영')
  await correct.getByRole('button', { name: '수치 수정' }).click()
  await page.getByText('수정했습니다').first().waitFor()
  await phone.reload()
  await row.getByText('3.1%').waitFor()
  await cs.leave()
  await member.leave()
})

test('a guest reads what the house writes on markets, with prices that live', async () => {
  const admin = await staff(house.server, 'admin')
  const written = await admin.post('/api/console/article', {
    reason: '글쓰기',
    kind: 'STRATEGY',
    category: 'FUTURES',
    title: '손절을 먼저 정하는 세 가지 방법',
    content: '<p>가격, 금액, 시간. <b>먼저</b> 정합니다.</p>',
    audience: 'ALL',
    position: 1,
    needsConsent: false,
  })
  expect(written.status).toBe(200)
  const { page, open, leave } = await house.visit()
  await open('/support/invest_info')
  await page.getByText('손절을 먼저').waitFor()
  house.server.feed.setPrice('BTCUSDT', 612_345)
  house.server.feed.trade('BTCUSDT', 612_345)
  await page
    .getByRole('link', { name: /비트코인/ })
    .getByText('61,234.5')
    .waitFor()
  expect(await layoutFaults(page)).toEqual([])
  await expectTree(page.locator('main'), 'invest')
  await page.getByRole('tab', { name: '시황' }).tap()
  await page.getByText('아직 글이 없습니다.').waitFor()
  await page.getByRole('tab', { name: '선물', exact: true }).tap()
  await page.getByText('손절을 먼저').tap()
  await page.getByRole('heading', { name: '손절을 먼저 정하는 세 가지 방법' }).waitFor()
  await page.getByText('정보일 뿐 권유가 아니며').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '닫기' }).tap()
  await expect.poll(() => pathOf(page)).toBe('/support/invest_info')
  await leave()
})

test('a member is told once that less leverage opens around a release, and the release says from when until when', async () => {
  const { database, deps } = house.server
  const changes = { isReleaseHalved: true }
  const asked = { ...byStaff(1, 9, '중요 지표'), scope: 'site', optionId: null, changes, effectiveFrom: null } as const
  expect((await deps.core.submit({ kind: 'configure', ...asked })).status).toBe(200)
  const at = Math.ceil(Date.now() / 60_000) * 60_000 + 5 * 60_000
  await database.run(
    `insert into economic_event (site_id, id, at, country, name, importance, source) values (1, 7, ${at}, 'KR', '기준금리', 3, '한국은행')`,
  )
  // One of the first test is near in the last hour of a day, and their windows would be one.
  await database.run('delete from economic_event where id <> 7')
  const window = { from: at - 30 * 60_000, until: at + 5 * 60_000 }
  const windows = async () => (await house.server.call('/api/stock/halving')).body.windows
  await expect.poll(windows).toContainEqual(window)
  const visitor = await house.visit({ as: 'demo1' })
  const { page } = visitor
  await visitor.open('/more/economic')
  const told = page.locator('.toast').filter({ hasText: '중요 지표 발표 전후입니다' })
  await told.waitFor()
  await page.reload()
  await page.locator('.eco-r').first().waitFor()
  const day = new Date(at + 9 * 3_600_000).getUTCDate()
  await page
    .locator('.eco-w-days button')
    .filter({ hasText: new RegExp(`^.${day}`) })
    .tap()
  await page.getByRole('button', { name: /기준금리/ }).tap()
  await page.getByText('새 포지션의 최대 레버리지가 절반으로 낮아집니다').waitFor()
  expect(await told.count()).toBe(0)

  // And it is said where leverage is chosen.
  await visitor.open('/future/1')
  await page.getByRole('button', { name: '레버리지 10x' }).tap()
  const leverage = page.getByRole('dialog', { name: '레버리지' })
  await leverage.getByText('새 포지션의 최대 레버리지가 절반으로 낮아집니다').waitFor()
  await expectAccessible(page)
  await visitor.leave()
})
