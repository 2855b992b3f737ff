import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import type { ControlEvent } from '../ports.ts'

type Person = Awaited<ReturnType<typeof staff>>
const day = 86_400_000
const reason = '점검 안내'
let server: TestServer
let operator: Person
let token: string
const announced: Extract<ControlEvent, { kind: 'notice' }>[] = []
beforeAll(async () => {
  server = await startTestServer()
  operator = await staff(server, 'operator')
  token = (await server.login('demo1')).accessToken
  server.deps.bus.subscribe('control', (event) => {
    if (event.kind === 'notice') announced.push(event)
  })
})
afterAll(() => server.close())

const notice = (parts: object = {}) => ({
  reason,
  category: 'MAINTENANCE',
  title: '새벽 점검 안내',
  content: '<p>내일 <b>02:00</b>부터 한 시간</p>',
  isForced: false,
  isPinned: false,
  ...parts,
})
const write = (parts: object = {}, by = operator) => by.post('/api/console/notice', notice(parts))
async function written(parts: object = {}) {
  const { status, body } = await write(parts)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const list = async (query = '') => (await server.call(`/api/content/notice/list${query}`)).body
const titles = async (query = '') => (await list(query)).map(({ title }: { title: string }) => title)
const one = (id: number) => server.call(`/api/content/notice?id=${id}`)
const toRead = async () => (await server.call('/api/content/notice/forced', { token })).body
const ack = (id: number, of = token) => server.call(`/api/content/notice/${id}/ack`, { token: of, body: {} })
const count = async () => (await operator.get('/api/console/notice')).body.totalElements

describe('a notice', () => {
  it('is there for guests once it is published: pinned first, then the newest, by category, with its neighbours', async () => {
    const first = await written({ title: '가' })
    const pinned = await written({ title: '나', isPinned: true, category: 'EVENT' })
    const last = await written({ title: '다' })
    expect(await titles()).toEqual(['나', '다', '가'])
    expect(await titles('?category=EVENT')).toEqual(['나'])
    expect((await server.call('/api/content/notice/list?page=0&size=2')).body).toMatchObject({ totalElements: 3 })
    expect((await one(pinned.id)).body).toMatchObject({
      content: '<p>내일 <b>02:00</b>부터 한 시간</p>',
      previous: { id: first.id, title: '가' },
      next: { id: last.id, title: '다' },
    })
    expect((await server.call('/api/content/notice/categories')).body).toEqual([
      { category: 'NOTICE', count: 0 },
      { category: 'MAINTENANCE', count: 2 },
      { category: 'EVENT', count: 1 },
      { category: 'MONEY', count: 0 },
    ])
  })

  it('is not there as a draft, before its start, after its end or once it was withdrawn', async () => {
    const draft = await written({ isDraft: true, title: '초안' })
    const later = await written({ startAt: Date.now() + day, title: '예약' })
    const over = await written({ endAt: Date.now() + 1_000, title: '끝남' })
    await until('its end', async () => (await one(over.id)).status === 404)
    for (const { id } of [draft, later, over]) expect(refusal(await one(id))).toEqual([404, 'NOTICE_NOT_FOUND'])
    const { body } = await operator.post(`/api/console/notice/${draft.id}/publish`, { reason, version: draft.version })
    expect([body.state, (await one(draft.id)).status]).toEqual(['PUBLISHED', 200])
    await operator.post(`/api/console/notice/${draft.id}/withdraw`, { reason, version: body.version })
    expect(refusal(await one(draft.id))).toEqual([404, 'NOTICE_NOT_FOUND'])
    const titlesNow = await titles()
    for (const title of ['초안', '예약', '끝남']) expect(titlesNow).not.toContain(title)
  })

  it('is of its site alone', async () => {
    const { id } = await written({ title: '우리만' })
    const elsewhere = await server.call(`/api/content/notice?id=${id}`, { siteInfoId: 15 })
    expect(refusal(elsewhere)).toEqual([404, 'NOTICE_NOT_FOUND'])
    const others = (await server.call('/api/content/notice/list', { siteInfoId: 15 })).body
    expect(others).toEqual([])
  })

  it('is written once under one key', async () => {
    const before = await count()
    const key = randomUUID()
    const twice = await Promise.all([1, 2].map(() => operator.post('/api/console/notice', notice(), 1, key)))
    const again = await operator.post('/api/console/notice', notice(), 1, key)
    expect(again.status).toBe(200)
    expect(twice.filter(({ status, body }) => status === 200 && body.id === again.body.id).length).toBeGreaterThan(0)
    expect(await count()).toBe(before + 1)
  })
})

describe('what staff write', () => {
  it.each([
    ['<p>안내</p><script>alert(1)</script>', 'script'],
    ['<a href="javascript:alert(1)">안내</a>', 'href'],
    ['<a href=" java\tscript:alert(1)">안내</a>', 'href'],
    ['<svg><script>alert(1)</script></svg>안내', 'svg'],
    ['<p onclick="alert(1)">안내</p>', 'onclick'],
    ['<iframe src="https://example.com"></iframe>안내', 'iframe'],
  ])('is refused where it holds code: %s', async (content, found) => {
    const before = await count()
    const answer = await write({ content })
    expect(refusal(answer)).toEqual([422, 'CONTENT_UNSAFE'])
    expect(answer.body.params).toEqual({ found })
    expect(await count()).toBe(before)
  })

  it('keeps harmless marks and links to the web, and no others', async () => {
    const content =
      '<h2 class="x">점검</h2><p style="color:red">가<marquee>나</marquee></p><a href="https://example.com" target="_top">다</a>'
    const { content: kept } = await written({ content })
    expect(kept).toBe('<h2>점검</h2><p>가나</p><a href="https://example.com">다</a>')
  })

  it('has text, and a period that is not over', async () => {
    expect(refusal(await write({ content: '<p>&nbsp; <br></p>' }))).toEqual([422, 'CONTENT_EMPTY'])
    for (const period of [
      { startAt: Date.now() - day },
      { endAt: Date.now() - 1 },
      { startAt: Date.now() + 2 * day, endAt: Date.now() + day },
    ])
      expect(refusal(await write(period))).toEqual([422, 'NOTICE_PAST'])
  })

  it('is changed in the version that was seen, with before and after in the log', async () => {
    const made = await written({ title: '처음' })
    const edit = (version: number, title: string) =>
      operator.post(`/api/console/notice/${made.id}`, { ...notice({ title }), version })
    expect((await edit(made.version, '다음')).body).toMatchObject({ title: '다음', version: made.version + 1 })
    expect(refusal(await edit(made.version, '늦음'))).toEqual([409, 'STALE_VERSION'])
    expect((await one(made.id)).body.title).toBe('다음')
    const audit = await staff(server, 'audit')
    const { content } = (await audit.get(`/api/console/audit?subject=${made.id}`)).body
    expect(content[0]).toMatchObject({
      action: 'POST /api/console/notice/:id',
      reason,
      changes: [{ table: 'notice', before: { title: '처음' }, after: { title: '다음' } }],
    })
  })

  it('is refused to whoever has no permission for it, and names no notice of another site', async () => {
    expect(refusal(await write({}, await staff(server, 'finance')))).toEqual([403, 'PERMISSION_DENIED'])
    const admin = await staff(server, 'admin')
    const { id, version } = await written()
    const elsewhere = await admin.post(`/api/console/notice/${id}/withdraw`, { reason, version }, 15)
    expect(elsewhere.status).toBe(404)
    expect((await one(id)).status).toBe(200)
  })
})

describe('a forced notice', () => {
  it('goes to its site within a second, and stays to be read by whoever was away until he confirms it', async () => {
    const { id } = await written({ isForced: true, title: '긴급' })
    const sent = await until('the announcement', async () => announced.find(({ data }) => data.id === id))
    expect(sent).toMatchObject({ siteId: 1, data: { title: '긴급', content: '<p>내일 <b>02:00</b>부터 한 시간</p>' } })
    const unread = await toRead()
    expect(unread).toMatchObject([{ id, title: '긴급' }])
    expect(unread[0].ageMs).toBeGreaterThanOrEqual(0)
    expect(unread[0].ageMs).toBeLessThan(day)
    const first = await ack(id)
    expect((await ack(id)).body).toEqual(first.body)
    expect(await toRead()).toEqual([])
    const { content } = (await operator.get('/api/console/notice')).body
    expect(content.find((row: { id: number }) => row.id === id)).toMatchObject({ acks: 1 })
    expect(announced.filter(({ data }) => data.id === id)).toHaveLength(1)
  })

  it('that waits for its hour goes when it has come, not before', async () => {
    const { id } = await written({ isForced: true, startAt: Date.now() + 1_500, title: '예약한 긴급' })
    expect(announced.some(({ data }) => data.id === id)).toBe(false)
    expect(await toRead()).toEqual([])
    expect(refusal(await ack(id))).toEqual([404, 'NOTICE_NOT_FOUND'])
    await until('its hour', async () => announced.some(({ data }) => data.id === id))
    expect(await toRead()).toMatchObject([{ id }])
    await ack(id)
  })

  it('that says something else is to be read anew', async () => {
    const made = await written({ isForced: true, title: '하나' })
    await until('the first', async () => announced.some(({ data }) => data.id === made.id))
    await ack(made.id)
    expect(await toRead()).toEqual([])
    await operator.post(`/api/console/notice/${made.id}`, {
      ...notice({ isForced: true, title: '둘' }),
      version: made.version,
    })
    await until('the second', async () => announced.some(({ data }) => data.id === made.id && data.title === '둘'))
    expect(await toRead()).toMatchObject([{ id: made.id, title: '둘' }])
    await ack(made.id)
    expect(await toRead()).toEqual([])
  })

  it('that is taken back, or need not be read any more, leaves the screens', async () => {
    const gone: number[] = []
    const end = server.deps.bus.subscribe('control', (event) => {
      if (event.kind === 'noticeGone') gone.push(event.data.id)
    })
    const [one, other, plain] = [
      await written({ isForced: true }),
      await written({ isForced: true, title: '풀린 공지' }),
      await written(),
    ]
    const step = (id: number, version: number, path = '', body: object = {}) =>
      operator.post(`/api/console/notice/${id}${path}`, { reason: '잘못 씀', version, ...body })
    expect((await step(one.id, one.version, '/withdraw')).status).toBe(200)
    // The same notice, read by who wants to.
    const { isForced: _, ...same } = notice({ title: '풀린 공지' })
    expect((await step(other.id, other.version, '', { ...same, isForced: false })).status).toBe(200)
    expect((await step(plain.id, plain.version, '/withdraw')).status).toBe(200)
    expect(gone).toEqual([one.id, other.id])
    const left = (await toRead()).map(({ id }: { id: number }) => id)
    expect(left.filter((id: number) => id === one.id || id === other.id)).toEqual([])
    end()
  })

  it('leaves the screens when its end has come, once, at whichever end staff gave it last', async () => {
    const gone: number[] = []
    const end = server.deps.bus.subscribe('control', (event) => {
      if (event.kind === 'noticeGone') gone.push(event.data.id)
    })
    const endAt = Date.now() + 1_200
    const [short, moved, plain] = [
      await written({ isForced: true, endAt, title: '짧은 공지' }),
      await written({ isForced: true, endAt, title: '미룬 공지' }),
      await written({ endAt, title: '강제가 아닌 공지' }),
    ]
    const edit = (version: number, at: number) =>
      operator.post(`/api/console/notice/${moved.id}`, {
        ...notice({ isForced: true, title: '미룬 공지', endAt: at }),
        version,
      })
    const later = (await edit(moved.version, endAt + 3_000)).body
    expect(gone).toEqual([])
    await until('its end', async () => gone.includes(short.id))
    expect([Date.now() >= endAt, Date.now() < endAt + 2_900]).toEqual([true, true])
    expect(gone).toEqual([short.id])
    const left = async () => (await toRead()).map(({ title }: { title: string }) => title)
    expect(await left()).toContain('미룬 공지')
    await until('the moved end', async () => gone.includes(moved.id))
    expect(await left()).not.toContain('미룬 공지')
    // It is over, and comes anew where staff give it more time.
    const told = () => announced.filter(({ data }) => data.id === moved.id).length
    expect(told()).toBe(1)
    expect((await edit(later.version, Date.now() + day)).status).toBe(200)
    await until('the announcement', async () => told() === 2)
    expect(await left()).toContain('미룬 공지')
    expect(gone.filter((id) => id === short.id || id === plain.id)).toEqual([short.id])
    end()
    await ack(moved.id)
  })

  it('is told to a guest as long as it holds, whoever else has read it', async () => {
    const guest = async (siteInfoId = 1) => {
      const { status, body } = await server.call('/api/content/notice/forced', { siteInfoId })
      expect(status).toBe(200)
      return body.map(({ id }: { id: number }) => id)
    }
    const { id, version } = await written({ isForced: true, title: '손님에게도' })
    const plain = await written()
    await ack(id)
    expect(await guest()).toContain(id)
    expect(await guest()).not.toContain(plain.id)
    expect(await guest(15)).not.toContain(id)
    await operator.post(`/api/console/notice/${id}/withdraw`, { reason, version })
    expect(await guest()).not.toContain(id)
  })

  it('is the only one that can be confirmed', async () => {
    const { id } = await written()
    expect(refusal(await ack(id))).toEqual([404, 'NOTICE_NOT_FOUND'])
    expect(refusal(await ack(999_999_999))).toEqual([404, 'NOTICE_NOT_FOUND'])
  })

  it('is for every member who may sign in', async () => {
    const { members } = (await operator.get('/api/console/notice/reach')).body
    const rows = await server.database.run(
      `select count(*)::int as count from member where site_id = 1 and kind <> 'STAFF' and status = 'ACTIVE'`,
    )
    expect(members).toBe(rows[0]?.['count'])
    expect(members).toBeGreaterThan(0)
  })
})
