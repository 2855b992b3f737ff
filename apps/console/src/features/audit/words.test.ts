import { expect, test } from 'vitest'
import { emptyFilter, queryOf, sentenceOf, shortHash, summaryOf, whatOf } from './words.ts'

test('a filter asks only for what was typed, and its last day counts to its end', () => {
  expect(queryOf(emptyFilter)).toEqual({})
  expect(queryOf({ ...emptyFilter, actor: '1101', subject: 'x', action: ' approveRequest ' })).toEqual({
    actor: '1101',
    action: 'approveRequest',
  })
  const { from, to } = queryOf({ ...emptyFilter, from: '2026-11-22', to: '2026-11-22' })
  expect(Number(to) - Number(from)).toBe(86_399_999)
})

test('a change is told by its first field, and a row that is new has nothing before', () => {
  const change = { table: 'dnw', row: '1:7', before: { status: 'REVIEW' }, after: { status: 'APPROVED', rev: 3 } }
  expect(summaryOf({ changes: [change] })).toBe('dnw status: REVIEW → APPROVED')
  expect(summaryOf({ changes: [{ ...change, before: null }] })).toBe('dnw status: 없음 → APPROVED')
  expect(summaryOf({ changes: [] })).toBe('–')
})

test('acts have words; a hash is cut, and is not there for some seconds', () => {
  expect([whatOf({ action: 'approveRequest' }), whatOf({ action: 'GET /api/console/audit' })]).toEqual([
    '승인',
    '감사 기록 보기',
  ])
  expect([shortHash('abcdef0123456789'), shortHash(null)]).toEqual(['abcd…6789', '봉인 중'])
})

test('an act is told in a sentence: who, what, on whom, and who agreed', () => {
  const act = {
    action: 'freezeWithdrawals',
    staffName: '재무담당',
    subjectId: 1001,
    subjectName: '김*루(de***)',
    approvedByName: null,
  }
  expect(sentenceOf(act)).toBe('재무담당님이 김*루(de***)님 건에 ‘출금 동결’을 했습니다')
  expect(sentenceOf({ ...act, action: 'GET /api/console/audit', subjectId: null, subjectName: null })).toBe(
    '재무담당님이 ‘감사 기록 보기’를 했습니다',
  )
  expect(sentenceOf({ ...act, subjectName: null, approvedByName: '재무담당2' })).toBe(
    '재무담당님이 #1001 건에 ‘출금 동결’을 했습니다 · 재무담당2님 동의',
  )
})
