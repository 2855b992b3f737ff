import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { demoPassword } from '../members/index.ts'

type Person = Awaited<ReturnType<typeof staff>>
const day = 86_400_000
const reason = '콘텐츠 정리'
let server: TestServer
let cs: Person
let token: string
beforeAll(async () => {
  server = await startTestServer()
  cs = await staff(server, 'cs')
  token = (await server.login('demo1')).accessToken
})
afterAll(() => server.close())

const article = (parts: object) => ({
  reason,
  kind: 'FAQ',
  category: 'MONEY',
  title: '출금은 얼마나 걸리나요',
  content: '<p>보통 <b>40분</b> 안에 도착합니다.</p>',
  audience: 'ALL',
  position: 10,
  needsConsent: false,
  ...parts,
})
const write = (parts: object, by = cs) => by.post('/api/console/article', article(parts))
async function written(parts: object) {
  const { status, body } = await write(parts)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const read = (path: string, of: object = {}) => server.call(`/api/content/${path}`, of)
const titles = async (path: string, of: object = {}) =>
  (await read(path, of)).body.map(({ title }: { title: string }) => title)
const count = async () => (await cs.get('/api/console/article')).body.totalElements

describe('questions and answers', () => {
  it('are found by category and by all words of a search, wherever their spaces are', async () => {
    await written({ title: '둘째', position: 2, content: '<p>출금 보류란</p><p>무엇인가요 &amp; 왜</p>' })
    const first = await written({ title: '첫째', position: 1, category: 'ROUND', content: '<p>무효 회차</p>' })
    expect(await titles('faq/list')).toEqual(['첫째', '둘째'])
    expect(await titles('faq/list?category=ROUND')).toEqual(['첫째'])
    for (const q of ['출금보류', '보류 무엇', '둘째 & 왜', '  출금 '])
      expect(await titles(`faq/list?q=${encodeURIComponent(q)}`)).toEqual(['둘째'])
    for (const q of ['출금 회차', '<p>', '%', '_'])
      expect(await titles(`faq/list?q=${encodeURIComponent(q)}`)).toEqual([])
    expect((await read(`faq?id=${first.id}`)).body).toEqual({
      id: first.id,
      category: 'ROUND',
      title: '첫째',
      content: '<p>무효 회차</p>',
      isHelpful: null,
    })
    expect((await read('faq/list?page=0&size=1')).body).toMatchObject({ totalElements: 2 })
  })

  it('are of their site and of their kind alone', async () => {
    const { id } = await written({ title: '우리만' })
    expect(refusal(await read(`faq?id=${id}`, { siteInfoId: 15 }))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    expect((await read('faq/list', { siteInfoId: 15 })).body).toEqual([])
    expect(refusal(await read(`strategy?id=${id}`))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    const admin = await staff(server, 'admin')
    const elsewhere = await admin.post(`/api/console/article/${id}/withdraw`, { reason, version: 1 }, 15)
    expect(refusal(elsewhere)).toEqual([404, 'ARTICLE_NOT_FOUND'])
  })

  it('helped a member or did not: one vote each, the last one, counted for staff and given to who asks for his own', async () => {
    const { id } = await written({ title: '도움이 되나요' })
    const draft = await written({ title: '아직', isDraft: true })
    const strategy = await written({ kind: 'STRATEGY', category: 'OVERSEA' })
    const other = (await server.login('demo2')).accessToken
    const vote = (of: string, body: object) => server.call('/api/content/faq/vote', { token: of, body })
    expect((await read(`faq?id=${id}`, { token })).body.isHelpful).toBe(null)
    expect((await vote(token, { id, isHelpful: false })).body).toEqual({ isHelpful: false })
    expect((await vote(token, { id, isHelpful: true })).body).toEqual({ isHelpful: true })
    await Promise.all([1, 2, 3].map(() => vote(other, { id, isHelpful: false })))
    const mine = async (of: object) => (await read(`faq?id=${id}`, of)).body.isHelpful
    expect([await mine({ token }), await mine({ token: other }), await mine({})]).toEqual([true, false, null])
    const { content } = (await cs.get('/api/console/article?kind=FAQ')).body
    const row = content.find((one: { id: number }) => one.id === id)
    expect(row).toMatchObject({ helpful: 1, unhelpful: 1 })
    // A change of the text keeps them.
    const { kind: _, ...edit } = article({ title: '고친 질문', version: row.version })
    expect((await cs.post(`/api/console/article/${id}`, edit)).body).toMatchObject({ helpful: 1, unhelpful: 1 })
    for (const unseen of [draft.id, strategy.id, 999_999_999])
      expect(refusal(await vote(token, { id: unseen, isHelpful: true }))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    for (const body of [
      { id },
      { id, isHelpful: 'yes' },
      { id: 'x', isHelpful: true },
      { id, isHelpful: true, more: 1 },
    ])
      expect(refusal(await vote(token, body))).toEqual([400, 'INVALID_REQUEST'])
    expect((await server.call('/api/content/faq/vote', { body: { id, isHelpful: true } })).status).toBe(401)
    const own = await server.call('/api/user/personal', { token, body: { password: demoPassword } })
    expect(own.body.votes).toEqual([{ title: '고친 질문', isHelpful: true, at: expect.any(Number) }])
  })
})

describe('a popup', () => {
  const popup = { kind: 'POPUP', category: null }
  it('comes to those it is for, in its window, in its order', async () => {
    await written({ ...popup, title: '회원', audience: 'MEMBER', position: 2 })
    await written({ ...popup, title: '손님', audience: 'GUEST', position: 3, link: '/support/promotion' })
    await written({ ...popup, title: '모두', position: 1 })
    await written({ ...popup, title: '내일', startAt: Date.now() + day })
    const short = await written({ ...popup, title: '끝남', endAt: Date.now() + 1_000 })
    await until('its end', async () => (await read(`popup?id=${short.id}`)).status === 404)
    expect(await titles('popup/list')).toEqual(['모두', '손님'])
    expect(await titles('popup/list', { token })).toEqual(['모두', '회원'])
    const { body } = await read('popup/list')
    expect(body[1]).toMatchObject({ link: '/support/promotion', endAt: null })
    expect(refusal(await read(`popup?id=${body[1].id}`, { token }))).toEqual([404, 'ARTICLE_NOT_FOUND'])
  })

  it('leads to a page of the site and nowhere else', async () => {
    for (const link of ['javascript:alert(1)', 'https://example.com', '//example.com', '/a?b=//c'])
      expect((await write({ ...popup, link })).status, link).toBe(400)
  })
})

describe('a promotion', () => {
  const promotion = { kind: 'PROMOTION', category: null, conditions: '30배 거래', endAt: Date.now() + day }
  it('says until when and on what conditions, and promises no profit', async () => {
    const before = await count()
    const refused = async (parts: object) => (await write({ ...promotion, ...parts })).body
    expect(await refused({ endAt: undefined })).toMatchObject({
      code: 'CONTENT_INCOMPLETE',
      params: { what: '종료 시각' },
    })
    expect(await refused({ conditions: ' ' })).toMatchObject({ code: 'CONTENT_INCOMPLETE', params: { what: '조건' } })
    expect(await refused({ content: '<p>원금 <b>보장</b>!</p>' })).toMatchObject({ code: 'CONTENT_CLAIM' })
    expect(await refused({ conditions: '확정 수익' })).toMatchObject({ code: 'CONTENT_CLAIM' })
    expect(await count()).toBe(before)
    const { id } = await written({ ...promotion, title: '가을', content: '<p>수익을 보장하지 않습니다.</p>' })
    expect((await read(`promotion?id=${id}`)).body).toMatchObject({
      title: '가을',
      conditions: '30배 거래',
      link: null,
    })
    expect(await titles('promotion/list')).toEqual(['가을'])
  })
})

describe('a strategy', () => {
  it('is listed by category, the newest first', async () => {
    const of = { kind: 'STRATEGY', category: 'MARKET' }
    const { id } = await written({ ...of, title: '옛' })
    await written({ ...of, title: '새' })
    await written({ ...of, category: 'FUTURES', title: '선물' })
    expect(await titles('strategy/list?category=MARKET')).toEqual(['새', '옛'])
    expect((await read(`strategy?id=${id}`)).body).toMatchObject({ category: 'MARKET', title: '옛' })
  })

  it('says in its list how it begins and how long it takes to read', async () => {
    const of = { kind: 'STRATEGY', category: 'ROUND' }
    await written({ ...of, title: '짧은 글', content: '<h2>손절</h2><p>먼저 <b>정합니다</b> &amp; 지킵니다.</p>' })
    await written({ ...of, title: '긴 글', content: `<p>${'가나다라 '.repeat(250)}</p>` })
    const [long, short] = (await read('strategy/list?category=ROUND')).body
    expect(short).toMatchObject({ excerpt: '손절 먼저 정합니다 & 지킵니다.', minutes: 1 })
    expect(long).toMatchObject({ excerpt: `${'가나다라 '.repeat(18).trimEnd()}…`, minutes: 3 })
  })
})

describe('what staff write', () => {
  it.each([
    ['a script', { content: '<p>가</p><script>x</script>' }, 422, 'CONTENT_UNSAFE'],
    ['a link that runs code', { content: '<a href="javascript:x">가</a>' }, 422, 'CONTENT_UNSAFE'],
    ['a drawing', { content: '<svg><script>x</script></svg>가' }, 422, 'CONTENT_UNSAFE'],
    ['nothing', { content: '<p> </p>' }, 422, 'CONTENT_EMPTY'],
    ['a past start', { startAt: 1_000 }, 422, 'NOTICE_PAST'],
    ['a past end', { endAt: Date.now() - 1 }, 422, 'NOTICE_PAST'],
    ['no category of its kind', { category: 'MARKET' }, 400, 'INVALID_REQUEST'],
    ['no category', { category: null }, 400, 'INVALID_REQUEST'],
    ['another kind', { kind: 'NOTICE' }, 400, 'INVALID_REQUEST'],
    ['terms with an end', { kind: 'TERMS', category: null, endAt: Date.now() + day }, 400, 'INVALID_REQUEST'],
  ])('is refused: %s', async (_, parts, status, code) => {
    const before = await count()
    expect(refusal(await write(parts))).toEqual([status, code])
    expect(await count()).toBe(before)
  })

  it('is written once under one key, changed in the version that was seen, published and withdrawn, with before and after in the log', async () => {
    const key = randomUUID()
    const post = () => cs.post('/api/console/article', article({ title: '처음', isDraft: true }), 1, key)
    const [made] = [(await post()).body, await post()]
    expect((await post()).body.id).toBe(made.id)
    expect(refusal(await read(`faq?id=${made.id}`))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    const { kind: _, ...fields } = article({ title: '다음' })
    const edit = (version: number) => cs.post(`/api/console/article/${made.id}`, { ...fields, version })
    const edited = (await edit(made.version)).body
    expect(edited).toMatchObject({ title: '다음', version: made.version + 1, state: 'DRAFT' })
    expect(refusal(await edit(made.version))).toEqual([409, 'STALE_VERSION'])
    const step = (name: string, version: number) =>
      cs.post(`/api/console/article/${made.id}/${name}`, { reason, version })
    const shown = (await step('publish', edited.version)).body
    expect((await read(`faq?id=${made.id}`)).status).toBe(200)
    await step('withdraw', shown.version)
    expect((await read(`faq?id=${made.id}`)).status).toBe(404)
    const audit = await staff(server, 'audit')
    const { content } = (await audit.get(`/api/console/audit?subject=${made.id}`)).body
    expect(content[content.length - 2]).toMatchObject({
      action: 'POST /api/console/article/:id',
      reason,
      changes: [{ table: 'article', before: { title: '처음' }, after: { title: '다음' } }],
    })
  })

  it('is refused to whoever has no permission for it', async () => {
    expect(refusal(await write({}, await staff(server, 'finance')))).toEqual([403, 'PERMISSION_DENIED'])
  })
})

describe('terms', () => {
  const terms = (parts: object = {}) => written({ kind: 'TERMS', category: null, title: '이용약관', ...parts })
  const page = (query = '', of: object = {}) => read(`static?contentId=terms${query}`, of)
  const due = async (as = token) => (await read('consent', { token: as })).body
  const agree = (version: number, as = token) => read('consent', { token: as, body: { contentId: 'terms', version } })

  it('have versions; a member who did not agree to what is in force is asked until he did', async () => {
    expect((await page()).body).toMatchObject({ version: 0, title: '이용약관', versions: [{ version: 0 }] })
    expect(await due()).toEqual([])
    const first = await terms({ content: '<p>첫 판</p>', needsConsent: true })
    expect(first.revision).toBe(1)
    expect(await due()).toMatchObject([{ contentId: 'terms', version: 1, content: '<p>첫 판</p>' }])
    const { at } = (await agree(1)).body
    expect((await agree(1)).body).toEqual({ at })
    expect(await due()).toEqual([])
    expect((await page('', { token })).body).toMatchObject({ version: 1, agreedAt: at })
    expect((await page()).body).toMatchObject({ agreedAt: null })
  })

  it('that change a little ask nobody again; those that ask for it ask everybody who agreed before', async () => {
    await terms({ content: '<p>둘째 판</p>' })
    expect(await due()).toEqual([])
    const soon = await terms({ content: '<p>셋째 판</p>', needsConsent: true, startAt: Date.now() + 1_500 })
    expect(await due()).toEqual([])
    expect(refusal(await agree(soon.revision))).toEqual([409, 'CONSENT_STALE'])
    expect((await page()).body).toMatchObject({
      version: 2,
      versions: [{ version: 3 }, { version: 2 }, { version: 1 }],
    })
    await until('its start', async () => (await due()).length === 1)
    expect(await due()).toMatchObject([{ version: 3 }])
    expect(refusal(await agree(2))).toEqual([409, 'CONSENT_STALE'])
    expect(refusal(await agree(99))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    expect((await agree(3)).status).toBe(200)
    expect(await due()).toEqual([])
    expect((await page('&version=1')).body).toMatchObject({ version: 1, content: '<p>첫 판</p>' })
    const personal = await server.call('/api/user/personal', { token, body: { password: demoPassword } })
    expect(personal.body.terms).toMatchObject([{ contentId: 'terms', version: 3 }, { version: 1 }])
  })

  it('that were published stay as they are, and the next start after them', async () => {
    const { content } = (await cs.get('/api/console/article?kind=TERMS')).body
    const [newest] = content
    expect(newest).toMatchObject({ revision: 3, agreed: 1 })
    const { kind: _, ...fields } = article({ category: null, title: '몰래' })
    const edit = await cs.post(`/api/console/article/${newest.id}`, { ...fields, version: newest.version })
    expect(refusal(edit)).toEqual([409, 'CONTENT_FIXED'])
    const withdraw = (of: { id: number; version: number }) =>
      cs.post(`/api/console/article/${of.id}/withdraw`, { reason, version: of.version })
    expect(refusal(await withdraw(newest))).toEqual([409, 'CONTENT_FIXED'])
    const next = await terms({ startAt: Date.now() + 2 * day })
    expect(refusal(await write({ kind: 'TERMS', category: null, startAt: Date.now() + day }))).toEqual([
      422,
      'CONTENT_ORDER',
    ])
    expect((await withdraw(next)).status).toBe(200)
    expect((await page()).body.versions).toHaveLength(3)
  })

  it('are agreed to by whoever signs up', async () => {
    const name = `new${Date.now() % 1_000_000}`
    const form = {
      username: name,
      password: 'quiet-river-4821!',
      name: '김새봄',
      nick: `새봄${Date.now() % 10_000}`,
      phone: `010${String(Date.now()).slice(-8)}`,
      siteInfoId: 1,
    }
    const made = await server.call('/api/player', { body: form })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { accessToken } = await server.login(name, form.password)
    expect(await due(accessToken)).toEqual([])
    expect((await page('', { token: accessToken })).body).toMatchObject({ version: 3, agreedAt: expect.any(Number) })
  })

  it('of another site are not asked for, and guests are not asked', async () => {
    const elsewhere = await server.database.run(`select count(*)::int as count from article where site_id <> 1`)
    expect(elsewhere[0]?.['count']).toBe(0)
    expect(refusal(await read('consent'))).toEqual([401, 'UNAUTHENTICATED'])
    expect((await page('', { siteInfoId: 15 })).body).toMatchObject({ version: 0, title: 'Terms of use' })
  })

  it('are asked for at the next use, also where the house was restarted in between', async () => {
    await terms({ content: '<p>넷째 판</p>', needsConsent: true })
    await server.close(true)
    server = await startTestServer({ database: server.database })
    expect(await due()).toMatchObject([{ version: 5, content: '<p>넷째 판</p>' }])
    expect((await agree(5)).status).toBe(200)
    await server.close(true)
    server = await startTestServer({ database: server.database })
    expect(await due()).toEqual([])
  })
})
