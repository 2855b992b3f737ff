import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { type House, hears, openHouse, outage, type Visitor } from './house.ts'
import { expectTree } from './tree.ts'

let house: House
let member: Visitor
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  cs = await staff(house.server, 'cs')
  member = await house.visit({ as: 'demo1' })
})
afterAll(() => house.close())

const write = async (parts: object) => {
  const body = { reason: '안내', category: 'MAINTENANCE', isForced: false, isPinned: false, ...parts }
  const answer = await cs.post('/api/console/notice', body)
  expect(answer.status).toBe(200)
  return answer.body
}

test('a member reads notices: pinned first, by category, one with its neighbours', async () => {
  await write({ title: '입금 안내', category: 'MONEY', content: '<p>입금자명을 확인해 주세요.</p>' })
  await write({ title: '정기 점검', isPinned: true, content: '<h2>언제</h2><p>목요일 <b>06:05</b></p>' })
  const { page } = member
  await member.open('/more')
  await page.getByRole('link', { name: '공지사항' }).first().click()
  await page.getByRole('list', { name: '고정 공지' }).getByText('정기 점검').waitFor()
  await expectTree(page.locator('main'), 'notices')
  await page.getByRole('button', { name: '입출금', exact: true }).click()
  await page.getByText('정기 점검').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '전체', exact: true }).click()
  await page.getByRole('link', { name: /정기 점검/ }).click()
  await page.getByRole('heading', { name: '정기 점검' }).waitFor()
  await page.getByText('06:05').waitFor()
  await expectTree(page.locator('main'), 'notice')
  await page.getByRole('link', { name: '이전 글' }).click()
  await page.getByText('입금자명을 확인해 주세요.').waitFor()
})

test('a forced notice stands on the screen of a member who is there, is closed by its button alone, and does not come back', async () => {
  const { page } = member
  await member.open('/wallet/asset')
  await page.evaluate('globalThis.stayed = true')
  const { id } = await write({ title: '긴급 점검', isForced: true, content: '<p>지금부터 10분</p>' })
  const dialog = page.getByRole('dialog', { name: '긴급 점검' })
  await dialog.waitFor()
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(384)
  await expectAccessible(page)
  await expectTree(dialog, 'notice-forced')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  const confirmed = page.waitForResponse((answer) => answer.url().includes(`/api/content/notice/${id}/ack`))
  await dialog.getByRole('button', { name: '닫기' }).click()
  expect((await confirmed).status()).toBe(200)
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate('globalThis.stayed')).toBe(true)
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/content/notice/forced'))
  await page.reload()
  expect(await (await asked).json()).toEqual([])
})

test('a forced notice that is written while the page of a member still connects, or has lost its line, stands there once it is back', async () => {
  const late = await house.visit({ as: 'demo3' })
  const { page } = late
  late.allow(outage)
  const connecting = Promise.withResolvers<void>()
  const mayConnect = Promise.withResolvers<void>()
  await page.routeWebSocket(/bx_ws/, async (socket) => {
    connecting.resolve()
    await mayConnect.promise
    socket.connectToServer()
  })
  await late.open('/wallet/asset')
  await connecting.promise
  await write({ title: '연결하는 동안', isForced: true, content: '<p>읽어 주세요</p>' })
  mayConnect.resolve()
  const button = (title: string) => page.getByRole('dialog', { name: title }).getByRole('button', { name: '닫기' })
  await button('긴급 점검').click()
  await button('연결하는 동안').click()

  house.line.hold()
  house.line.cut()
  await write({ title: '끊긴 동안', isForced: true, content: '<p>읽어 주세요</p>' })
  house.line.to(house.server.url)
  await button('끊긴 동안').click()
  await late.leave()
  // The first member was there.
  for (const title of ['연결하는 동안', '끊긴 동안'])
    await member.page.getByRole('dialog', { name: title }).getByRole('button', { name: '닫기' }).click()
})

