import { describe, expect, test } from 'vitest'
import { caretAfter, clampInteger, formatInteger, formatTyping, parseInteger } from './integer.ts'
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
  test('are read out of separators and suffix', () => expect(parseInteger('50,000원')).toBe(50000))
  test('have no decimals: the point is only a separator that is dropped', () =>
    expect(formatTyping('12.5')).toBe('125'))
  test('are negative only where that is allowed', () => {
    expect(parseInteger('-5')).toBe(5)
    expect(parseInteger('-5', { negative: true })).toBe(-5)
    expect(formatTyping('-1234', { negative: true })).toBe('-1,234')
  })
  test('stop at the safe integers', () => {
    expect(parseInteger('99999999999999999999')).toBe(Number.MAX_SAFE_INTEGER)
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
  test('lose leading zeros while typing', () => expect(formatTyping('007')).toBe('7'))
  test('the caret stays behind the digits it stood behind', () => {
    expect(caretAfter('12,345', 3)).toBe(4)
    expect(caretAfter('1,234', 4)).toBe(5)
    expect(caretAfter('1,234', 0)).toBe(0)
  })
})
