import type { ConsoleNotice } from '@maru/contract'
import { expect, it } from 'vitest'
import { stateOf } from './words.ts'

const of = (parts: Partial<ConsoleNotice>) =>
  stateOf({ state: 'PUBLISHED', startAt: 100, endAt: 200, ...parts } as ConsoleNotice, 150)

it('says whether members see a notice', () => {
  expect(of({})).toBe('게시 중')
  expect(of({ endAt: null })).toBe('게시 중')
  expect(of({ startAt: 151 })).toBe('예약')
  expect(of({ endAt: 150 })).toBe('종료')
  expect(of({ state: 'DRAFT', endAt: 150 })).toBe('임시 저장')
  expect(of({ state: 'WITHDRAWN' })).toBe('게시 중단')
})