test('a forced notice that staff change or take back does so on the open screen, also where its line was away', async () => {
  const { page } = member
  await member.open('/wallet/asset')
  member.allow(outage)
  const made = await write({ title: '잘못 쓴 점검', isForced: true, content: '<p>02:00부터</p>' })
  const dialog = (title: string) => page.getByRole('dialog', { name: title })
  await dialog('잘못 쓴 점검').getByText('02:00부터').waitFor()
  const step = async (path: string, body: object) => {
    const answer = await cs.post(`/api/console/notice/${made.id}${path}`, { reason: '정정', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const fields = { category: 'MAINTENANCE', title: '고친 점검', isForced: true, isPinned: false }
  const { version } = await step('', { ...fields, content: '<p>03:00부터</p>', version: made.version })
  await dialog('고친 점검').getByText('03:00부터').waitFor()
  house.line.hold()
  house.line.cut()
  await step('/withdraw', { version })
  house.line.to(house.server.url)
  await dialog('고친 점검').waitFor({ state: 'hidden' })
  const next = await write({ title: '또 잘못', isForced: true, content: '<p>가</p>' })
  await dialog('또 잘못').waitFor()
  const gone = await cs.post(`/api/console/notice/${next.id}/withdraw`, { reason: '정정', version: next.version })
  expect(gone.status).toBe(200)
  await dialog('또 잘못').waitFor({ state: 'hidden' })
})

test('whoever was away sees a forced notice when he comes', async () => {
  await write({ title: '자는 동안', isForced: true, content: '<p>읽어 주세요</p>' })
  const late = await house.visit({ as: 'demo2' })
  await late.open('/wallet/asset')
  for (const title of ['긴급 점검', '연결하는 동안', '끊긴 동안', '자는 동안'])
    await late.page.getByRole('dialog', { name: title }).getByRole('button', { name: '닫기' }).click()
  await late.page.getByRole('dialog', { name: '자는 동안' }).waitFor({ state: 'hidden' })
  // The first member was there.
  await member.page.getByRole('dialog', { name: '자는 동안' }).getByRole('button', { name: '닫기' }).click()
})

test('what is written in the console stands on the phone of a member', async () => {
  const { page } = await openConsole(house, 'operator', '/content')
  await page.getByText('긴급 점검').first().waitFor()
  await expectTree(page.locator('main'), 'console-content')
  await page.getByRole('button', { name: /새 공지/ }).click()
  await page.getByRole('textbox', { name: '제목' }).fill('가을 행사')
  const text = page.getByRole('textbox', { name: '내용' })
  await text.click()
  await page.keyboard.type('모두 ')
  await page.getByRole('button', { name: '굵게' }).click()
  // The editor takes the focus back a frame after its button was pressed.
  await page.waitForFunction('document.activeElement?.isContentEditable === true')
  await page.keyboard.type('환영')
  const phone = page.getByRole('region', { name: '휴대폰 미리보기' })
  await phone.getByText('환영').waitFor()
  await phone.getByRole('heading', { name: '가을 행사' }).waitFor()
  await expectAccessible(page)
  await page.getByText('모든 회원에게 강제로 표시').click()
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await page.getByRole('cell', { name: /^[1-9]\d*명$/ }).waitFor()
  await page.getByLabel('사유').fill('가을 행사 안내')
  await page.getByRole('button', { name: '강제 알림 보내기' }).click()
  const dialog = member.page.getByRole('dialog', { name: '가을 행사' })
  await dialog.locator('strong', { hasText: '환영' }).waitFor()
  await dialog.getByRole('button', { name: '닫기' }).click()

  await page.getByText('가을 행사').first().click()
  await page.getByRole('button', { name: '게시 중단' }).click()
  await page.getByLabel('사유').fill('행사 끝')
  await page.getByRole('dialog').getByRole('button', { name: '게시 중단' }).click()
  await page.getByText('공지 게시를 중단했습니다').first().waitFor()
  await member.open('/more/notice')
  await member.page.getByText('입금 안내').waitFor()
  expect(await member.page.getByText('가을 행사').count()).toBe(0)
})

test('a guest is shown a forced notice that was written while his line was away, and not again once he closed it', async () => {
  const guest = await house.visit()
  for (const { allow } of [guest, member]) allow(outage)
  const asks = () => guest.page.waitForResponse((answer) => answer.url().includes('/api/content/notice/forced'))
  const first = asks()
  await guest.open('/futureView')
  await first
  house.line.hold()
  house.line.cut()
  const made = await write({ title: '손님이 끊긴 동안', isForced: true, content: '<p>읽어 주세요</p>' })
  house.line.to(house.server.url)
  const dialog = guest.page.getByRole('dialog', { name: '손님이 끊긴 동안' })
  await dialog.getByRole('button', { name: '닫기' }).click()
  await dialog.waitFor({ state: 'hidden' })
  house.line.hold()
  house.line.cut()
  const again = asks()
  house.line.to(house.server.url)
  expect(await (await again).json()).toContainEqual(expect.objectContaining({ id: made.id }))
  await member.page.getByRole('dialog', { name: '손님이 끊긴 동안' }).waitFor()
  expect(await dialog.count()).toBe(0)
  const gone = await cs.post(`/api/console/notice/${made.id}/withdraw`, { reason: '정정', version: made.version })
  expect(gone.status).toBe(200)
  await member.page.getByRole('dialog', { name: '손님이 끊긴 동안' }).waitFor({ state: 'hidden' })
  await guest.leave()
})

test('a forced notice leaves open screens at its end, of members and guests, also of a guest whose line was away when it was taken back', async () => {
  const guest = await house.visit()
  guest.allow(outage)
  const connected = hears(guest.page, '/topic/notice/')
  await guest.open('/futureView')
  await connected
  await member.open('/wallet/asset')
  const shown = async (title: string, state: 'visible' | 'hidden') => {
    for (const { page } of [member, guest]) await page.getByRole('dialog', { name: title }).waitFor({ state })
  }
  const made = await write({ title: '손님도 읽을 공지', isForced: true, content: '<p>가</p>' })
  await shown('손님도 읽을 공지', 'visible')
  house.line.hold()
  house.line.cut()
  const gone = await cs.post(`/api/console/notice/${made.id}/withdraw`, { reason: '정정', version: made.version })
  expect(gone.status).toBe(200)
  house.line.to(house.server.url)
  await shown('손님도 읽을 공지', 'hidden')

  const parts = { title: '끝나는 공지', isForced: true, content: '<p>곧 끝납니다</p>' }
  const { id, version } = await write({ ...parts, endAt: Date.now() + 3_600_000 })
  await shown('끝나는 공지', 'visible')
  const endAt = Date.now() + 1_500
  const body = { reason: '정정', category: 'MAINTENANCE', isPinned: false, ...parts, endAt, version }
  const sooner = await cs.post(`/api/console/notice/${id}`, body)
  expect(sooner.status, JSON.stringify(sooner.body)).toBe(200)
  await shown('끝나는 공지', 'hidden')
  expect(Date.now()).toBeGreaterThanOrEqual(endAt)
  expect([guest.problems, member.problems]).toEqual([[], []])
  await guest.leave()
})
