import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('a bank’s own statement is pasted, its columns are chosen once, and a preview says what it books before anybody is asked', async () => {
  const { page, leave } = await openConsole(house, 'finance', '/statement')
  const form = page.getByRole('form', { name: '거래 내역 가져오기' })
  await form.getByLabel('제공사').fill('bank')
  await form.getByLabel('날짜').fill('2026-02-03')
  await form.getByLabel('기초 잔액').fill('0')
  await form.getByLabel('기말 잔액').fill('40000')
  await form.getByRole('radio', { name: '붙여넣기' }).click()
  const column = (name: string) => form.getByRole('combobox', { name: new RegExp(`^${name}`) })
  const head = '거래일시,적요,입금액,출금액'
  const pasted = form.getByLabel('거래 내역 붙여넣기')
  await pasted.fill(`${head}\n2026-02-03 09:00,KIM,"40,000",0\n2026-02-03 25:00,LEE,100,0`)
  await form.getByRole('button', { name: '열을 선택해 주세요' }).waitFor()
  await column('거래 일시').selectOption('거래일시')
  await column('입금액').selectOption('입금액')
  await column('출금액').selectOption('출금액')
  await column('적요·메모').selectOption('적요')
  await form.getByRole('button', { name: '미리보기', exact: true }).click()
  await form.getByText(/^3번째 줄: 시각은/).waitFor()
  await form.getByRole('button', { name: '고쳐야 할 줄이 있습니다' }).waitFor()

  await pasted.fill(`${head}\n2026-02-03 09:00,KIM,"40,000",0`)
  await form.getByRole('button', { name: '미리보기', exact: true }).click()
  await form.getByRole('row').filter({ hasText: 'KIM' }).getByText('미확인 입금').waitFor()
  await form.getByText('잔액이 맞습니다: 40,000원').waitFor()
  await expectAccessible(page)
  await form.getByLabel('사유').fill('제공사가 연결되지 않은 날입니다')
  await form.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()

  // The next file of the bank has its columns.
  await page.reload()
  await form.getByLabel('제공사').fill('bank')
  await form.getByRole('radio', { name: '붙여넣기' }).click()
  await pasted.fill(`${head}\n2026-02-04 09:00,PARK,1,0`)
  await expect.poll(() => column('입금액').inputValue()).toBe('입금액')
  await leave()
})
