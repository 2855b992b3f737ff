import { byStaff } from '@maru/core'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSilentChats } from '../../apps/server/src/chat/index.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { answer, arrives, type House, openHouse, signIn, type Visitor } from './house.ts'
import { newMember } from './traders.ts'
import { expectTree } from './tree.ts'

let house: House
let member: Visitor
beforeAll(async () => {
  house = await openHouse()
  const { username } = await newMember(house)
  member = await house.visit({ as: await signIn(house.server, username) })
})
afterAll(() => house.close())

const lines = () => member.page.getByRole('list', { name: '대화 내용' })
const write = async (text: string) => {
  await member.page.getByRole('textbox', { name: '메시지 입력' }).fill(text)
  await member.page.getByRole('button', { name: '보내기', exact: true }).click()
}

test('a member waits, staff come, both write and see what was read; it goes on after a restart and ends with a word of thanks', async () => {
  const { page } = member
  await member.open('/more')
  await page.getByRole('main').getByRole('link', { name: '실시간 상담' }).click()
  await page.getByRole('button', { name: '상담 시작' }).waitFor()
  await page.getByRole('button', { name: '상담 시작' }).click()
  await page.getByText('1번째').waitFor()
  await write('<b>출금</b>은 언제 오나요?')
  await lines().getByText('<b>출금</b>은 언제 오나요?').waitFor()
  await expectTree(page.locator('main'), 'livechat-queue')

  const { page: desk } = await openConsole(house, 'cs', '/chats')
  await desk.getByRole('button', { name: /언제 오나요/ }).click()
  const panel = desk.getByRole('complementary', { name: '상담' })
  await panel.getByRole('button', { name: /담당하기/ }).click()
  await panel.getByRole('textbox', { name: '메시지' }).fill('오늘')
  await page.getByText('상담원이 입력 중입니다').waitFor()
  await panel.getByRole('textbox', { name: '메시지' }).fill('오늘 도착합니다.')
  await panel.getByRole('textbox', { name: '메시지' }).press('Enter')
  await lines().getByText('오늘 도착합니다.').waitFor()
  await page.getByText(/· 읽음/).waitFor()
  await panel.getByText(/· 읽음/).waitFor()
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'livechat')
  await expectAccessible(desk)
  await expectTree(desk.locator('main'), 'console-chats')
  // Whoever looks at another page hears of what is said.
  await page.getByRole('button', { name: '뒤로' }).click()
  await page.getByRole('main').getByRole('link', { name: '실시간 상담' }).waitFor()
  await panel.getByRole('textbox', { name: '메시지' }).fill('계좌를 확인해 주세요.')
  await panel.getByRole('textbox', { name: '메시지' }).press('Enter')
  await page.getByText('상담원의 새 메시지', { exact: true }).waitFor()
  expect(member.problems).toEqual([])

  await house.restart()
  await member.open('/more/livechat')
  await lines().getByText('계좌를 확인해 주세요.').waitFor()
  await write('확인했습니다.')
  await lines().getByText('확인했습니다.').waitFor()
  await page.getByRole('button', { name: '상담 끝내기' }).click()
  await answer(page, '상담 끝내기')
  await page.getByRole('button', { name: '도움이 되었습니다' }).click()
  await page.getByText('의견을 보냈습니다.').waitFor()
  await expectAccessible(page)
  expect(await lines().getByRole('listitem').allInnerTexts()).toHaveLength(4)
})

test('Enter while a syllable is being composed sends the text with it once, and leaves no line behind', async () => {
  const { username } = await newMember(house)
  const asking = await house.visit({ as: await signIn(house.server, username) })
  await asking.open('/more/livechat')
  await asking.page.getByRole('button', { name: '상담 시작' }).click()
  const { page: desk } = await openConsole(house, 'cs', '/chats')
  const mine = asking.page.getByRole('textbox', { name: '메시지 입력' })
  const panel = desk.getByRole('complementary', { name: '상담' })
  const staffs = panel.getByRole('textbox', { name: '메시지' })
  await compose(mine, '환급 문의드려', '요', (page) => page.keyboard.press('Enter'))
  await desk.getByRole('button', { name: /환급 문의드려요/ }).click()
  await panel.getByRole('button', { name: /담당하기/ }).click()
  await compose(staffs, '확인하겠습니', '다', (page) => page.keyboard.press('Enter'))
  await compose(mine, '고맙습니', '다', pressTwice('다'))
  await compose(staffs, '별말씀', '을', pressTwice('을'))
  const texts = () =>
    house.server.database.run(
      `select text from chat_line where text ~ '^(환급|확인하겠|고맙|별말|s|요$|다$|을$)' order by id`,
    )
  await expect
    .poll(texts)
    .toEqual(['환급 문의드려요', '확인하겠습니다', '고맙습니다', '별말씀을'].map((text) => ({ text })))
})

/** Types with an input method: the last syllable is not finished when Enter comes. */
async function compose(field: Locator, text: string, last: string, press: (page: Page) => Promise<void>) {
  const page = field.page()
  await field.fill(text)
  await field.focus()
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: last, selectionStart: 1, selectionEnd: 1 })
  await press(page)
  await session.detach()
  await expect.poll(() => field.inputValue()).toBe('')
}

