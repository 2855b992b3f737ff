import { expect, test } from 'vitest'
import { actWords, namedRoutes } from './act-words.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'

const ofStaff = Object.values<Endpoint>(endpoints)
  .filter(({ auth }) => auth === 'staff')
  .map(({ method, path }) => `${method} ${path}`)

test('every call of staff has words in the log', () => {
  expect(ofStaff.filter((name) => actWords(name) === null)).toEqual([])
})

test('no words are left of a call that is gone', () => {
  expect(namedRoutes.filter((name) => !ofStaff.includes(name))).toEqual([])
})

test('a file is called as its list is, and what is no call has no words', () => {
  expect(actWords('GET /api/console/member.csv')).toEqual({ ko: '회원 찾기 (파일)', en: 'Searched members (file)' })
  expect(actWords('approveRequest')).toEqual({ ko: '승인', en: 'Approved' })
  expect(actWords('nothing of ours')).toBeNull()
})
