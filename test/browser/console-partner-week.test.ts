import type { LoginReply } from '@maru/contract'
import { kstMonday } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeWeek } from '../../apps/server/src/commissions/index.ts'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { PartnerWeeks } from '../../apps/server/test/partner-week.ts'
import { expectAccessible } from './axe.ts'
import { freshCode, openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

// HANBIT (1203) earns 40 % of fees and 0.8 % of stakes, PARTNER1 (1204) below it 30 % and 0.6 %. Its owner is member partner1.

const weekMs = 7 * 86_400_000
let house: House
let week: number
let operator: Visitor
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  week = kstMonday(house.server.deps.clocks.domain.now()) - 2 * weekMs
  operator = await openConsole(house, 'operator', '/partners')
})
afterAll(() => house.close())

const panel = ({ page }: Visitor) => page.getByRole('complementary')

/** The second person's yes, by hand. */
async function agree(username: string, kind: string, reason: string): Promise<void> {
  const second = await openConsole(house, username)
  const { page } = second
  await page.getByRole('row').filter({ hasText: kind }).click()
  await panel(second).getByText(`“${reason}”`).waitFor()
  await panel(second).getByRole('button', { name: '두 번째 승인' }).click()
  const yes = page.getByRole('dialog')
  await yes.getByLabel('사유').fill('함께 보았습니다')
  await yes.getByRole('button', { name: '승인', exact: true }).click()
  await page.getByText('승인했습니다').first().waitFor()
  await second.leave()
}

/** Gives the reason of a dialog and asks for the second person. */
async function ask({ page }: Visitor, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
}

test('headquarters open a partner by two persons, and see before how the rate is shared along his chain', async () => {
  const { page } = operator
  await page.getByRole('button', { name: '새 파트너…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('회원 아이디').fill('demo1')
  await dialog.getByLabel('파트너 이름').fill('서해총판')
  await dialog.getByLabel('코드').fill('SEOHAE1')
  await dialog.getByLabel('상위').selectOption({ label: '한빛 HANBIT' })
  await dialog.getByLabel('수수료 요율').fill('28')
  await dialog.getByLabel('롤링 요율').fill('0.5')
  await dialog.getByText('줄기 합계 40%').waitFor()
  await ask(operator, '한빛이 추천했습니다')
  await agree('operator2', '파트너 만들기', '한빛이 추천했습니다')
  await operator.open('/console/partners')
  await page.getByRole('row').filter({ hasText: 'SEOHAE1' }).getByText('28% · 0.5%').waitFor()
})

test('rates change from a Monday to come: what the tree will refuse is said before it is asked for', async () => {
  const { page } = operator
  await page.getByRole('row').filter({ hasText: 'SEOHAE1' }).click()
  await panel(operator).getByRole('button', { name: '요율 변경…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('수수료 요율').fill('41')
  await dialog.getByText('수수료 요율이 상위 한빛의 40%보다 높습니다. 요청하면 거절됩니다.').waitFor()
  await dialog.getByLabel('수수료 요율').fill('30')
  await ask(operator, '약속한 인상')
  await agree('operator2', '파트너 요율', '약속한 인상')
  await operator.open('/console/partners')
  await page.getByRole('row').filter({ hasText: 'SEOHAE1' }).click()
  await panel(operator).getByText('30% · 0.5%').waitFor()
  await operator.leave()
})

test('a week is closed, approved by two persons and paid, and its partner sees it on his phone', async () => {
  const played = new PartnerWeeks(house.server)
  await played.fee(1006, week, 100_000, 'KRW', 'OVERSEA_FEE')
  await played.round(week, [{ memberId: 1007, side: 'B', point: 1_000_000 }])
  finance = await openConsole(house, 'finance', '/partners')
  const { page } = finance
  await page.getByRole('radio', { name: '정산' }).click()
  await page.getByRole('button', { name: '이전 주' }).click()
  await page.getByText('확정 전').waitFor()
  expect(await closeWeek(house.server.deps, { siteId: 1, week })).toBe(true)
  await page.reload()
  await page.getByRole('radio', { name: '정산' }).click()
  await page.getByRole('button', { name: '이전 주' }).click()
  await page.getByText('마감', { exact: true }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'PARTNER1' })
  await row.getByText('36,000').waitFor()
  await row.getByRole('button', { name: '마루 파트너' }).click()
  const node = page.getByRole('region', { name: '마루 파트너' })
  await node.getByText('100,000원 × (30% − 0%)').waitFor()
  await node.getByRole('button', { name: '지급 요청…' }).click()
  await ask(finance, '마감 표와 원장 합계가 같습니다')
  await row.getByText('승인 1/2').waitFor()
  await agree('finance2', '파트너 정산 지급', '마감 표와 원장 합계가 같습니다')
  await page.reload()
  await page.getByRole('radio', { name: '정산' }).click()
  await page.getByRole('button', { name: '이전 주' }).click()
  await row.getByText('지급 완료').waitFor()
  await expectAccessible(page)
  await finance.leave()

  const body = { username: 'partner1', password: demoPassword, otp: await freshCode(house, 'partner1'), siteInfoId: 1 }
  const session = (await house.server.call('/api/login', { body })).body as LoginReply
  const phone = await house.visit({ as: session })
  await phone.open('/more/partner')
  await phone.page.getByRole('radio', { name: '직접' }).click()
  await phone.page.getByText('36,000').first().waitFor()
  await phone.leave()
})
