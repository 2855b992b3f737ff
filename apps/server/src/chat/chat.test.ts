import { randomUUID } from 'node:crypto'
import type { Chat, ChatLine, DeskChat } from '@maru/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { Answer } from '../../test/harness.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'
import { tidyChats } from '../jobs/chats.ts'
import { endSilentChats } from './index.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '실시간 상담'
const day = 86_400_000
let server: TestServer
let cs: Person
let operator: Person
let member: Awaited<ReturnType<TestServer['login']>>
let stranger: typeof member
const peers: StompPeer[] = []

beforeAll(async () => {
  server = await startTestServer()
  await setLiveChat(true)
  cs = await staff(server, 'cs')
  operator = await staff(server, 'operator')
  member = await server.login('demo1')
  stranger = await server.login('demo2')
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const who of [member, stranger]) await post('end', {}, who)
})
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
})

async function setLiveChat(isOn: boolean) {
  await server.database.run(`update site set live_chat = ${isOn} where id = 1`)
  await server.app.sites.load()
}
const post = (path: string, body: object = {}, who = member): Promise<Answer> =>
  server.call(`/api/chat/${path}`, { token: who.accessToken, body })
const history = async (who = member): Promise<Chat> =>
  (await server.call('/api/chat/history', { token: who.accessToken })).body.chat