/** The key of some input methods: once as part of the composition, which it ends, and once more as itself. */
const pressTwice = (last: string) => async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const key = { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 } as const
  await session.send('Input.dispatchKeyEvent', key)
  await session.send('Input.insertText', { text: last })
  await page.keyboard.press('Enter')
  await session.detach()
}

test('who writes without a network sees what was not sent, and sends it once', async () => {
  const { page } = member
  await member.open('/more/livechat')
  await page.getByRole('button', { name: '다시 상담하기' }).click()
  await page.getByRole('button', { name: '상담 시작' }).click()
  await page.getByText('1번째').waitFor()
  member.allow(/ERR_FAILED/)
  const messages = '**/api/chat/message*'
  await page.route(messages, (route) => route.abort())
  await write('한 번만')
  await page.getByText('보내지 못했습니다').waitFor()
  await page.reload()
  await page.getByText('보내지 못했습니다').waitFor()
  await page.unroute(messages)
  // The message arrives, its answer does not.
  await page.route(messages, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '다시 보내기' }).click()
  await lines()
    .getByText(/\d\d:\d\d/)
    .waitFor()
  await page.getByText('보내지 못했습니다').waitFor({ state: 'detached' })
  await page.unroute(messages)
  expect(await lines().getByText('한 번만').count()).toBe(1)
  const kept = await house.server.database.run(`select text from chat_line where text = '한 번만'`)
  expect(kept).toHaveLength(1)
})

test('staff answer with what is said often, keep what is half written, hand a chat to a colleague and take it over again', async () => {
  const { username } = await newMember(house)
  const asking = await house.visit({ as: await signIn(house.server, username) })
  await asking.open('/more/livechat')
  await asking.page.getByRole('button', { name: '상담 시작' }).click()
  await asking.page.getByRole('textbox', { name: '메시지 입력' }).fill('입금은 얼마나 걸리나요?')
  await asking.page.getByRole('button', { name: '보내기', exact: true }).click()

  const { page: desk } = await openConsole(house, 'cs', '/chats')
  const rowOf = (page: Page) => page.getByRole('button', { name: /얼마나 걸리나요/ })
  const panelOf = (page: Page) => page.getByRole('complementary', { name: '상담' })
  const fieldOf = (page: Page) => panelOf(page).getByRole('textbox', { name: '메시지' })
  await rowOf(desk).click()
  await panelOf(desk)
    .getByRole('button', { name: /담당하기/ })
    .click()
  await fieldOf(desk).fill('보통 10분 안에 도착합니다.')
  await panelOf(desk).getByRole('button', { name: '자주 쓰는 답변으로…' }).click()
  const making = desk.getByRole('dialog')
  await making.getByRole('textbox', { name: '제목' }).fill('입금 시간')
  await making.getByRole('button', { name: '자주 묻는 문의' }).click()
  await making.getByRole('button', { name: '만들기' }).click()
  await making.waitFor({ state: 'detached' })
  await fieldOf(desk).fill('반쯤 쓴 말')
  await desk.reload()
  await rowOf(desk).click()
  await expect.poll(() => fieldOf(desk).inputValue()).toBe('반쯤 쓴 말')
  await panelOf(desk).getByRole('button', { name: '입금 시간' }).click()
  await fieldOf(desk).press('Enter')
  await asking.page.getByText('보통 10분 안에 도착합니다.').waitFor()
  await expect.poll(() => fieldOf(desk).inputValue()).toBe('')

  const { page: colleague } = await openConsole(house, 'operator', '/chats')
  await panelOf(desk)
    .getByRole('button', { name: /넘기기/ })
    .click()
  const handing = desk.getByRole('dialog')
  const [{ id: operatorId } = {}] = await house.server.database.run(`select id from member where username = 'operator'`)
  await handing.getByRole('combobox').selectOption(String(operatorId))
  await handing.getByRole('button', { name: '담당 업무가 다릅니다' }).click()
  await handing.getByRole('button', { name: '넘기기' }).click()
  await handing.waitFor({ state: 'detached' })
  await panelOf(desk).getByText('님이 상담하고 있습니다').waitFor()
  expect(await fieldOf(desk).count()).toBe(0)
  await rowOf(colleague)
    .or(colleague.getByRole('button', { name: /도착합니다/ }))
    .first()
    .click()
  await fieldOf(colleague).fill('이어서 도와드리겠습니다.')
  await fieldOf(colleague).press('Enter')
  await asking.page.getByText('이어서 도와드리겠습니다.').waitFor()
  expect(await asking.page.getByRole('list', { name: '대화 내용' }).getByRole('listitem').count()).toBe(3)

  // He leaves without a word: whoever takes over says why, and he sees in whose hands it is.
  await panelOf(desk).getByRole('button', { name: '넘겨받기…' }).click()
  const taking = desk.getByRole('dialog', { name: '상담을 넘겨받습니다' })
  await expectAccessible(desk)
  await taking.getByLabel('사유').fill('담당하는 직원이 퇴근했습니다')
  await taking.getByRole('button', { name: '넘겨받기', exact: true }).click()
  await fieldOf(desk).fill('제가 다시 돕겠습니다.')
  await fieldOf(desk).press('Enter')
  await asking.page.getByText('제가 다시 돕겠습니다.').waitFor()
  await panelOf(colleague).getByText('님이 상담하고 있습니다').waitFor()
  expect(await fieldOf(colleague).count()).toBe(0)
  await asking.leave()
})

