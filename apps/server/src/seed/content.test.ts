import { FaqCategory, NoticeCategory, StrategyCategory } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { safeHtml } from '../content/safe-html.ts'
import { seedContent } from './index.ts'
import { enTexts } from './texts/en.ts'
import { koTexts } from './texts/ko.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_CONTENT: '1' } })
})
afterAll(() => server.close())

const list = async (path: string, siteInfoId: number): Promise<Record<string, unknown>[]> => {
  const { status, body } = await server.call(`/api/content/${path}`, { siteInfoId })
  expect(status).toBe(200)
  return body
}
const categories = (rows: Record<string, unknown>[]) => [...new Set(rows.map(({ category }) => category))].sort()
const korean = /[가-힣]/
const all = ({ faq, strategies, promotions, notices }: typeof koTexts) => [
  ...faq,
  ...strategies,
  ...promotions,
  ...notices,
]

describe('a demo site begins', () => {
  it('with questions and notices of every category, investment info and a promotion', async () => {
    expect(categories(await list('faq/list', 1))).toEqual([...FaqCategory.options].sort())
    expect(categories(await list('strategy/list', 1))).toEqual([...StrategyCategory.options].sort())
    const notices = await list('notice/list', 1)
    expect(categories(notices)).toEqual([...NoticeCategory.options].sort())
    expect(notices[0]).toMatchObject({ isPinned: true })
    const [promotion] = await list('promotion/list', 1)
    const shown = (await server.call(`/api/content/promotion?id=${promotion?.['id']}`)).body
    expect(shown).toMatchObject({ conditions: expect.stringContaining('현금으로 바꿀 수 없습니다') })
  })

  it('in its language, and without what it does not trade', async () => {
    const english = await list('faq/list', 15)
    expect(english.filter(({ title }) => korean.test(String(title)))).toEqual([])
    expect(categories(english)).toEqual(['ACCOUNT', 'COPY', 'LIMITS', 'MONEY', 'ROUND', 'SECURITY'])
    expect((await list('faq/list', 25)).every(({ title }) => korean.test(String(title)))).toBe(true)
  })

  it('a search finds an answer by its words', async () => {
    const found = await list(`faq/list?q=${encodeURIComponent('출금 수수료')}`, 1)
    expect(found.map(({ title }) => title)).toContain('출금 수수료와 한도는 얼마인가요?')
  })
})

it('staff see at the desk what a demo site begins with, as written by nobody of them', async () => {
  const cs = await staff(server, 'cs')
  for (const path of ['notice', 'article?kind=FAQ', 'article?kind=STRATEGY', 'article?kind=PROMOTION']) {
    const { status, body } = await cs.get(`/api/console/${path}`)
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
    expect(body.content.length, path).toBeGreaterThan(0)
    expect(body.content[0], path).toMatchObject({ createdBy: null })
  }
  for (const path of ['notice.csv', 'article.csv?kind=FAQ'])
    expect((await cs.get(`/api/console/${path}`)).status).toBe(200)
})

it('what staff changed, took away or wrote stays through the next starts, and nothing comes twice', async () => {
  await server.database.run(`update article set title = '바꾼 제목', version = 2 where site_id = 1 and id = 1`)
  await server.database.run(`update article set state = 'WITHDRAWN' where site_id = 1 and id = 2`)
  await server.database.run(`update notice set content = '<p>고친 글</p>' where site_id = 1 and id = 4`)
  const rows = () =>
    server.database.run('select site_id, id, title, content, state, version from article order by site_id, id')
  const notices = () => server.database.run('select site_id, id, content from notice order by site_id, id')
  const before = [await rows(), await notices()]
  const { db, clocks } = server.deps
  // Two processes that start at once.
  await Promise.all([1, 2].map(() => seedContent(db, [1, 15, 25, 33], clocks.wall() + 86_400_000)))
  expect([await rows(), await notices()]).toEqual(before)
})

it('a line that is switched on later brings its texts', async () => {
  await server.database.run(`update site set flags = '000101' where id = 15`)
  await seedContent(server.deps.db, [15], server.deps.clocks.wall())
  expect(categories(await list('faq/list?category=FUTURES', 15))).toEqual(['FUTURES'])
})

it('both languages say the same, in HTML that is kept as it is', () => {
  const outline = ({ faq, strategies, promotions, notices }: typeof koTexts) =>
    [faq, strategies, notices]
      .flatMap((texts) => texts.map(({ category }) => category))
      .concat(promotions.map(() => 'MARKET' as const))
  expect(outline(enTexts)).toEqual(outline(koTexts))
  for (const { content } of [...all(koTexts), ...all(enTexts)]) expect(safeHtml(content)).toBe(content)
  for (const { title, content } of all(enTexts)) expect(`${title} ${content}`).not.toMatch(korean)
})

it('no text promises a profit', () => {
  for (const { title, content } of [...all(koTexts), ...all(enTexts)])
    expect(`${title} ${content}`).not.toMatch(
      /수익(을|이)? ?보장|원금 ?보장|확정 수익|무조건|guaranteed|risk-free|sure profit/i,
    )
})