async function opened(who = member): Promise<Chat> {
  const { status, body } = await post('open', {}, who)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const say = (text: string, who = member, clientId: string = randomUUID(), parts: object = {}) =>
  post('message', { clientId, text, ...parts }, who)
const step = (id: number, path: string, by = cs, body: object = {}) =>
  by.post(`/api/console/chat/${id}/${path}`, { reason, ...body })
const answer = (id: number, text: string, by = cs, clientId: string = randomUUID()) =>
  by.post(`/api/console/chat/${id}/message`, { clientId, text })
const desk = async (by = cs): Promise<DeskChat[]> => (await by.get('/api/console/chat')).body.content
const texts = (lines: readonly ChatLine[]) => lines.map(({ from, text }) => `${from} ${text}`)

/** The chat queue of somebody, as a page of his hears it. */
async function queueOf(token: string, username: string): Promise<Envelope<{ chatId: number }>[]> {
  const headers = { siteInfoId: '1', Authorization: `Bearer ${token}`, login: username }
  const peer = await new StompPeer(Number(new URL(server.url).port), headers).ready()
  peers.push(peer)
  return (await peer.subscribe('/user/queue/chat')) as Envelope<{ chatId: number }>[]
}
const heard = (queue: readonly Envelope[], event: string) =>
  until(event, async () => queue.find((one) => one.event === event))

describe('a chat', () => {
  it('waits in the queue, is taken by one of the staff, and both hear what the other says', async () => {
    const [phone, tablet] = [await queueOf(member.accessToken, 'demo1'), await queueOf(member.accessToken, 'demo1')]
    const console = await queueOf(cs.token, 'cs')
    const { id, state, position } = await opened()
    expect([state, position]).toEqual(['WAITING', 1])
    expect((await say('출금이 언제 오나요')).status).toBe(200)
    const row = (await desk()).find((one) => one.id === id)
    expect(row).toMatchObject({ state: 'WAITING', last: '출금이 언제 오나요', unread: 1, staffId: null })
    const taken = await step(id, 'take')
    expect(taken.body).toMatchObject({ state: 'OPEN', staffName: expect.stringContaining('*') })
    expect((await heard(phone, 'CHAT_OPEN'))?.data).toMatchObject({ chatId: id, staffName: taken.body.staffName })
    const said = (await answer(id, '오늘 도착합니다')).body as ChatLine
    for (const queue of [phone, tablet, console]) {
      const told = await until('the answer', async () =>
        queue.find(({ data }) => (data as { id?: number })?.id === said.id),
      )
      expect(told).toMatchObject({
        event: 'CHAT_MESSAGE',
        data: { chatId: id, from: 'STAFF', text: '오늘 도착합니다' },
      })
    }
    await say('감사합니다')
    await until('the thanks', async () =>
      console.some(({ data }) => (data as unknown as ChatLine)?.text === '감사합니다'),
    )
    const { lines, staffRead } = await history()
    expect(texts(lines)).toEqual(['MEMBER 출금이 언제 오나요', 'STAFF 오늘 도착합니다', 'MEMBER 감사합니다'])
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3])
    // Whoever answers has read what was said before.
    expect(staffRead).toBe(2)
  })

  it('is one of its member, however often he opens it at once', async () => {
    const both = await Promise.all([post('open'), post('open')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
  })

  it('keeps a message once that is sent again, by either side, and refuses another text under its name', async () => {
    const { id } = await opened()
    const clientId = randomUUID()
    const twice = await Promise.all([say('한 번', member, clientId), say('한 번', member, clientId)])
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    expect(refusal(await say('다른 말', member, clientId))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    await step(id, 'take')
    const own = randomUUID()
    await answer(id, '네', cs, own)
    expect((await answer(id, '네', cs, own)).status).toBe(200)
    expect(refusal(await answer(id, '아니요', cs, own))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    // A name that the other side has used is taken too.
    expect(refusal(await answer(id, '한 번', cs, clientId))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(texts((await history()).lines)).toEqual(['MEMBER 한 번', 'STAFF 네'])
  })

  it('says who types, how far each side has read, and forgets nothing that was read', async () => {
    const { id } = await opened()
    const [phone, console] = [await queueOf(member.accessToken, 'demo1'), await queueOf(cs.token, 'cs')]
    await step(id, 'take')
    await say('하나')
    await say('둘')
    await post('typing')
    expect((await heard(console, 'CHAT_TYPING'))?.data).toEqual({ chatId: id, from: 'MEMBER' })
    await cs.post(`/api/console/chat/${id}/typing`, {})
    expect((await heard(phone, 'CHAT_TYPING'))?.data).toEqual({ chatId: id, from: 'STAFF' })
    await cs.post(`/api/console/chat/${id}/read`, { seq: 2 })
    expect((await heard(phone, 'CHAT_READ'))?.data).toEqual({ chatId: id, from: 'STAFF', seq: 2 })
    await cs.post(`/api/console/chat/${id}/read`, { seq: 1 })
    // What the other side never said cannot be read.
    await cs.post(`/api/console/chat/${id}/read`, { seq: 99 })
    await answer(id, '셋')
    await post('read', { seq: 3 })
    expect(await history()).toMatchObject({ memberRead: 3, staffRead: 3 })
  })

  it('tells those who wait which place they have, whenever somebody leaves the queue', async () => {
    const first = await opened()
    const second = await opened(stranger)
    expect([first.position, second.position]).toEqual([1, 2])
    const queue = await queueOf(stranger.accessToken, 'demo2')
    await step(first.id, 'take')
    expect((await heard(queue, 'CHAT_QUEUE'))?.data).toMatchObject({ chatId: second.id, position: 1 })
    const { waitSec } = await history(stranger)
    expect(waitSec).toEqual(expect.any(Number))
    const wait = await server.call('/api/chat/wait', { token: member.accessToken })
    expect(wait.body).toEqual({ waiting: 1, waitSec })
  })

  it('is ended by either side; after that nothing is said in it, and a new one begins', async () => {
    const { id } = await opened()
    await step(id, 'take')
    const console = await queueOf(cs.token, 'cs')
    expect((await post('end')).body.chat).toMatchObject({ state: 'ENDED', endedBy: 'MEMBER' })
    expect((await heard(console, 'CHAT_END'))?.data).toMatchObject({ chatId: id, inquiryId: null })
    expect(refusal(await say('아직'))).toEqual([409, 'CHAT_CLOSED'])
    expect(refusal(await answer(id, '아직'))).toEqual([409, 'CHAT_CLOSED'])
    expect(refusal(await step(id, 'take'))).toEqual([409, 'CHAT_CLOSED'])
    expect((await post('rate', { id, isHelpful: true })).status).toBe(200)
    expect((await history()).isHelpful).toBe(true)
    expect(refusal(await post('rate', { id, isHelpful: true }, stranger))).toEqual([404, 'CHAT_NOT_FOUND'])
    const next = await opened()
    expect(next).toMatchObject({ state: 'WAITING', lines: [] })
    expect(next.id).not.toBe(id)
    expect(refusal(await post('rate', { id: next.id, isHelpful: true }))).toEqual([404, 'CHAT_NOT_FOUND'])
  })

  it('becomes an inquiry where nobody comes in three minutes, and none where nothing was said', async () => {
    const { id } = await opened()
    await opened(stranger)
    await say('첫 줄')
    await say('둘째 줄')
    const phone = await queueOf(member.accessToken, 'demo1')
    expect(await endSilentChats(server.deps, Date.now() + 170_000)).toBe(0)
    expect(await endSilentChats(server.deps, Date.now() + 181_000)).toBe(2)
    expect(await endSilentChats(server.deps, Date.now() + 181_000)).toBe(0)
    const chat = await history()
    expect(chat).toMatchObject({ id, state: 'ENDED', endedBy: 'HOUSE', inquiryId: expect.any(Number) })
    expect((await heard(phone, 'CHAT_END'))?.data).toMatchObject({ chatId: id, inquiryId: chat.inquiryId })
    expect((await history(stranger)).inquiryId).toBeNull()
    const read = await server.call(`/api/contact/read?id=${chat.inquiryId}`, { token: member.accessToken })
    expect(read.body).toMatchObject({ state: 'OPEN', question: '첫 줄\n둘째 줄' })
  })

  it('that falls silent ends by itself; a question without an answer becomes an inquiry', async () => {
    const [one, other] = [await opened(), await opened(stranger)]
    await step(one.id, 'take')
    await step(other.id, 'take')
    await say('아직 계신가요')
    await say('네', stranger)
    await answer(other.id, '끝났습니다')
    expect(await endSilentChats(server.deps, Date.now() + 1_790_000)).toBe(0)
    expect(await endSilentChats(server.deps, Date.now() + 1_801_000)).toBe(2)
    expect((await history()).inquiryId).toEqual(expect.any(Number))
    expect((await history(stranger)).inquiryId).toBeNull()
  })

  it('goes on where somebody speaks while it is about to end', async () => {
    const { id } = await opened()
    await step(id, 'take')
    await say('아직 계신가요')
    const { db } = server.deps
    const answering: typeof db = {
      system: (work) => db.system(work),
      alone: (siteId) => db.alone(siteId),
      tenant: async (siteId, work) => {
        await answer(id, '네, 보고 있습니다')
        return db.tenant(siteId, work)
      },
      close: () => db.close(),
    }
    expect(await endSilentChats({ ...server.deps, db: answering }, Date.now() + 1_801_000)).toBe(0)
    expect(await history()).toMatchObject({ id, state: 'OPEN' })
  })

  it('is kept for a year and deleted after it', async () => {
    const { id } = await opened()
    await say('오래된 말')
    await post('end')
    const lines = async () => (await server.database.run(`select from chat_line where chat_id = ${id}`)).length
    await tidyChats(server.deps.db, Date.now() + 364 * day, new AbortController().signal)
    expect(await lines()).toBe(1)
    await tidyChats(server.deps.db, Date.now() + 366 * day, new AbortController().signal)
    expect(await lines()).toBe(0)
  })

  it('is in what a member is given of his own', async () => {
    await opened()
    await say('내 말')
    const body = { password: 'demo-pass-2026' }
    const { body: own } = await server.call('/api/user/personal', { token: member.accessToken, body })
    expect(own.chats[0]).toMatchObject({ teller: 'MEMBER', text: '내 말' })
  })

  it('keeps what is said as text', async () => {
    await opened()
    await say('<img src=x onerror=alert(1)>')
    expect(texts((await history()).lines)).toEqual(['MEMBER <img src=x onerror=alert(1)>'])
    for (const text of ['', ' ', 'x'.repeat(1_001)]) expect((await say(text)).status).toBe(400)
    expect((await post('message', { clientId: 'x', text: '?' })).status).toBe(400)
    expect(refusal(await say('?', member, randomUUID(), { fileId: 1 }))).toEqual([400, 'FILE_REJECTED'])
  })

  it('is not begun where the site has none', async () => {
    await setLiveChat(false)
    try {
      expect(refusal(await post('open'))).toEqual([403, 'FEATURE_DISABLED'])
      const wait = await server.call('/api/chat/wait', { token: member.accessToken })
      expect(refusal(wait)).toEqual([403, 'FEATURE_DISABLED'])
      expect(refusal(await say('?'))).toEqual([409, 'CHAT_CLOSED'])
    } finally {
      await setLiveChat(true)
    }
  })
})

describe('the desk', () => {
  it('lets one of two who take a chat at once have it; the other hears that it is taken', async () => {
    const { id } = await opened()
    const both = await Promise.all([step(id, 'take', cs), step(id, 'take', operator)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = both[0]?.status === 200 ? [cs, operator] : [operator, cs]
    expect(refusal(await step(id, 'take', loser))).toEqual([409, 'CHAT_TAKEN'])
    expect(refusal(await answer(id, '?', loser))).toEqual([409, 'CHAT_TAKEN'])
    expect(refusal(await step(id, 'end', loser))).toEqual([409, 'CHAT_TAKEN'])
    expect((await step(id, 'take', winner)).status).toBe(200)
    const acts = await server.database.run(
      `select changes from staff_act where action = 'POST /api/console/chat/:id/take' and said->>'chatId' = '${id}'`,
    )
    expect(acts).toEqual([
      { changes: [expect.objectContaining({ before: expect.objectContaining({ state: 'WAITING' }) })] },
    ])
  })

  it('hands a chat over to a colleague, or back to its place in the queue', async () => {
    const { id } = await opened()
    const later = await opened(stranger)
    await step(id, 'take')
    const { content } = (await cs.get('/api/console/chat_colleague')).body
    const meant = await server.database.run(`select id from member where username = 'operator'`)
    const to = content.find((one: { id: number }) => one.id === Number(meant[0]?.['id']))
    expect(to).toBeDefined()
    const key = randomUUID()
    const path = `/api/console/chat/${id}/hand_over`
    expect((await cs.post(path, { reason, staffId: to.id }, 1, key)).body.staffId).toBe(to.id)
    // The answer was lost: the same call again says the same.
    expect((await cs.post(path, { reason, staffId: to.id }, 1, key)).status).toBe(200)
    expect(refusal(await answer(id, '?'))).toEqual([409, 'CHAT_TAKEN'])
    expect((await answer(id, '이어받았습니다', operator)).status).toBe(200)
    expect(refusal(await operator.post(path, { reason, staffId: member.user.id }))).toEqual([404, 'USER_NOT_FOUND'])
    expect((await operator.post(path, { reason })).body).toMatchObject({ state: 'WAITING', staffId: null })
    expect([(await history()).position, (await history(stranger)).position]).toEqual([1, 2])
    expect((await desk()).slice(0, 2).map((row) => row.id)).toEqual([id, later.id])
    // He came back to the queue now: he does not wait for three minutes already.
    await server.database.run(`update chat set opened_at = opened_at - 170000 where id = ${id}`)
    expect(await endSilentChats(server.deps, Date.now() + 60_000)).toBe(0)
  })

  it('lets a colleague take over, by name, the chat of somebody who left, who hears of it', async () => {
    const { id } = await opened()
    const { staffId } = (await step(id, 'take')).body
    const left = await queueOf(cs.token, 'cs')
    const other = { from: member.user.id }
    expect(refusal(await step(id, 'take', operator, other))).toEqual([409, 'CHAT_TAKEN'])
    const taken = await step(id, 'take', operator, { from: staffId })
    expect(taken.body.state).toBe('OPEN')
    expect(taken.body.staffId).not.toBe(staffId)
    expect((await heard(left, 'CHAT_OPEN'))?.data).toMatchObject({ chatId: id, staffName: taken.body.staffName })
    expect(refusal(await answer(id, '?'))).toEqual([409, 'CHAT_TAKEN'])
    expect((await answer(id, '이어받았습니다', operator)).status).toBe(200)
    const acts = await server.database.run(
      `select changes->0->'before'->>'staff_id' as before, changes->0->'after'->>'staff_id' as after from staff_act
        where action = 'POST /api/console/chat/:id/take' and said->>'chatId' = '${id}' order by id`,
    )
    expect(acts).toEqual([
      { before: null, after: String(staffId) },
      { before: String(staffId), after: String(taken.body.staffId) },
    ])
  })

  it('leaves a chat as an inquiry where it ends so', async () => {
    const { id } = await opened()
    await say('확인이 오래 걸리는 일')
    await step(id, 'take')
    const { body } = await step(id, 'end', cs, { asInquiry: true })
    expect(body).toMatchObject({ state: 'ENDED', inquiryId: expect.any(Number) })
    expect(await history()).toMatchObject({ endedBy: 'STAFF', inquiryId: body.inquiryId })
  })

  it('stays at the desk once it is over, found by its member, its day and what was said last', async () => {
    const { id } = await opened()
    await say('끝난 뒤에도 찾는 말')
    await step(id, 'take')
    await step(id, 'end')
    const ended = async (query: string) => (await cs.get(`/api/console/chat_ended?${query}`)).body.content
    expect((await ended(''))[0]).toMatchObject({ id, last: '끝난 뒤에도 찾는 말', endedBy: 'STAFF', state: 'ENDED' })
    expect((await ended(`q=${encodeURIComponent('찾는 말')}`)).map((row: { id: number }) => row.id)).toEqual([id])
    expect(await ended('endDate=2020-01-01')).toEqual([])
    expect((await cs.get(`/api/console/chat/${id}`)).body.lines).toHaveLength(1)
  })

  it('is closed to other sites and to staff without the permission', async () => {
    const { id } = await opened()
    const admin = await staff(server, 'admin')
    expect(refusal(await admin.get(`/api/console/chat/${id}`, 15))).toEqual([404, 'CHAT_NOT_FOUND'])
    expect(refusal(await admin.post(`/api/console/chat/${id}/take`, { reason }, 15))).toEqual([404, 'CHAT_NOT_FOUND'])
    const finance = await staff(server, 'finance')
    expect(refusal(await finance.get('/api/console/chat'))).toEqual([403, 'PERMISSION_DENIED'])
    const audit = await staff(server, 'audit')
    expect((await audit.get(`/api/console/chat/${id}`)).status).toBe(200)
    expect(refusal(await step(id, 'take', audit))).toEqual([403, 'PERMISSION_DENIED'])
    expect((await server.call('/api/chat/history')).status).toBe(401)
    expect((await server.call(`/api/chat/history?id=${id}`, { token: stranger.accessToken })).body.code).toBe(
      'CHAT_NOT_FOUND',
    )
  })
})

it('outlives a restart: who waits keeps his place, what was said stands', async () => {
  const { id } = await opened()
  await say('다시 켠 뒤에도')
  await step(id, 'take')
  await answer(id, '네')
  await opened(stranger)
  const { database } = server
  await server.close(true)
  server = await startTestServer({ database })
  expect(await history()).toMatchObject({ id, state: 'OPEN' })
  expect(texts((await history()).lines)).toEqual(['MEMBER 다시 켠 뒤에도', 'STAFF 네'])
  expect(await history(stranger)).toMatchObject({ state: 'WAITING', position: 1 })
  expect((await say('이어서')).status).toBe(200)
})

it('a flood of one member is stopped, and nobody else', async () => {
  const strict = await startTestServer({ realRates: true })
  try {
    await strict.database.run('update site set live_chat = true where id = 1')
    await strict.app.sites.load()
    const call = (token: string, path: string, body: object) => strict.call(`/api/chat/${path}`, { token, body })
    const [one, other] = [await strict.login('demo1'), await strict.login('demo2')]
    await call(one.accessToken, 'open', {})
    const codes: string[] = []
    for (let nth = 0; nth < 25; nth++) {
      const { body } = await call(one.accessToken, 'message', { clientId: randomUUID(), text: `${nth}` })
      codes.push(body.code)
    }
    expect(codes.at(-1)).toBe('CHAT_FLOOD')
    expect((await call(other.accessToken, 'open', {})).status).toBe(200)
  } finally {
    await strict.close()
  }
})
