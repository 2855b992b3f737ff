import { bySystem, kstMonday } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPartners } from '../../apps/server/test/partner-rows.ts'
import { expectAccessible } from './axe.ts'
import { desk, enterCode, enterPassword, freshCode, openConsole } from './console-visit.ts'
import { arrives, type House, openHouse } from './house.ts'

/** PARTNER1 is 1204; SUB2001 stands below it, SUB2011 below that. ELSE3001 is a stranger. */
let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPartners(house.server.database, [
    { id: 2001, code: 'SUB2001', parentId: 1204 },
    { id: 2011, code: 'SUB2011', parentId: 2001 },
    { id: 3001, code: 'ELSE3001', parentId: null },
  ])
  await house.server.database.run('update member set partner_id = 2011 where site_id = 1 and id in (1001, 1002)')
})
afterAll(() => house.close())

test('a partner signs in with password and code, and sees his own tree and nothing else of the console', async () => {
  const visitor = await house.visit({ context: desk })
  visitor.allow(/403 .*\/api\/login/)
  const { page } = visitor
  await visitor.open('/console')
  await enterPassword(page, 'partner1')
  await enterCode(page, await freshCode(house, 'partner1'))
  await arrives(page, '/console/partners')
  await page.getByRole('heading', { name: '마루 파트너' }).waitFor()
  const tree = page.getByRole('region', { name: '하위 파트너' })
  await tree.getByRole('row').filter({ hasText: 'SUB2011' }).getByText('4 매장').waitFor()
  expect(await tree.getByRole('row').allTextContents()).toEqual([
    expect.stringContaining('파트너'),
    expect.stringContaining('PARTNER1'),
    expect.stringContaining('SUB2001'),
    expect.stringContaining('SUB2011'),
  ])
  expect(await page.getByText('ELSE3001').count()).toBe(0)
  expect(await page.locator('.rail a').allTextContents()).toEqual(['현황', '정산', '회원', '추천 링크'])
  await expectAccessible(page)
  await page.getByRole('link', { name: '회원' }).click()
  await page.getByRole('region', { name: '회원' }).getByText('데모****').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '정산' }).click()
  await page.getByText('이 주의 몫이 없습니다').waitFor()
  await page.getByRole('link', { name: '추천 링크' }).click()
  await page.getByRole('img', { name: '추천 링크 QR 코드' }).waitFor()
  await expectAccessible(page)
  // An address of staff leads back to his own page; a reload keeps him signed in.
  await visitor.open('/console/members')
  await arrives(page, '/console/partners')
  await page.reload()
  await tree.getByText('SUB2001').first().waitFor()
  // Suspended meanwhile: the page is over within its next look.
  await house.server.database.run(`update partner set status = 'SUSPENDED' where site_id = 1 and id = 1204`)
  visitor.allow(/status of 404/)
  await page.reload()
  await page.getByText('세션이 끝났습니다').waitFor()
  await page.getByRole('heading', { name: '직원 로그인' }).waitFor()
  await house.server.database.run(`update partner set status = 'ACTIVE' where site_id = 1 and id = 1204`)
  await visitor.leave()
})

test('who is no partner, or is suspended, is turned away, and his sign-in is ended', async () => {
  const openOf = (username: string) =>
    house.server.database.run(
      `select id from login_session where site_id = 1 and ended_at is null
          and member_id = (select id from member where site_id = 1 and username = '${username}')`,
    )
  const visitor = await house.visit({ context: desk })
  visitor.allow(/40[34] .*\/api\/(login|partner)/)
  const { page } = visitor
  await visitor.open('/console')
  await enterPassword(page, 'demo5')
  await page.getByText('직원이 아니거나 인증 앱이 없습니다').waitFor()
  expect(await openOf('demo5')).toEqual([])

  await house.server.database.run(`update partner set status = 'SUSPENDED' where site_id = 1 and id = 1204`)
  const before = await openOf('partner1')
  await page.getByLabel('아이디').fill('')
  await enterPassword(page, 'partner1')
  await enterCode(page, await freshCode(house, 'partner1'))
  await page.getByText('직원이 아니거나 인증 앱이 없습니다').waitFor()
  expect(await openOf('partner1')).toEqual(before)
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('Token'))`)).toEqual([])
  await house.server.database.run(`update partner set status = 'ACTIVE' where site_id = 1 and id = 1204`)
  await visitor.leave()
})

test('those who work with partners find them by level, and who stands below each', async () => {
  const operator = await openConsole(house, 'operator', '/partners')
  const { page } = operator
  await page.getByRole('row').filter({ hasText: 'ELSE3001' }).waitFor()
  await page.getByRole('radio', { name: '2 총판' }).click()
  await page.getByRole('row').filter({ hasText: 'ELSE3001' }).waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'PARTNER1' }).waitFor()
  await page.getByRole('radio', { name: '3 대리점' }).click()
  await page.getByRole('row').filter({ hasText: 'SUB2001' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'SUB2011' }).click()
  await panel.getByRole('heading', { name: 'SUB2011' }).waitFor()
  await panel.getByText('하위 파트너가 없습니다').waitFor()
  await operator.leave()
})

test('a week is looked at by partner and line, with what was left out', async () => {
  const week = kstMonday(house.server.deps.clocks.domain.now()) - 14 * 86_400_000
  const payable = { partnerId: 1204, memberId: 1104, amount: 3_618_000n, isHeld: false }
  const of = { ...bySystem(1), week, digest: 'd', lines: 1, payables: [payable] }
  await house.server.deps.core.submit({ kind: 'closeCommissions', ...of })
  await house.server.database.run(
    `insert into commission_line values (1, ${week}, 1204, 0, 'FEE', 12060000, 300000, 0, 3618000, 12, 2, 118400)`,
  )
  const finance = await openConsole(house, 'finance', '/partners')
  const { page } = finance
  await page.getByRole('radio', { name: '정산' }).click()
  await page.getByRole('button', { name: '이전 주' }).click()
  const row = page.getByRole('row').filter({ hasText: 'PARTNER1' })
  await row.getByText('3,618,000').waitFor()
  await row.getByRole('button', { name: '마루 파트너' }).click()
  const node = page.getByRole('region', { name: '마루 파트너' })
  await node.getByText('12,060,000').waitFor()
  await node.getByText('제외: 본인 위험 그룹 2명').waitFor()
  await finance.leave()
})
