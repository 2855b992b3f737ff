import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMoney, enrolled, staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, openHouse } from './house.ts'

const minuteMs = 60_000

let house: House
let finance: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  finance = await staff(house.server, 'finance')
  await configureMoney(house.server, { changeHoldMs: 0, holdMs: minuteMs, firstHoldMs: 0, cancelWindowMs: minuteMs })
})
afterAll(() => house.close())

test('a withdrawal that its member did not ask for is told, and the message leads to where he cancels it', async () => {
  const visitor = await house.visit({ as: 'demo5' })
  const thief = await enrolled(house.server, 'demo5')
  const { page } = visitor
  const asked = await thief.post('/api/dnw/apply', { type: 'W', point: '70000', otp: thief.otp() })
  expect([asked.status, asked.body.code]).toEqual([200, undefined])
  await visitor.open('/more/message')
  await page.getByRole('button', { name: /출금 신청/ }).tap()
  await page.getByRole('dialog').getByRole('link').tap()
  const sheet = page.getByRole('dialog', { name: '출금' })
  await sheet.getByText('70,000').first().waitFor()
  await sheet.getByRole('button', { name: /^신청 취소/ }).tap()
  await page.getByRole('button', { name: '취소하기' }).tap()
  await sheet.getByText('취소', { exact: true }).first().waitFor()
  const { body } = await thief.get(`/api/dnw/one?dnwHistoryId=${asked.body.id}`)
  expect(body.status).toBe('CANCELED')
  await visitor.leave()
})

test('a deposit is asked for, goes on as the desk confirms it, and is in the wallet and in the history', async () => {
  const visitor = await house.visit({ as: 'demo3' })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  await page.getByRole('link', { name: '입금', exact: true }).tap()
  await arrives(page, '/balances/deposit')
  const amount = page.getByLabel('얼마를 입금할까요?')
  await page.getByRole('button', { name: '입금 신청' }).tap()
  await page.getByText('입금 금액을 입력해 주세요.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await amount.fill('5500')
  await page.getByText('최소 10,000원 이상 입금해 주세요.').waitFor()
  await page.getByRole('button', { name: '10,000원으로' }).tap()
  await page.getByRole('button', { name: '+5만' }).tap()
  await page.getByRole('button', { name: '60,000원 입금 신청' }).tap()
  await page.getByText('신청이 완료되었습니다.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('입금 대기 중').waitFor()
  await expectAccessible(page)
  await visitor.open('/dnw')
  await page.getByRole('heading', { name: '진행 중 1' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '자세히' }).tap()
  await arrives(page, '/balances/deposit')
  await page.getByText('입금 대기 중').waitFor()

  const { id, version } = (await finance.get('/api/console/dnw?typeStrs=D&statusStrs=REQUESTED')).body.content[0]
  await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'the bank has it' })
  await page.getByRole('heading', { name: '60,000원 입금이 완료되었습니다' }).waitFor()
  await page.getByRole('link', { name: '지갑으로' }).tap()
  await page.getByText('10,060,000원').first().waitFor()
  await page.getByRole('link', { name: '입출금' }).tap()
  await arrives(page, '/wallet/dnw_history')
  await page.getByRole('button', { name: /입금.*\+60,000원/ }).tap()
  await page.getByText('원장 번호').waitFor()
  await expectAccessible(page)
  await visitor.leave()
})

test('a withdrawal says what may leave and why the rest may not, takes the code of the app, and is taken back', async () => {
  const visitor = await house.visit({ as: 'demo1' })
  const member = await enrolled(house.server, 'demo1')
  visitor.allow(/status of 40[03]/)
  const { page } = visitor
  await visitor.open('/balances/withdraw')
  const amount = page.getByLabel('얼마를 출금할까요?')
  await amount.fill('99000000')
  await page.getByText('출금할 수 있는 금액을 넘었습니다.').waitFor()
  await page.getByRole('button', { name: '10,000,000원으로' }).tap()
  await amount.fill('500000')
  await page.getByText('499,000원').waitFor()
  await page.getByRole('button', { name: '출금 내용 확인' }).tap()
  await page.getByRole('row', { name: '출금가능금액 10,000,000원 → 9,500,000원' }).waitFor()
  await page.getByRole('button', { name: '출금하기', exact: true }).tap()
  await page.getByRole('button', { name: '복구 코드로 인증' }).tap()
  await page.getByLabel('복구 코드', { exact: true }).fill(member.otp())
  await page.getByRole('button', { name: '500,000원 출금 신청' }).tap()
  await page.getByText('신청이 완료되었습니다.').waitFor()
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('출금 대기 (회사 보관)').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^신청 취소/ }).tap()
  await page.getByRole('button', { name: '취소하기' }).tap()
  await page.getByRole('heading', { name: '신청이 취소되었습니다' }).waitFor()
  await page.getByText('직접 취소했습니다.').waitFor()
  await visitor.open('/balances/list')
  await page.getByRole('tab', { name: '출금' }).tap()
  await page.getByRole('button', { name: /출금.*500,000원.*취소/ }).waitFor()
  await visitor.leave()
})

