import { afterAll, beforeAll, expect, test } from 'vitest'
import type { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { colleague, openConsole } from './console-visit.ts'
import { arrives, type House, sharedHouse, signIn, type Visitor } from './house.ts'
import { layoutFaults } from './layout.ts'
import { newMember, verifiedMember } from './traders.ts'
import { expectTree } from './tree.ts'

let house: House
let member: Visitor & { readonly id: number }
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await sharedHouse()
  cs = await colleague(house, 'cs')
  const { id, username } = await newMember(house)
  member = { ...(await house.visit({ as: await signIn(house.server, username) })), id }
})
afterAll(() => house.close())

const send = async (title: string, content = '확인해 주세요.') => {
  const answer = await cs.post('/api/console/message', { reason: '안내', playerId: member.id, title, content })
  expect(answer.status).toBe(200)
}
const bell = (count: number) => member.page.getByRole('link', { name: `읽지 않은 쪽지: ${count}` })

test('a message stands on the screen, and on the bell of every header until it is read', async () => {
  const { page } = member
  const counted = page.waitForResponse((answer) => answer.url().includes('/api/message/my_unread_count'))
  await member.open('/wallet/asset')
  await counted
  await bell(0).waitFor()
  await send('출금 안내', '<b>오늘</b> 처리됩니다.')
  await page.getByText('출금 안내', { exact: true }).waitFor()
  await bell(1).waitFor()
  await send('입금 안내')
  await bell(2).waitFor()
  for (const path of [
    '/more',
    '/dnw',
    '/oversea',
    '/exchange',
    '/support/invest_info',
    '/more/terms',
    '/service/contact',
  ]) {
    await member.open(path)
    await bell(2).waitFor()
  }
})

test('a member reads one, deletes one, and reads all; another of his pages follows', async () => {
  const { page } = member
  const other = await member.page.context().newPage()
  await other.goto(new URL('/wallet/asset', page.url()).href)
  await other.getByRole('link', { name: '읽지 않은 쪽지: 2' }).waitFor()
  await bell(2).click()
  await page.getByRole('heading', { name: '쪽지', level: 1 }).waitFor()
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'messages')
  await page.getByRole('button', { name: /출금 안내/ }).click()
  const sheet = page.getByRole('dialog', { name: '출금 안내' })
  // What staff wrote is text: no markup of it comes to life.
  await sheet.getByText('<b>오늘</b> 처리됩니다.').waitFor()
  await expectAccessible(page)
  await expectTree(sheet, 'message')
  await other.getByRole('link', { name: '읽지 않은 쪽지: 1' }).waitFor()
  await sheet.getByRole('button', { name: '삭제' }).click()
  await page.getByText('쪽지를 삭제했습니다.').first().waitFor()
  await page.getByRole('button', { name: /출금 안내/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '모두 읽음' }).click()
  await bell(0).waitFor()
  await other.getByRole('link', { name: '읽지 않은 쪽지: 0' }).waitFor()
  await page.getByRole('tab', { name: /읽지 않음/ }).click()
  await page.getByText('읽지 않은 쪽지가 없습니다.').waitFor()
  await other.close()
})

test('messages are told apart by what they are about, and lead there; more counts what waits', async () => {
  const { username } = await verifiedMember(house)
  const session = await signIn(house.server, username)
  const { user, accessToken: token } = session
  const other = await house.visit({ as: session })
  const asked = await house.server.call('/api/contact/create', {
    token,
    key: true,
    body: { playerId: user.id, question: '언제 오나요?' },
  })
  await cs.post(`/api/console/contact/${asked.body.id}/answer`, { reason: '답변', answer: '오늘 옵니다.' })
  await cs.post('/api/console/message', { reason: '안내', playerId: user.id, title: '쿠폰 안내', content: '받으세요.' })
  await house.server.call('/api/dnw/apply', { token, key: true, body: { type: 'D', point: '300000' } })
  await other.open('/more')
  const tiles = other.page.getByRole('navigation', { name: '바로가기' })
  await tiles.getByRole('link', { name: '쪽지 2' }).waitFor()
  await tiles.getByRole('link', { name: '1:1 문의 1' }).waitFor()
  await tiles.getByRole('link', { name: '쿠폰', exact: true }).waitFor()
  await other.page.getByRole('link', { name: /입금 진행 중 1/ }).waitFor()
  await other.page.getByText(/· 본인인증 완료/).waitFor()
  await expectTree(tiles, 'more-tiles')
  expect(await layoutFaults(other.page)).toEqual([])

  await tiles.getByRole('link', { name: '쪽지 2' }).click()
  const kind = (name: string) => other.page.getByRole('group', { name: '종류' }).getByRole('button', { name }).click()
  await kind('입출금')
  await other.page.getByText('이 종류의 쪽지가 없습니다.').waitFor()
  await kind('운영')
  await other.page.getByRole('button', { name: /쿠폰 안내/ }).waitFor()
  await other.page.getByRole('button', { name: /문의에 답변했습니다/ }).click()
  await other.page.getByRole('link', { name: '관련 화면 보기' }).click()
  await arrives(other.page, `/service/contact/${asked.body.id}`)
  await other.page.locator('main').getByText('오늘 옵니다.', { exact: true }).waitFor()
  // Read now: nothing of it waits any more.
  await other.open('/more')
  await tiles.getByRole('link', { name: '쪽지 1' }).waitFor()
  await tiles.getByRole('link', { name: '1:1 문의', exact: true }).waitFor()
  await other.leave()
})

test('a notice is new until its list was seen', async () => {
  const { page } = member
  const body = { reason: '안내', category: 'NOTICE', isForced: false, isPinned: false, content: '<p>가</p>' }
  const written = await cs.post('/api/console/notice', { ...body, title: '새로 나온 공지' })
  await member.open('/more')
  const tiles = page.getByRole('navigation', { name: '바로가기' })
  await tiles.getByRole('link', { name: '공지 1' }).click()
  await page.getByRole('link', { name: /새로 나온 공지.*새 공지/ }).waitFor()
  await member.open('/more')
  await tiles.getByRole('link', { name: '공지', exact: true }).waitFor()
  const { id, version } = written.body
  const gone = await cs.post(`/api/console/notice/${id}/withdraw`, { reason: '안내', version })
  expect(gone.status).toBe(200)
})

test('an operator sends a message from the page of a member, who has it after a restart of the server too', async () => {
  const { page } = await openConsole(house, 'operator', `/members/${member.id}`)
  await page.getByRole('tab', { name: '쪽지' }).click()
  await page.getByText('입금 안내').first().waitFor()
  await page.getByRole('button', { name: '쪽지 보내기…' }).click()
  const dialog = page.getByRole('dialog', { name: '쪽지 보내기' })
  await dialog.getByLabel('제목').fill('점검 안내')
  await dialog.getByLabel('내용').fill('새벽 2시에 점검합니다.')
  await dialog.getByRole('button', { name: '이용 안내' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '보내기' }).click()
  // The field holds the same text: the dialog goes once the message is sent.
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('새벽 2시에 점검합니다.').waitFor()
  await house.restart()
  await member.open('/more/message')
  await member.page.getByRole('button', { name: /점검 안내/ }).waitFor()
})