test('two pages of one member, and two of one operator, show the same chat: each message once, its end on both', async () => {
  const { username } = await newMember(house)
  const two = await house.visit({ as: await signIn(house.server, username) })
  const { page: first } = two
  const second = await two.context.newPage()
  const said = (page: Page) => page.getByRole('list', { name: '대화 내용' })
  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: '메시지 입력' }).fill(text)
    await page.getByRole('button', { name: '보내기', exact: true }).click()
  }
  await two.open('/more/livechat')
  await second.goto(first.url())
  await first.getByRole('button', { name: '상담 시작' }).click()
  for (const page of [first, second]) await page.getByText(/\d+번째/).waitFor()
  // Both speak at once.
  await Promise.all([say(first, '첫 화면'), say(second, '둘째 화면')])
  const everywhere = async (...texts: string[]) => {
    for (const page of [first, second])
      for (const text of texts) await expect.poll(() => said(page).getByText(text, { exact: true }).count()).toBe(1)
  }
  await everywhere('첫 화면', '둘째 화면')

  const operator = await openConsole(house, 'admin2', '/chats')
  const { page: desk } = operator
  await desk.getByRole('button', { name: /(첫|둘째) 화면/ }).click()
  const other = await operator.context.newPage()
  await other.goto(desk.url())
  const panelOf = (page: Page) => page.getByRole('complementary', { name: '상담' })
  await panelOf(desk)
    .getByRole('button', { name: /담당하기/ })
    .click()
  const field = (page: Page) => panelOf(page).getByRole('textbox', { name: '메시지' })
  await field(desk).fill('책상 하나')
  await field(desk).press('Enter')
  await field(other).fill('책상 둘')
  await field(other).press('Enter')
  await everywhere('책상 하나', '책상 둘')
  for (const page of [desk, other])
    for (const text of ['첫 화면', '둘째 화면', '책상 하나', '책상 둘'])
      await expect.poll(() => panelOf(page).getByText(text, { exact: true }).count()).toBe(1)

  await second.getByRole('button', { name: '상담 끝내기' }).click()
  await answer(second, '상담 끝내기')
  for (const page of [first, second]) await page.getByRole('button', { name: '도움이 되었습니다' }).waitFor()
  for (const page of [desk, other]) await panelOf(page).getByText('종료된 상담입니다').waitFor()
  await operator.leave()
  await two.leave()
})

test('outside of its hours the page says when chats open and leads to an inquiry; a chat that is open goes on', async () => {
  const minute = Math.floor(Date.now() / 60_000 + 540) % 1_440
  const hours = async (from: number, to: number) => {
    const [chatFromMinute, chatToMinute] = [(from + 1_440) % 1_440, (to + 1_440) % 1_440 || 1_440]
    const of = { ...byStaff(1, 1101, '시험'), scope: 'site', optionId: null, effectiveFrom: null } as const
    const { status } = await house.server.deps.core.submit({
      kind: 'configure',
      ...of,
      changes: { chatFromMinute, chatToMinute },
    })
    expect(status).toBe(200)
  }
  const { username } = await newMember(house)
  const late = await house.visit({ as: await signIn(house.server, username) })
  await hours(minute - 60, minute + 60)
  await late.open('/more/livechat')
  await late.page.getByText(/상담 시간 \d\d:\d\d–\d\d:\d\d/).waitFor()
  const start = late.page.getByRole('button', { name: '상담 시작' })
  await start.waitFor()
  await hours(minute + 60, minute + 120)
  late.allow(/409/)
  await start.click()
  await late.page.getByRole('dialog').getByText('1:1 문의로 남겨 주시면').waitFor()
  await late.page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
  await late.open('/more/livechat')
  await late.page.getByRole('heading', { name: '지금은 상담 시간이 아닙니다' }).waitFor()
  expect(await start.count()).toBe(0)
  await expectAccessible(late.page)
  await expectTree(late.page.locator('main'), 'livechat-closed')
  await late.page.getByRole('link', { name: '1:1 문의로 남기기' }).click()
  await arrives(late.page, '/service/contact/write')
  await hours(0, 1_440)
  await late.leave()
})

test('nobody comes: what was written becomes an inquiry, and the page leads to it', async () => {
  const { page } = member
  await endSilentChats(house.server.deps, Date.now() + 200_000)
  await page.getByText('1:1 문의로 접수했습니다').waitFor()
  await page.getByRole('link', { name: '문의 보기' }).click()
  await page.locator('main').getByText('한 번만').first().waitFor()
})
