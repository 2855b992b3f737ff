import { expect, test } from 'vitest'
import { latinKeys } from './hangul-keys.ts'

test.each([
  ['비밀번호', 'qlalfqjsgh'],
  ['안녕하세요', 'dkssudgktpdy'],
  ['홍길동', 'ghdrlfehd'],
  ['값2!', 'rkqt2!'],
  ['maru', 'maru'],
])('%s is typed as %s', (text, keys) => {
  expect(latinKeys(text)).toBe(keys)
  expect(latinKeys(text.normalize('NFD'))).toBe(keys)
})
