import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'

let house: House
let finance: Visitor
beforeAll(async () => {
  house = await openHouse()
  const now = Date.now()
  const later = now + 86_400_000
  await house.server.database.run(`
    insert into outgoing (site_id, id, kind, provider, payload, state, attempts, next_at, created_at, closed_at, last_error) values
      (1, 'pay-0001', 'payout', 'onepay', '{"payoutId": 1}', 'DEAD', 600, ${later}, ${now - 60_000}, ${now}, 'no answer within 20000 ms'),
      (1, 'mail-0001', 'mail', 'mail', '{"sealed": "x"}', 'DEAD', 12, ${later}, ${now - 50_000}, ${now}, '451 try later'),
      (1, 'call-0001', 'provider-call', 'paycoin', '{}', 'SENT', 1, ${later}, ${now - 40_000}, ${now}, null);
    insert into provider_breaker (site_id, provider, state, since) values (1, 'onepay', 'OPEN', ${now});
    insert into provider_event (site_id, provider, event, kind, body, received_at, fault, next_at) values
      (1, 'onepay', 'OP-88206', 'deposit', '{"depositor": "홍길동", "amount": "1000000"}', ${now}, 'amount: not a number', ${now})`)
  finance = await openConsole(house, 'finance', '/providers')
})
afterAll(() => house.close())

test('who sees a payout that was given up asks the provider, and never sends it again', async () => {
  const { page } = finance
  await page.getByRole('cell', { name: '열림' }).waitFor()
  await page
    .getByRole('radio', { name: '중단 · 거절' })
    .or(page.getByRole('button', { name: '중단 · 거절' }))
    .first()
    .click()
  await page.getByRole('row').filter({ hasText: 'pay-0001' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('지급은 수동으로 다시 보내지 않습니다').waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: /지금 조회/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('제공사가 복구되었습니다')
  await dialog.getByRole('button', { name: '지금 조회' }).click()
  await page.getByText('제공사에 조회합니다').first().waitFor()
  const [row] = await house.server.database.run(`select closed_at from outgoing where id = 'pay-0001'`)
  expect(row?.['closed_at']).toBeNull()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'pay-0001' }).count()).toBe(0)
})

test('what a provider told wrongly waits there with what it said, masked', async () => {
  const { page } = finance
  await page.getByText('받은 알림', { exact: true }).first().click()
  await page.getByRole('row').filter({ hasText: 'OP-88206' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('금액을 반영하지 않았습니다').waitFor()
  expect(await panel.textContent()).toContain('"amount": "1000000"')
  expect(await panel.textContent()).not.toContain('홍길동')
  await expectAccessible(page)
})
