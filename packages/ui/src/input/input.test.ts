import { describe, expect, test } from 'vitest'
import { clampInteger, formatInteger, integerOf, stripFormat } from './integer.ts'
import { isAllowed, restrict } from './restrict.ts'

describe('restricted text reverts to the previous valid value', () => {
  test.each([
    ['email', 'a.b+c@d-e.kr', '가@b.kr'],
    ['number', '0123', '12.3'],
    ['number-dot', '12.30', '1.2.3'],
    ['number-dash', '010-1234', '010 1234'],
    ['username', 'maru_rider-1', 'Maru'],
    ['password', 'p@ss W0rd~', '비밀번호'],
  ] as const)('%s', (allow, valid, invalid) => {
    expect(restrict(valid, 'before', { allow })).toBe(valid)
    expect(restrict(invalid, 'before', { allow })).toBe('before')
  })
  test.each([
    ['korean', 'abc-1!', ['가', 'ㅎ', 'a b']],
    ['special', '홍길동12ab', ['a!', 'a b', 'a_b']],
    ['special-digits', '홍길동', ['홍1', '홍 길', '홍!']],
  ] as const)('kept out: %s', (exclude, valid, invalid) => {
    expect(isAllowed(valid, { exclude })).toBe(true)
    for (const text of invalid) expect(isAllowed(text, { exclude })).toBe(false)
  })
  test('an empty field is always allowed', () => expect(isAllowed('', { allow: 'email' })).toBe(true))
})

describe('whole numbers', () => {
  test('stop at the safe integers', () => {
    expect(integerOf('99999999999999999999')).toBe(Number.MAX_SAFE_INTEGER)
    expect(integerOf('-')).toBeNull()
    expect(clampInteger(-3)).toBe(0)
    expect(clampInteger(-3, { negative: true })).toBe(-3)
  })
  test('are clamped to min and max', () => {
    expect(clampInteger(4_999, { min: 5_000 })).toBe(5_000)
    expect(clampInteger(2_000_000, { max: 1_000_000 })).toBe(1_000_000)
  })
  test('show zero as empty', () => {
    expect(formatInteger(0)).toBe('')
    expect(formatInteger(null)).toBe('')
  })
  test('carry separators and suffix in their final form', () => {
    expect(formatInteger(1234567, { suffix: '원' })).toBe('1,234,567원')
    expect(formatInteger(1234567, { separator: ' ' })).toBe('1 234 567')
  })
  test('are typed without the separators and the suffix of their final form', () => {
    expect(stripFormat('1 234 5678 won', { separator: ' ', suffix: ' won' })).toBe('1,234,5678')
    expect(stripFormat('1,234 wo', { suffix: ' won' })).toBe('1,234')
  })
})
