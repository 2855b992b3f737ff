import type { GoodRate, RateSource } from '@maru/market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { goByKeys, openConsole } from './console-visit.ts'
import { type House, openHouse } from './house.ts'
import { layoutFaults } from './layout.ts'
import { expectTree } from './tree.ts'

const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
const last: GoodRate = { rate: 139_820, source: '한국은행', date: '2026-11-19' }
let waits: GoodRate | null = { rate: 145_000, source: '한국은행', date: today }

/** A source whose rate waits for an operator. */
const rates: RateSource = (() => {
  let tell: Parameters<RateSource['start']>[0] = () => undefined
  return {
    start(listener) {
      tell = listener
    },
    stop: () => undefined,
    desk: {
      last: () => last,
      proposed: () => waits,
      problem: () => null,
      confirm(rate, date) {
        if (waits?.rate !== rate || waits.date !== date) return false
        const now = Date.now()
        tell({ kind: 'rate', pair: 'USDKRW', rate, source: waits.source, sourceTs: now, recvTs: now })
        waits = null
        return true
      },
    },
  }
})()

let house: House
beforeAll(async () => {
  house = await openHouse({ rates })
})
afterAll(() => house.close())

test('an operator confirms a rate that is far from the last: it is used at once, and a day is fixed at it', async () => {
  const { page, leave } = await openConsole(house, 'operator', '/overview')
  await page.getByText('waits for a confirmation').waitFor()
  await goByKeys(page, 'u')
  await page.getByRole('heading', { name: '확인 대기 환율' }).waitFor()
  await page.getByText('+51.80 (+3.70%)').waitFor()
  await page.getByText('아직 고정된 환율이 없습니다').waitFor()
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'console-fx')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '환율 확인' })
  await dialog.getByLabel('사유').fill('은행 고시와 같습니다')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '확인', exact: true }).click()
  await page.getByText('환율을 확인했습니다').first().waitFor()
  await page.getByText('확인할 것이 없습니다').waitFor()
  await page.getByRole('row').filter({ hasText: '1,450.00' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
  await leave()
})

test('finance sees the rate, and has no button to confirm one', async () => {
  waits = { rate: 152_000, source: '한국은행', date: today }
  const { page, leave } = await openConsole(house, 'finance', '/fx')
  await page.getByText('1,520.00원').waitFor()
  expect(await page.getByRole('button', { name: /^확인/ }).count()).toBe(0)
  await leave()
})
