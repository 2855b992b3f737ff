import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { tidyBoxes } from '../jobs/messages.ts'
import type { ControlEvent } from '../ports.ts'
import { createTeller } from './teller.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '문의 안내'
let server: TestServer
let operator: Person
let member: { readonly accessToken: string; readonly user: { readonly id: number } }
let token: string
const told: Extract<ControlEvent, { kind: 'message' }>[] = []
beforeAll(async () => {
  server = await startTestServer()
  operator = await staff(server, 'cs')
  member = await server.login('demo1')
  token = member.accessToken
  server.deps.bus.subscribe('control', (event) => {
    if (event.kind === 'message') told.push(event)
  })
})
afterAll(() => server.close())

const send = (parts: object = {}, by = operator) =>
  by.post('/api/console/message', {
    reason,
    playerId: member.user.id,
    title: '안내',
    content: '확인해 주세요.',
    ...parts,
  })
async function sent(parts: object = {}) {
  const { status, body } = await send(parts)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { id: number }
}
const list = async (of = token) => (await server.call('/api/message/list', { token: of })).body
const unread = async (of = token) => (await server.call('/api/message/my_unread_count', { token: of })).body.count
const post = (path: string, body: object, of = token) => server.call(`/api/message/${path}`, { token: of, body })

describe('a message', () => {
  it('is in the box of its member, unread, and is told on the live channel within a second', async () => {
    const { id } = await sent({ title: '첫 쪽지' })
    expect((await list())[0]).toEqual({
      id,
      kind: 'HOUSE',
      title: '첫 쪽지',
      content: '확인해 주세요.',
      link: null,
      isRead: false,
      createdAt: expect.any(Number),
    })
    expect(await unread()).toBe(1)
    await until('the live channel', async () => told.some(({ data }) => data.id === id))
    expect(told.filter(({ data }) => data.id === id)).toEqual([
      {
        kind: 'message',
        siteId: 1,
        memberId: member.user.id,
        data: { id, title: '첫 쪽지', content: '확인해 주세요.' },
      },
    ])
  })

  it('is read by itself or with all others, and deleted once; the answer says what is left unread', async () => {
    const [one, other] = [await sent(), await sent()]
    const before = await unread()
    expect((await post('read', { id: one.id })).body).toEqual({ count: before - 1 })
    expect((await post('read', { id: one.id })).body).toEqual({ count: before - 1 })
    expect((await post('delete', { id: other.id })).body).toEqual({ count: before - 2 })
    expect(refusal(await post('delete', { id: other.id }))).toEqual([404, 'MESSAGE_NOT_FOUND'])
    expect((await list()).map(({ id }: { id: number }) => id)).not.toContain(other.id)
    expect((await post('read_all', {})).body).toEqual({ count: 0 })
    expect(await unread()).toBe(0)
  })

  it('is nobody else’s: not another member’s, not a guest’s, not another site’s', async () => {
    const { id } = await sent()
    const stranger = (await server.login('demo2')).accessToken
    expect(refusal(await post('read', { id }, stranger))).toEqual([404, 'MESSAGE_NOT_FOUND'])
    expect(refusal(await post('delete', { id }, stranger))).toEqual([404, 'MESSAGE_NOT_FOUND'])
    expect((await list(stranger)).map((row: { id: number }) => row.id)).not.toContain(id)
    expect((await server.call('/api/message/list')).status).toBe(401)
    expect((await list()).map((row: { id: number }) => row.id)).toContain(id)
  })

  it('to, or of, another site is refused by its own error and reaches nobody', async () => {
    const foreign = 8_800_015
    await server.database.run(
      `insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, created_at, account_open_at)
       values (15, ${foreign}, 'elsewhere', 'elsewhere', 'elsewhere', '', '!', 'ACTIVE', 1, 1) on conflict do nothing`,
    )
    const away = { playerId: foreign }
    const all = async () => (await server.database.run('select count(*)::int as n from message'))[0]
    const before = await all()
    expect(refusal(await send(away))).toEqual([404, 'USER_NOT_FOUND'])
    const message = { reason, playerId: member.user.id, title: '다른 사이트', content: '?' }
    // Somebody of the other site's staff, about a member of this one; somebody who has no business there.
    const admin = await staff(server, 'admin')
    expect(refusal(await admin.post('/api/console/message', message, 15))).toEqual([404, 'USER_NOT_FOUND'])
    expect((await operator.post('/api/console/message', { ...message, ...away }, 15)).status).toBe(404)
    const { accessToken: token } = member
    for (const path of ['/api/message/list', '/api/contact/list', '/api/chat/history'])
      expect(refusal(await server.call(path, { token, siteInfoId: 15 })), path).toEqual([403, 'SITE_MISMATCH'])
    for (const [path, body] of [
      ['/api/contact/create', { playerId: member.user.id, question: '?' }],
      ['/api/chat/message', { clientId: crypto.randomUUID(), text: '?' }],
      ['/api/message/delete', { id: 1 }],
    ] as const)
      expect(refusal(await server.call(path, { token, siteInfoId: 15, key: true, body })), path).toEqual([
        403,
        'SITE_MISMATCH',
      ])
    expect(await all()).toEqual(before)
  })

  it('is written once under one key, and stands in the log with who wrote it', async () => {
    const count = (await list()).length
    const key = crypto.randomUUID()
    const body = { reason, playerId: member.user.id, title: '한 번', content: '같은 키' }
    const [one, two] = [
      await operator.post('/api/console/message', body, 1, key),
      await operator.post('/api/console/message', body, 1, key),
    ]
    expect(two.body.id).toBe(one.body.id)
    expect(await list()).toHaveLength(count + 1)
    const acts = await server.database.run(
      `select said from staff_act where action = 'POST /api/console/message' order by id desc limit 1`,
    )
    expect(acts[0]).toMatchObject({ said: { messageId: one.body.id, title: '한 번' } })
  })

  it('of staff without the permission, to nobody, or without words is refused', async () => {
    const finance = await staff(server, 'finance')
    expect(refusal(await send({}, finance))).toEqual([403, 'PERMISSION_DENIED'])
    expect(refusal(await send({ playerId: 999_999 }))).toEqual([404, 'USER_NOT_FOUND'])
    expect((await send({ title: ' ' })).status).toBe(400)
    expect((await send({ content: 'x'.repeat(2_001) })).status).toBe(400)
  })

  it('shows staff what the member deleted', async () => {
    const { id } = await sent()
    await post('delete', { id })
    const { body } = await operator.get(`/api/console/message?playerId=${member.user.id}`)
    expect(body.content[0]).toMatchObject({ id, isDeleted: true, createdBy: expect.any(Number) })
  })

  it('that a crash kept from the live channel is told after it', async () => {
    const { id } = await sent()
    await until('the first time', async () => told.some(({ data }) => data.id === id))
    await server.database.run('update message set told_at = null where id = $1', [id])
    const teller = createTeller(server.deps)
    teller.start()
    await until('the second time', async () => told.filter(({ data }) => data.id === id).length === 2)
    await teller.stop()
  })

  it('is kept for 90 days', async () => {
    const { id } = await sent()
    const day = 86_400_000
    const tidy = (days: number) => tidyBoxes(server.deps.db, Date.now() + days * day, new AbortController().signal)
    await tidy(89)
    expect((await list()).map((row: { id: number }) => row.id)).toContain(id)
    expect(await tidy(91)).toBeGreaterThan(0)
    expect(await list()).toEqual([])
  })
})

describe('a sign-in', () => {
  it('on a second device is told, on the first and on a known one it is not', async () => {
    const box = async () => list((await server.login('demo3')).accessToken)
    const signIn = (cookie?: string) =>
      server.call('/api/login', {
        body: { username: 'demo3', password: 'demo-pass-2026' },
        ...(cookie !== undefined && { headers: { cookie } }),
      })
    const first = await signIn()
    const cookie = String(first.headers.get('set-cookie')).split(';')[0] as string
    await signIn(cookie)
    const tokens = (await signIn(cookie)).body
    expect(await list(tokens.accessToken)).toEqual([])
    await signIn()
    await until('the message', async () => (await list(tokens.accessToken)).length > 0)
    expect(await list(tokens.accessToken)).toEqual([
      expect.objectContaining({ title: '새 기기에서 로그인했습니다', isRead: false }),
    ])
    await box()
    await until('the second one', async () => (await list(tokens.accessToken)).length === 2)
  })
})
