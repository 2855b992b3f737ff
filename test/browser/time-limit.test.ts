import { bySystem } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialog, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Demo member 2 was here for so many minutes until now, as the server measures it. */
async function wasHere(minutes: number): Promise<void> {
  const to = Date.now()
  const from = to - minutes * 60_000
  await house.server.database.run('insert into member_use values (1, 1002, $1, $2)', [from, to])
  const reply = await house.server.runner.submit({
    kind: 'countUse',
    ...bySystem(1),
    memberId: 1002,
    use: { from, to },
  })
  expect(reply.status).toBe(200)
}

test('J 4: a member limits his time, sees what is used and left and when a rise counts; used up, no stake is taken', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  await visitor.open('/more/limits')
  const section = page.locator('section.lim').filter({ has: page.getByRole('heading', { name: '이용 시간 한도' }) })
  const row = section.getByRole('button', { name: /^24시간/ })
  const save = async (minutes: string, read: string) => {
    await row.tap()
    const sheet = dialog(page, '이용 시간 한도 24시간')
    await sheet.getByLabel('한도 시간').fill(minutes)
    await sheet.getByText(read, { exact: true }).waitFor()
    await sheet.getByRole('button', { name: '저장' }).tap()
    await sheet.waitFor({ state: 'hidden' })
  }
  await save('90', '1시간 30분')
  await section.getByText(/^[01]분 사용 · 1시간 (29|30)분 남음 \([01]%\)$/).waitFor()
  await wasHere(50)
  await page.reload()
  await section.getByText(/^5[01]분 사용 · (39|40)분 남음 \(5[67]%\)$/).waitFor()
  await save('150', '2시간 30분')
  await section.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d부터 2시간 30분$/).waitFor()
  expect(await row.textContent()).toContain('1시간 30분')

  await wasHere(90)
  await page.reload()
  await section.getByText(/^한도에 도달했습니다 · 1시간 3[0-2]분 사용 · 0분 남음 \(100%\)$/).waitFor()
  // Rounds of five minutes take stakes until five seconds before the next one.
  await visitor.open('/exchange/4')
  visitor.allow(/403/)
  await page.getByRole('button', { name: /▲ 매수/ }).tap()
  await page.getByText('설정한 한도를 초과하여 이용할 수 없습니다.').waitFor()
  const { value: wallets } = await house.server.runner.reads.ask('members.wallets', { siteId: 1, memberId: 1002 })
  expect(wallets.every(({ reserved }) => reserved === 0n)).toBe(true)
  await visitor.leave()
})
