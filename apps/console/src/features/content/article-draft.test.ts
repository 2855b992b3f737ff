import type { ConsoleArticle } from '@maru/contract'
import { expect, it } from 'vitest'
import { articleBodyOf, articleDraftOf, missingInArticle } from './article-draft.ts'

const now = Date.parse('2026-11-23T03:00:00Z')
const draft = (parts: object) => ({ ...articleDraftOf('PROMOTION', null), title: '가', html: '<p>나</p>', ...parts })

it('says what is missing before a text can be sent', () => {
  const missing = (parts: object) =>
    missingInArticle(draft({ conditions: '조건', to: '2026-12-01T00:00', ...parts }), now)
  expect(missing({})).toBe(null)
  expect(missing({ title: ' ' })).toBe('제목을 입력해 주세요')
  expect(missing({ html: '' })).toBe('내용을 입력해 주세요')
  expect(missing({ conditions: ' ' })).toBe('조건을 입력해 주세요')
  expect(missing({ to: '' })).toBe('종료 시각을 정해 주세요')
  expect(missing({ to: '2026-11-23T11:59' })).toBe('기간을 확인해 주세요')
  expect(missing({ link: 'https://example.com' })).toBe('링크는 /로 시작해야 합니다')
  expect(missing({ position: '-1' })).toBe('순서를 숫자로 입력해 주세요')
})

it('sends what the form has, and keeps a start that nobody changed', () => {
  const row = { kind: 'FAQ', category: 'MONEY', title: 'a', content: 'b', startAt: now + 1, endAt: null, position: 3 }
  const form = articleDraftOf('FAQ', row as ConsoleArticle)
  expect(articleBodyOf(form, row as ConsoleArticle)).not.toHaveProperty('startAt')
  expect(articleBodyOf({ ...form, from: '2026-11-24T12:00' }, row as ConsoleArticle)).toMatchObject({
    startAt: now + 86_400_000,
    position: 3,
    category: 'MONEY',
  })
  expect(articleBodyOf({ ...draft({ to: '2026-12-01T00:00' }), kind: 'TERMS' }, null)).not.toHaveProperty('endAt')
})
