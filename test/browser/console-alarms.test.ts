import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AddressStore, alarmJob } from '../../apps/server/src/alarms/index.ts'
import { Messages } from '../../apps/server/src/outgoing/index.ts'
import { enrolled } from '../../apps/server/test/money-house.ts'
import { startWebReceiver } from '../../apps/server/test/web-receiver.ts'
import { expectAccessible } from './axe.ts'
import { colleague, openConsole } from './console-visit.ts'
import { type House, openHouse } from './house.ts'

let house: House
let receiver: Awaited<ReturnType<typeof startWebReceiver>>
beforeAll(async () => {
  receiver = await startWebReceiver()
  house = await openHouse({ reach: receiver.reach })
})
afterAll(async () => {
  await house.close()
  await receiver.close()
})

/** Looks for what waits, as the job does. */
function look() {
  const { deps, app } = house.server
  const messages = new Messages(deps.config.tokenSecret, deps.bus, deps.clocks.wall)
  const addresses = new AddressStore(deps.config.tokenSecret)
  return alarmJob({ deps, sites: () => app.sites.all(), addresses, messages, now: deps.clocks.wall }).run(
    AbortSignal.timeout(60_000),
  )
}

/** Counts what sounds instead of playing it. */
const countTones = `{
  globalThis.tones = 0
  OscillatorNode.prototype.start = () => { globalThis.tones += 1 }
  OscillatorNode.prototype.stop = () => {}
}`

/** The label of the field that has the focus. */
const focused = (page: Page) => page.evaluate<string | undefined>('document.activeElement?.labels?.[0]?.textContent')

test('a deposit chimes and reaches a webhook; who takes it on the overview is named to others', async () => {
  const { page, context, leave } = await openConsole(house, 'operator', '/alarms')
  await context.addInitScript(countTones)
  await page.getByRole('button', { name: '주소 추가' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  // A dialog begins in its first field, be it the reason.
  await expect.poll(() => focused(page)).toBe('주소 (https://)')
  await dialog.getByLabel('주소 (https://)').fill(`https://${receiver.host}/hook-1234`)
  await dialog.getByLabel('사유').fill('야간 당직')
  await dialog.getByRole('button', { name: '주소 추가' }).click()
  await page.getByRole('dialog', { name: '서명 확인용 비밀키' }).getByRole('button', { name: '저장했습니다' }).click()
  await page.getByRole('row').filter({ hasText: '…1234' }).getByText('입금, 출금').waitFor()

  await page.getByRole('button', { name: '시험', exact: true }).click()
  await expect.poll(() => focused(page)).toBe('사유')
  await page.keyboard.press('Escape')

  await page.goto(new URL('/console/overview', page.url()).href)
  await page.getByText('지금 확인할 일이 없습니다').waitFor()
  await page.getByRole('button', { name: '알림음' }).click()
  await page.getByRole('button', { name: '소리 들어 보기' }).click()
  const tones = () => page.evaluate<number>('globalThis.tones')
  await expect.poll(tones).toBe(2)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).last().click()

  const member = await enrolled(house.server, 'demo1')
  await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '1000000' })
  const task = page.getByRole('listitem').filter({ hasText: '입금 · 100만' })
  await task.waitFor()
  await expect.poll(tones).toBe(4)
  await look()
  await expect.poll(() => receiver.received.length).toBe(1)
  await task.getByRole('button', { name: '담당하기' }).click()
  await task.getByText(/\d\d:\d\d 담당$/).waitFor()
  const other = await colleague(house, 'finance')
  const { alarms } = (await other.get('/api/console/alarm')).body
  expect(alarms).toMatchObject([{ kind: 'DEPOSIT', takenByName: expect.stringMatching(/.+/) }])
  await expectAccessible(page)
  await leave()
})

test('what is switched off does not chime, also after a reload', async () => {
  const { page, context, leave } = await openConsole(house, 'finance', '/overview')
  await context.addInitScript(countTones)
  await page.getByRole('button', { name: '알림음' }).click()
  const kinds = page.getByRole('dialog').getByRole('group', { name: '알림음 선택' })
  await kinds.waitFor()
  for (const kind of await kinds.locator('label').all()) await kind.click()
  expect(await kinds.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: '확인할 일' }).waitFor()
  const member = await enrolled(house.server, 'demo2')
  await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '2000000' })
  await page.getByRole('listitem').filter({ hasText: '입금 · 200만' }).waitFor()
  expect(await page.evaluate('globalThis.tones')).toBe(0)
  await leave()
})
