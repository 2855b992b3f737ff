import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staffOf } from '../../test/money-house.ts'
import { closeInquiries } from '../jobs/inquiries.ts'
import { demoPassword } from '../members/index.ts'

type Person = Awaited<ReturnType<ReturnType<typeof staffOf>>>
const reason = '문의 답변'
let server: TestServer
let of: ReturnType<typeof staffOf>
let cs: Person
let operator: Person
let member: { readonly accessToken: string; readonly user: { readonly id: number } }
let stranger: { readonly accessToken: string; readonly user: { readonly id: number } }
beforeAll(async () => {
  server = await startTestServer()
  of = staffOf(server)
  cs = await of('cs')
  operator = await of('operator')
  member = await server.login('demo1')
  stranger = await server.login('demo2')
})
afterAll(() => server.close())

const post = (path: string, body: object, { accessToken: token } = member, key: string | true = true) =>
  server.call(`/api/contact/${path}`, { token, key, body })
const get = (path: string, { accessToken: token } = member) => server.call(`/api/contact/${path}`, { token })
async function asked(question = '출금은 언제 오나요?', parts: object = {}) {
  const { status, body } = await post('create', { playerId: member.user.id, question, ...parts })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { id: number; lines: { id: number }[]; dueAt: number; createdAt: number }
}
const answer = (id: number, parts: object = {}, by = cs) =>
  by.post(`/api/console/contact/${id}/answer`, { reason, answer: '내일 도착합니다.', ...parts })
async function upload(sender = member): Promise<number> {
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png)], 'shot.png', { type: 'image/png' }))
  const answer = await fetch(`${server.url}/api/file?siteInfoId=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sender.accessToken}` },
    body: form,
  })
  const body = (await answer.json()) as { fileId: number }
  if (answer.status !== 200) throw new Error(JSON.stringify(body))
  return body.fileId
}

