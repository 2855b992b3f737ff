import { randomUUID } from 'node:crypto'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { endSilentChats } from '../chat/index.ts'
import { tidyChats } from '../jobs/chats.ts'
import { closeInquiries } from '../jobs/inquiries.ts'
import { tidyBoxes } from '../jobs/messages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ realRates: true })
})
afterAll(() => server.close())

async function configure(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const of = { ...byStaff(1, 1101, '시험'), scope: 'site', optionId: null, effectiveFrom: null } as const
  const reply = await server.deps.core.submit({ kind: 'configure', ...of, changes })
  expect(reply.status).toBe(200)
}
const signIn = (username: string, password: string) => server.call('/api/login', { body: { username, password } })

describe('the numbers of a site', () => {
  it('say when a name is locked, and for how long', async () => {
    await configure({ signInTries: 2, signInLockMs: 1_800_000 })
    const wrong = async () => refusal(await signIn('demo5', 'not-this-one'))
    expect([await wrong(), await wrong()]).toEqual([
      [401, 'LOGIN_FAILED'],
      [401, 'LOGIN_FAILED'],
    ])
    const locked = await signIn('demo5', 'not-this-one')
    expect(locked.body).toMatchObject({ code: 'ACCOUNT_LOCKED', params: { minutes: 30 } })
  })

  it('say on how many devices a member is signed in, and for how long', async () => {
    await configure({ mostSessions: 1, sessionMs: 7_200_000, sessionIdleMs: 3_600_000 })
    const first = await server.login('demo2')
    await server.login('demo2')
    const rows = await server.database.run(
      `select end_reason, (expires_at - created_at)::int as lasts from login_session
        where member_id = 1002 order by created_at, id`,
    )
    expect(rows).toEqual([
      { end_reason: 'TOO_MANY_SESSIONS', lasts: 7_200_000 },
      { end_reason: null, lasts: 7_200_000 },
    ])
    const ended = await server.call('/api/login', { body: { refreshToken: first.refreshToken } })
    expect(refusal(ended)).toEqual([401, 'SESSION_REVOKED'])
    // Without use for longer than the site says, nothing renews the other one.
    const second = await server.login('demo3')
    await server.database.run('update login_session set rotated_at = rotated_at - 3600000 where member_id = 1003')
    const idle = await server.call('/api/login', { body: { refreshToken: second.refreshToken } })
    expect(refusal(idle)).toEqual([401, 'TOKEN_EXPIRED'])
  })

  it('say what a new member of a DEMO site is given', async () => {
    await configure({ demoGrantWon: '123000', demoGrantUsdt: '0' })
    const person = {
      username: 'granted1',
      password: 'lantern-orbit-7',
      name: '홍길동',
      nick: '받은이',
      phone: '010-3000-0001',
    }
    expect((await server.call('/api/player', { body: person })).status).toBe(200)
    const { user } = (await signIn('granted1', person.password)).body
    expect(user.wallet).toMatchObject({ BINARY: { point: '123000' }, FUTURES: { point: '0' } })
  })

  it('say how long a code counts and when another one is sent', async () => {
    await configure({ codeMs: 120_000, codeResendMs: 90_000 })
    const before = Date.now()
    const body = { certificateValue: '010-4000-0001' }
    const asked = await server.call('/api/certi/certificate_phone', { body })
    expect(asked.status).toBe(200)
    expect(asked.body.expiresAt - before).toBeGreaterThanOrEqual(120_000)
    expect(asked.body.expiresAt - asked.body.resendAt).toBe(30_000)
  })

  it('say how long what staff ask for waits for a second person', async () => {
    await configure({ deskApprovalMs: 3_600_000 })
    const operator = await staff(server, 'operator')
    const items = [{ scope: 'money', optionId: null, version: 0, changes: { withdrawFee: '2000' } }]
    expect((await operator.post('/api/console/option', { items, reason: '수수료 조정' })).status).toBe(202)
    const [row] = await server.database.run('select (expires_at - created_at)::int as lasts from approval')
    expect(row).toEqual({ lasts: 3_600_000 })
  })

  it('say when chats open, how long one waits, and what an inquiry is promised; the promise of an open one stays', async () => {
    const { accessToken: token } = await server.login('demo4')
    const minute = Math.floor(Date.now() / 60_000 + 540) % 1_440
    const at = (of: number) => (minute + of + 1_440) % 1_440
    await server.database.run('update site set live_chat = true where id = 1')
    await expect.poll(async () => (await server.call('/api/site_info/code?code=maru')).body.liveChat).toBe(true)
    const open = () => server.call('/api/chat/open', { token, body: {} })
    await configure({ chatFromMinute: at(60), chatToMinute: at(120) || 1_440 })
    expect(refusal(await open())).toEqual([409, 'CHAT_OFF_HOURS'])
    expect(await server.database.run('select 1 from chat')).toEqual([])
    await configure({ chatFromMinute: at(-60), chatToMinute: at(60) || 1_440, chatWaitMs: 60_000 })
    const { id } = (await open()).body
    await server.call('/api/chat/message', { token, body: { clientId: randomUUID(), text: '계신가요' } })
    // What began goes on.
    await configure({ chatFromMinute: at(60), chatToMinute: at(120) || 1_440, inquiryAnswerMs: 7_200_000 })
    expect((await open()).body.id).toBe(id)
    expect(await endSilentChats(server.deps, Date.now() + 59_000)).toBe(0)
    const now = Date.now() + 61_000
    expect(await endSilentChats(server.deps, now)).toBe(1)
    await configure({ inquiryAnswerMs: 3_600_000 })
    const [inquiry] = (await server.call('/api/contact/list', { token })).body
    expect(inquiry).toMatchObject({ state: 'OPEN', dueAt: now + 7_200_000 })
    const { support } = (await server.call('/api/site_info/code?code=maru')).body
    expect(support).toEqual({
      chatWaitMs: 60_000,
      chatFromMinute: at(60),
      chatToMinute: at(120) || 1_440,
      chatDays: 365,
      inquiryAnswerMs: 3_600_000,
      messageDays: 90,
      alertRestMs: 600_000,
      alertBackPpm: 1_000,
    })
  })

  it('say how long chats, messages and answered inquiries are kept', async () => {
    await configure({ chatDays: 30, messageDays: 30, inquiryCloseDays: 2 })
    const daysAgo = (days: number) => Date.now() - days * 86_400_000
    const count = async (what: string) =>
      Number((await server.database.run(`select count(*) as n from ${what}`))[0]?.['n'])
    await server.database.run(`
      insert into chat (site_id, id, member_id, state, opened_at, spoken_at, ended_at, ended_by)
        select 1, 900 + n, 1005, 'ENDED', 1, 1, case n when 1 then ${daysAgo(29)} else ${daysAgo(31)} end, 'MEMBER' from generate_series(1, 2) n;
      insert into message (site_id, id, member_id, title, content, created_at)
        select 1, 900 + n, 1005, '제목', '글', case n when 1 then ${daysAgo(29)} else ${daysAgo(31)} end from generate_series(1, 2) n;
      insert into inquiry (site_id, id, member_id, kind, state, question, created_at, asked_at, due_at, answered_at)
        select 1, 900 + n, 1005, 'ETC', 'ANSWERED', '질문', 1, 1, 1, case n when 1 then ${daysAgo(1)} else ${daysAgo(3)} end from generate_series(1, 2) n`)
    const { db } = server.deps
    const { signal } = new AbortController()
    const done = [tidyChats, tidyBoxes, closeInquiries].map((job) => job(db, Date.now(), signal))
    expect(await Promise.all(done)).toEqual([1, 1, 1])
    expect([
      await count('chat where id in (901, 902)'),
      await count('message where id in (901, 902)'),
      await count(`inquiry where id = 901 and state = 'ANSWERED'`),
    ]).toEqual([1, 1, 1])
  })

  it.each([
    [{ chatFromMinute: 600, chatToMinute: 600 }, 'chatToMinute'],
    [{ chatFromMinute: 1_440 }, 'chatFromMinute'],
    [{ chatToMinute: 0 }, 'chatToMinute'],
    [{ chatWaitMs: 59_999 }, 'chatWaitMs'],
    [{ messageDays: 29 }, 'messageDays'],
    [{ alertBackPpm: 99 }, 'alertBackPpm'],
  ])('of support are refused outside of their range: %j', async (changes, key) => {
    const of = { ...byStaff(1, 1101, '시험'), scope: 'site', optionId: null, effectiveFrom: null } as const
    const { status, body } = await server.deps.core.submit({ kind: 'configure', ...of, changes })
    expect([status, body]).toMatchObject([400, { params: { key } }])
  })

  it('say how fast a member may order: from two seconds after the change at the latest', async () => {
    const { accessToken } = await server.login('demo1')
    const order = () => {
      const body = { point: 5_000, tradeRoundId: 1, type: 'B' }
      return server.call('/api/trade/history/betting', { token: accessToken, key: true, body })
    }
    await order()
    await configure({ ordersASecond: 2 })
    // The first order after two seconds has the new rate read; those that come after it go by it. After a second all of it may be used again.
    let looks = 0
    await until(
      'one of three is refused',
      async () => {
        looks += 1
        const answers = await Promise.all([order(), order(), order()])
        return answers.filter(({ status }) => status === 429).length === 1
      },
      1_100,
    )
    expect(looks).toBeLessThanOrEqual(4)
  })
})