test('a hold of all money says until when, why, and what the member still can do', async () => {
  await configureMoney(house.server, { changeHoldMs: minuteMs })
  const visitor = await house.visit({ as: 'demo2' })
  await enrolled(house.server, 'demo2')
  const { page } = visitor
  await visitor.open('/balances/withdraw')
  await page.getByRole('heading', { name: /까지 출금할 수 없습니다/ }).waitFor()
  await page.getByText('거래, 전환, 입금').waitFor()
  await page.getByText('인증 앱을 바꾼 뒤 보류').first().waitFor()
  expect(await page.getByRole('button', { name: '지금은 출금할 수 없습니다' }).isDisabled()).toBe(true)
  await page.getByLabel('얼마를 출금할까요?').fill('10000')
  await page.getByText('출금할 수 있는 금액을 넘었습니다.').waitFor()
  await expectAccessible(page)
  await visitor.open('/dnw')
  await page.getByLabel('출금가능금액').getByRole('heading', { name: '0원' }).waitFor()
  await configureMoney(house.server, { changeHoldMs: 0 })
  await visitor.leave()
})

test('the first page of money shows a request until its end, the lookup finds it, and the file adds up to the wallet', async () => {
  const visitor = await house.visit({ as: 'demo4' })
  const member = await house.server.login('demo4')
  const asMember = (path: string, body?: object) =>
    house.server.call(path, { token: member.accessToken, ...(body && { key: true as const, body }) })
  const { page } = visitor
  await visitor.open('/dnw')
  await page.getByRole('button', { name: /입금.*\+10,000,000원.*모의투자 지급/ }).waitFor()
  await asMember('/api/dnw/apply', { type: 'D', point: '1234000' })
  const card = page.locator('article').filter({ hasText: '입금 대기 중' })
  await card.getByText('1,234,000원').waitFor()
  const { content } = (await finance.get('/api/console/dnw?typeStrs=D&statusStrs=REQUESTED')).body
  const { id, version } = content.find(({ point }: { point: string }) => point === '1234000')
  await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'the bank has it' })
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /입금.*\+1,234,000원/ }).waitFor()
  await page.getByText(/중 보류 1,234,000원/).waitFor()

  await page.getByRole('link', { name: '조회', exact: true }).tap()
  await arrives(page, '/search/dnw')
  // The deposit, and what both wallets were opened with.
  await page.getByText('결과 3').waitFor()
  const query = page.getByLabel('금액, 신청 번호, 계좌, 지갑으로 찾기')
  await query.fill('5,000')
  await page.getByText('찾는 내역이 없습니다.').waitFor()
  await query.fill('1,234')
  await page.getByRole('button', { name: /입금.*\+1,234,000원/ }).tap()
  await page.getByRole('dialog').getByText('원장 번호').waitFor()
  await page.keyboard.press('Escape')

  await visitor.open('/wallet/dnw_history')
  await page.getByRole('button', { name: '취소 · 반려' }).tap()
  await page.getByText('찾는 내역이 없습니다.').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '입출금 내역 CSV 파일로 저장' }).tap(),
  ])
  const [head, ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  const change = head!.split(',').indexOf('지갑 변동')
  // The deposit, and what both wallets were opened with.
  expect(rows.map((row) => row.split(',')[change])).toEqual(['1234000', '10000', '10000000'])
  const wallets: { type: string; point: string }[] = (await asMember('/api/wallet/my')).body
  expect(wallets.find(({ type }) => type === 'BINARY')?.point).toBe('11234000')
  await visitor.leave()
})