describe('an inquiry', () => {
  it('waits for its answer, due in 24 hours, and is answered with a message and a badge', async () => {
    const one = await asked('첫 문의', { kind: 'MONEY' })
    expect(one).toMatchObject({ state: 'OPEN', kind: 'MONEY', dueAt: one.createdAt + 86_400_000 })
    const { status, body } = await answer(one.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'ANSWERED', memberId: member.user.id })
    expect((await get('my_unread_count')).body).toEqual({ count: 1 })
    const [message] = (await server.call('/api/message/list', { token: member.accessToken })).body
    expect(message).toMatchObject({
      kind: 'ANSWER',
      link: `/service/contact/${one.id}`,
      title: '문의에 답변했습니다',
      content: expect.stringContaining('내일 도착합니다.'),
    })
    const read = (await get(`read?id=${one.id}`)).body
    expect(read).toMatchObject({ state: 'ANSWERED', isUnread: false, dueAt: null })
    expect(read.lines.map(({ teller, text }: { teller: string; text: string }) => [teller, text])).toEqual([
      ['MEMBER', '첫 문의'],
      ['STAFF', '내일 도착합니다.'],
    ])
    expect((await get('my_unread_count')).body).toEqual({ count: 0 })
    await answer((await asked()).id)
    expect((await post('read_all', {})).body).toEqual({ count: 0 })
    expect((await get('my_unread_count')).body).toEqual({ count: 0 })
  })

  it('may name the deposit or withdrawal of its member that it is about, which the desk sees beside it', async () => {
    const apply = { walletType: 'BINARY', point: '50000' }
    const applied = await server.call('/api/dnw/deposit/apply', { token: member.accessToken, key: true, body: apply })
    const dnwId: number = applied.body.id
    const about = { id: dnwId, type: 'D', currency: 'KRW', point: '50000' }
    const one = await asked('입금이 언제 되나요?', { kind: 'MONEY', dnwId })
    expect(one).toMatchObject({ about })
    expect((await get(`read?id=${one.id}`)).body.about).toMatchObject(about)
    expect((await cs.get(`/api/console/contact/${one.id}`)).body.about).toMatchObject(about)
    expect((await get(`read?id=${(await asked()).id}`)).body.about).toBeNull()
    const another = { playerId: stranger.user.id, question: '남의 입금', dnwId }
    expect(refusal(await post('create', another, stranger))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await get('list', stranger)).body).toEqual([])
  })

  it('is asked and answered once under one key, however often it is sent at once', async () => {
    const key = crypto.randomUUID()
    const body = { playerId: member.user.id, question: '한 번만' }
    const both = await Promise.all([post('create', body, member, key), post('create', body, member, key)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect(refusal(await post('create', { ...body, question: '다른 말' }, member, key))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    const [path, said] = [`/api/console/contact/${both[0]?.body.id}/answer`, { reason, answer: '네' }]
    const again = crypto.randomUUID()
    await cs.post(path, said, 1, again)
    expect((await cs.post(path, said, 1, again)).body.lines).toHaveLength(2)
    expect(refusal(await cs.post(path, { reason, answer: '아니요' }, 1, again))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
  })

  it('goes on where the member writes again, also after its end', async () => {
    const { id } = await asked()
    await answer(id)
    expect((await post('close', { id })).body).toMatchObject({ state: 'CLOSED', dueAt: null })
    const again = (await post('reply', { id, text: '아직 오지 않았습니다' })).body
    expect(again).toMatchObject({ state: 'OPEN' })
    expect(again.lines).toHaveLength(3)
    await post('close', { id })
  })

  it('is looked at again by somebody else where the member does not accept the answer', async () => {
    const { id } = await asked()
    expect(refusal(await post('review', { id }))).toEqual([409, 'INQUIRY_UNANSWERED'])
    await answer(id)
    expect((await post('review', { id })).body).toMatchObject({ state: 'OPEN', isReview: true })
    expect(refusal(await answer(id))).toEqual([403, 'INQUIRY_REVIEWER'])
    expect((await answer(id, {}, operator)).body).toMatchObject({ state: 'ANSWERED', isReview: false })
  })

  it('is closed a week after its answer, not before', async () => {
    const [{ id }, open] = [await asked(), await asked()]
    await answer(id)
    const state = async (which: number) => (await get(`read?id=${which}`)).body.state
    const day = 86_400_000
    const close = (days: number) =>
      closeInquiries(server.deps.db, Date.now() + days * day, new AbortController().signal)
    await close(6)
    expect(await state(id)).toBe('ANSWERED')
    await close(8)
    expect([await state(id), await state(open.id)]).toEqual(['CLOSED', 'OPEN'])
    await post('close', { id: open.id })
  })

  it('keeps what was written as text, and its pictures for its member and the staff who read it', async () => {
    const fileId = await upload()
    const { id, lines } = await asked('<script>alert(1)</script>', { fileIds: [fileId] })
    expect(lines).toEqual([expect.objectContaining({ text: '<script>alert(1)</script>', fileIds: [fileId] })])
    expect((await cs.get(`/api/console/contact/${id}/file/${fileId}`)).body).toMatchObject({ type: 'image/png' })
    const other = await asked()
    expect(refusal(await cs.get(`/api/console/contact/${other.id}/file/${fileId}`))).toEqual([404, 'HISTORY_NOT_FOUND'])
    await post('close', { id: other.id })
  })

  it('that is empty, too long, somebody else’s or of another one’s pictures is refused and changes nothing', async () => {
    const { id } = await asked()
    const before = (await get('list')).body
    const playerId = member.user.id
    expect((await post('create', { playerId, question: ' ' })).status).toBe(400)
    expect((await post('create', { playerId, question: 'x'.repeat(2_001) })).status).toBe(400)
    expect(refusal(await post('create', { playerId: stranger.user.id, question: '?' }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
    const foreign = await upload(stranger)
    const withFile = { playerId, question: '?', fileIds: [foreign] }
    expect(refusal(await post('create', withFile))).toEqual([400, 'FILE_REJECTED'])
    expect(refusal(await post('reply', { id, text: '?', fileIds: [foreign] }))).toEqual([400, 'FILE_REJECTED'])
    for (const path of ['reply', 'close', 'review'])
      expect(refusal(await post(path, { id, ...(path === 'reply' && { text: '?' }) }, stranger))).toEqual([
        404,
        'INQUIRY_NOT_FOUND',
      ])
    expect(refusal(await get(`read?id=${id}`, stranger))).toEqual([404, 'INQUIRY_NOT_FOUND'])
    expect((await server.call('/api/contact/list')).status).toBe(401)
    expect((await get('list')).body).toEqual(before)
    await post('close', { id })
  })
})

describe('the inbox', () => {
  it('shows whoever waits longest first, and one of the staff works on one at a time', async () => {
    const [first, second] = [await asked('먼저'), await asked('나중')]
    const list = (await cs.get('/api/console/contact?state=OPEN')).body.content as { id: number }[]
    const at = (id: number) => list.findIndex((row) => row.id === id)
    expect(at(first.id)).toBeLessThan(at(second.id))
    const one = (await cs.get(`/api/console/contact/${first.id}`)).body
    const path = `/api/console/contact/${first.id}`
    const taken = await cs.post(`${path}/take`, { reason, version: one.version })
    expect(taken.body).toMatchObject({ takenByName: expect.any(String), username: expect.stringContaining('*') })
    const { version } = taken.body
    expect(refusal(await operator.post(`${path}/take`, { reason, version }))).toEqual([409, 'INQUIRY_TAKEN'])
    expect(refusal(await answer(first.id, {}, operator))).toEqual([409, 'INQUIRY_TAKEN'])
    expect(refusal(await cs.post(`${path}/release`, { reason, version: one.version }))).toEqual([409, 'STALE_VERSION'])
    expect((await cs.post(`${path}/release`, { reason, version })).body).toMatchObject({ takenBy: null })
    expect((await answer(first.id, {}, operator)).status).toBe(200)
    const acts = await server.database.run(
      `select reason, changes from staff_act where action = 'POST /api/console/contact/:id/answer' order by id desc limit 1`,
    )
    expect(acts[0]).toMatchObject({ reason, changes: [{ before: { state: 'OPEN' }, after: { state: 'ANSWERED' } }] })
    expect((await cs.get('/api/console/overview')).body.contacts).toBeGreaterThan(0)
  })

  it('lets a colleague take over what another one holds, by his name, with a reason, one of two at once', async () => {
    const { id } = await asked()
    const path = `/api/console/contact/${id}`
    const me = (by: Person) => server.call('/api/me', { token: by.token }).then(({ body }) => body.id as number)
    const [holder, colleague] = [await me(cs), await me(operator)]
    const { version } = (await cs.post(`${path}/take`, { reason, version: 1 })).body
    const take = (by: Person, parts: object) => by.post(`${path}/take`, { reason: '자리에 없습니다', ...parts })
    for (const parts of [{ version }, { version, from: colleague }, { version, from: 1 }])
      expect(refusal(await take(operator, parts))).toEqual([409, 'INQUIRY_TAKEN'])
    expect(refusal(await take(operator, { version: version - 1, from: holder }))).toEqual([409, 'STALE_VERSION'])
    for (const from of ['x', -1, 1.5]) expect((await take(operator, { version, from })).status).toBe(400)
    expect((await operator.post(`${path}/take`, { version, from: holder })).status).toBe(400)
    const audit = await of('audit')
    expect(refusal(await take(audit, { version, from: holder }))).toEqual([403, 'PERMISSION_DENIED'])
    expect((await cs.get(path)).body).toMatchObject({ takenBy: holder, version })

    const admin = await of('admin')
    const both = await Promise.all([operator, admin].map((by) => take(by, { version, from: holder })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = both.find(({ status }) => status === 200)!.body
    expect(refusal(await answer(id))).toEqual([409, 'INQUIRY_TAKEN'])
    expect(refusal(await answer(id, { from: won.takenBy }))).toEqual([400, 'INVALID_REQUEST'])
    expect(won.takenBy).not.toBe(holder)
    const [act] = await server.database.run(
      `select staff_id, reason, changes from staff_act where action = 'POST /api/console/contact/:id/take'
         and (said ->> 'inquiryId')::bigint = ${id} order by id desc limit 1`,
    )
    const taken = (by: number) => ({ taken_by: String(by) })
    expect(act).toMatchObject({
      staff_id: String(won.takenBy),
      reason: '자리에 없습니다',
      changes: [{ before: taken(holder), after: taken(won.takenBy) }],
    })
    const winner = won.takenBy === colleague ? operator : admin
    expect((await answer(id, {}, winner)).body).toMatchObject({ state: 'ANSWERED', takenBy: null })
  })

  it('is closed to other sites and to staff without the permission', async () => {
    const { id } = await asked()
    const elsewhere = await of('admin')
    expect(refusal(await elsewhere.get(`/api/console/contact/${id}`, 15))).toEqual([404, 'INQUIRY_NOT_FOUND'])
    const finance = await of('finance')
    expect(refusal(await finance.get('/api/console/contact'))).toEqual([403, 'PERMISSION_DENIED'])
    const audit = await of('audit')
    expect((await audit.get(`/api/console/contact/${id}`)).status).toBe(200)
    expect(refusal(await answer(id, {}, audit))).toEqual([403, 'PERMISSION_DENIED'])
    expect((await cs.post(`/api/console/contact/${id}/answer`, { reason, answer: 'x'.repeat(2_001) })).status).toBe(400)
  })

  it('keeps notes of staff to each other, of which no call of the member says a word', async () => {
    const secret = '회원은 모르는 메모'
    const { id, dueAt } = await asked('메모가 있는 문의')
    const path = `/api/console/contact/${id}`
    const before = (await cs.get(path)).body
    const key = crypto.randomUUID()
    const first = await cs.post(`${path}/note`, { reason, text: ` ${secret} ` }, 1, key)
    expect(first.status).toBe(200)
    expect(first.body.notes).toEqual([
      {
        id: expect.any(Number),
        staffId: expect.any(Number),
        name: expect.any(String),
        text: secret,
        at: expect.any(Number),
      },
    ])
    expect((await cs.post(`${path}/note`, { reason, text: ` ${secret} ` }, 1, key)).body.notes).toHaveLength(1)
    expect(refusal(await cs.post(`${path}/note`, { reason, text: '다른 말' }, 1, key))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    // Whoever works on it, and whichever version he looks at.
    await cs.post(`${path}/take`, { reason, version: before.version })
    const both = (await operator.post(`${path}/note`, { reason, text: '<b>둘째</b>' })).body
    expect(both.notes.map(({ text }: { text: string }) => text)).toEqual([secret, '<b>둘째</b>'])
    expect(both).toMatchObject({ state: 'OPEN', version: before.version + 1, dueAt, lines: before.lines })

    await answer(id)
    const seen = [
      await get('list'),
      await get(`read?id=${id}`),
      await get('my_unread_count'),
      await post('reply', { id, text: '더 묻습니다' }),
      await post('close', { id }),
      await server.call('/api/message/list', { token: member.accessToken }),
      await server.call('/api/user/personal', { token: member.accessToken, body: { password: demoPassword } }),
    ]
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200))
    expect(JSON.stringify(seen.at(-1)?.body)).toContain('메모가 있는 문의')
    expect(JSON.stringify(seen)).not.toMatch(/회원은 모르는|둘째|notes/)
    // After its end too.
    expect((await cs.post(`${path}/note`, { reason, text: '끝난 뒤' })).body).toMatchObject({ state: 'CLOSED' })
    const [act] = await server.database.run(
      `select reason, said from staff_act where action = 'POST /api/console/contact/:id/note'
         and (said ->> 'inquiryId')::bigint = ${id} order by id limit 1`,
    )
    expect(act).toMatchObject({ reason, said: { inquiryId: id, noteId: first.body.notes[0].id } })
  })

  it('refuses a note of whoever may not answer, of another site, an empty or an endless one, and keeps nothing', async () => {
    const { id } = await asked()
    const path = `/api/console/contact/${id}/note`
    const note = { reason, text: '메모' }
    for (const [who, status, code] of [
      ['audit', 403, 'PERMISSION_DENIED'],
      ['finance', 403, 'PERMISSION_DENIED'],
    ] as const)
      expect(refusal(await (await of(who)).post(path, note))).toEqual([status, code])
    const admin = await of('admin')
    expect(refusal(await admin.post(path, note, 15))).toEqual([404, 'INQUIRY_NOT_FOUND'])
    expect(refusal(await cs.post('/api/console/contact/1/note', note))).toEqual([404, 'INQUIRY_NOT_FOUND'])
    for (const text of ['', '  ', 'x'.repeat(2_001)])
      expect(refusal(await cs.post(path, { reason, text }))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await cs.post(path, { text: '메모' }))).toEqual([400, 'INVALID_REQUEST'])
    expect((await server.call(path, { token: member.accessToken, key: true, body: note })).status).toBeGreaterThan(400)
    expect((await cs.get(`/api/console/contact/${id}`)).body.notes).toEqual([])
    expect((await (await of('audit')).get(`/api/console/contact/${id}`)).body.notes).toEqual([])
    await post('close', { id })
  })

  it('has canned answers, written and deleted once', async () => {
    const path = '/api/console/canned_answer'
    const key = crypto.randomUUID()
    const body = { reason, title: '출금 시간', text: '보통 40분입니다.' }
    const [one, two] = [await cs.post(path, body, 1, key), await cs.post(path, body, 1, key)]
    expect(two.body).toEqual(one.body)
    const listed = async () => (await cs.get(path)).body.content
    expect(await listed()).toEqual([{ id: one.body.id, title: body.title, text: body.text }])
    expect((await operator.post(`${path}/${one.body.id}/delete`, { reason })).status).toBe(200)
    expect(refusal(await cs.post(`${path}/${one.body.id}/delete`, { reason }))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect(await listed()).toEqual([])
  })

  it('takes so many open inquiries of a member', async () => {
    const answers = []
    for (let nth = 0; nth < 24; nth++)
      answers.push(refusal(await post('create', { playerId: stranger.user.id, question: `${nth}` }, stranger)))
    expect(answers.slice(-1)[0]).toEqual([409, 'INQUIRY_LIMIT'])
  })

  it('stops a flood of one member, not of another', async () => {
    const strict = await startTestServer({ realRates: true })
    try {
      const { accessToken: token, user } = await strict.login('demo1')
      const ask = () =>
        strict.call('/api/contact/create', { token, key: true, body: { playerId: user.id, question: '?' } })
      const statuses = []
      for (let nth = 0; nth < 11; nth++) statuses.push(refusal(await ask())[1])
      expect(statuses.at(-1)).toBe('RATE_LIMITED')
      const other = await strict.login('demo2')
      const calm = { playerId: other.user.id, question: '?' }
      expect(
        (await strict.call('/api/contact/create', { token: other.accessToken, key: true, body: calm })).status,
      ).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('reading an inquiry', () => {
  it('is a POST; the alias is refused to a page of another site, and changes nothing for it', async () => {
    const one = await asked('읽음 문의')
    await answer(one.id)
    const { accessToken: token } = member
    const unread = async () => (await get('my_unread_count')).body.count
    const before = await unread()
    const path = `/api/contact/read?id=${one.id}`
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(refusal(await server.call(path, { token, headers }))).toEqual([403, 'INVALID_ACCESS'])
    expect(await unread()).toBe(before)
    expect((await post('read', { id: one.id })).body).toMatchObject({ id: one.id, isUnread: false })
    expect(await unread()).toBe(before - 1)
    expect(refusal(await post('read', { id: one.id }, stranger))).toEqual([404, 'INQUIRY_NOT_FOUND'])
    expect((await server.call(path, { token, headers: { 'sec-fetch-site': 'same-origin' } })).body.id).toBe(one.id)
    await post('close', { id: one.id })
  })

  it('is for whoever may read inquiries: finance does not find its answer among the messages of its member', async () => {
    const one = await asked('누가 보나요')
    await answer(one.id, { answer: '상담만 보는 답변입니다.' })
    const path = `message?playerId=${member.user.id}`
    const textsOf = async (by: Person) => JSON.stringify((await by.get(`/api/console/${path}`)).body)
    expect(await textsOf(cs)).toContain('상담만 보는 답변입니다.')
    const finance = await of('finance')
    expect(await textsOf(finance)).toContain('content')
    expect(await textsOf(finance)).not.toContain('상담만 보는 답변입니다.')
    await post('close', { id: one.id })
  })
})
