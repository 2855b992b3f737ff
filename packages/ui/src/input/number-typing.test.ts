import { describe, expect, test } from 'vitest'
import { caretAfter, typeNumber } from './number-typing.ts'
import type { NumberRules } from './read-number.ts'

const price: NumberRules = { decimals: 2 }
const won: NumberRules = { decimals: 0, units: ['원', '₩', 'KRW'] }
const comma: NumberRules = { decimals: 2, mark: ',' }

const whole = (after: string, rules: NumberRules, before = '') =>
  typeNumber({ before, after, caret: after.length, isKey: false }, rules)
/** Types a text key by key into an empty field. */
const keys = (text: string, rules: NumberRules) =>
  [...text].reduce(
    (now, key) =>
      typeNumber({ before: now.text, after: now.text + key, caret: now.text.length + 1, isKey: true }, rules),
    { text: '', value: '', fault: null } as ReturnType<typeof typeNumber>,
  )

describe('a number that was pasted is read as it was meant', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['１，２３４．５', '1234.5'],
    [' 1,234 ', '1234'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['007', '7'],
    ['1.230000', '1.23'],
  ])('%s', (text, value) => expect(whole(text, price)).toMatchObject({ value, fault: null }))
  test.each([
    ['50,000원', '50000'],
    ['₩50,000', '50000'],
    ['50,000 KRW', '50000'],
    ['1.000.000', '1000000'],
    ['50,000.00', '50000'],
  ])('%s in a field of won', (text, value) => expect(whole(text, won)).toMatchObject({ value, fault: null }))
  test('where the visitor writes decimals with a comma, one comma is one', () => {
    expect(whole('1234,5', comma).value).toBe('1234.5')
    expect(whole(',5', comma).value).toBe('0.5')
  })
})

describe('a number that could be another one is refused and stays as it was entered', () => {
  test.each([
    ['1,5', 'form'],
    ['1234,5', 'form'],
    ['1,50', 'form'],
    ['1,2345', 'form'],
    ['1.2.3', 'form'],
    ['1,234,56', 'form'],
    ['-5', 'sign'],
    ['\u22125', 'sign'],
    ['(500)', 'form'],
    ['1e5', 'form'],
    ['0x10', 'form'],
    ['5만', 'form'],
    ['1.5 BTC', 'form'],
    ['1 2', 'form'],
    ['1.239', 'decimals'],
    ['1234567890123', 'size'],
    ['NaN', 'form'],
    ['1\n2', 'form'],
  ])('%s', (text, fault) => expect(whole(text, price)).toMatchObject({ value: '', fault }))
  test.each([
    ['12.5', 'decimals'],
    ['1.000', 'decimals'],
    ['50.000', 'decimals'],
    ['10,5', 'form'],
    ['50,000.5', 'decimals'],
    ['1 BTC', 'form'],
  ])('%s in a field of won', (text, fault) => expect(whole(text, won)).toMatchObject({ value: '', fault }))
  test('where both marks are in use, a single one before three digits has two meanings', () => {
    expect(whole('1,234', comma)).toEqual({ text: '1,234', value: '', fault: 'form' })
    expect(whole('1.234', { ...comma, decimals: 3 })).toMatchObject({ value: '', fault: 'form' })
  })
  test('also where the entry begins like the text that it replaces', () =>
    expect(whole('1,5', price, '1,500')).toMatchObject({ value: '', fault: 'form' }))
})

describe('keys', () => {
  test('group their digits, take one point, and separators that stand where they belong', () => {
    expect(keys('65400.5', price)).toEqual({ text: '65,400.5', value: '65400.5', fault: null })
    expect(keys('12.', price)).toEqual({ text: '12.', value: '12', fault: null })
    expect(keys('.5', price)).toEqual({ text: '0.5', value: '0.5', fault: null })
    expect(keys('1,234.5', price).value).toBe('1234.5')
    expect(keys('1,000,000', won).value).toBe('1000000')
    expect(keys('1.234,5', { decimals: 3 }).value).toBe('1234.5')
    expect(keys('007', won).text).toBe('7')
  })
  test('never lead past a refused one to another number', () => {
    expect(keys('1,5', price)).toMatchObject({ text: '1,5', value: '', fault: 'form' })
    expect(keys('1,500', price)).toMatchObject({ text: '1,500', value: '1500', fault: null })
    expect(keys('12.5', won)).toMatchObject({ text: '12.5', value: '', fault: 'decimals' })
    expect(keys('12.00', won)).toMatchObject({ text: '12.00', value: '12', fault: null })
    expect(keys('12.000', won)).toMatchObject({ value: '', fault: 'decimals' })
    expect(keys('65401.25', { decimals: 1 })).toMatchObject({ text: '65,401.25', value: '', fault: 'decimals' })
    expect(keys('-5', won)).toMatchObject({ text: '-5', value: '', fault: 'sign' })
    expect(keys('1e5', price)).toMatchObject({ text: '1e5', value: '', fault: 'form' })
    expect(keys('1.2.3', price)).toMatchObject({ value: '', fault: 'form' })
  })
  test('a comma is a point on a keyboard that has no other', () => {
    expect(keys('1234,5', comma)).toEqual({ text: '1,234.5', value: '1234.5', fault: null })
    expect(keys(',5', comma).value).toBe('0.5')
  })
  test('a negative number is one where the field has them', () => {
    const signed = { decimals: 0, negative: true }
    expect(keys('-', signed)).toEqual({ text: '-', value: '', fault: null })
    expect(keys('-1234', signed)).toEqual({ text: '-1,234', value: '-1234', fault: null })
  })
  test('taking out and putting in regroups what the field itself shows', () => {
    const edit = (before: string, after: string, caret: number, isKey = true) =>
      typeNumber({ before, after, caret, isKey }, price)
    expect(edit('1,234', '1,23', 4).text).toBe('123')
    expect(edit('1,234', '1234', 1).text).toBe('1,234')
    expect(edit('1,234', '19,234', 2)).toMatchObject({ text: '19,234', value: '19234' })
    expect(edit('1,234', '1,234000', 8, false)).toMatchObject({ text: '1,234,000', value: '1234000' })
    expect(edit('1,234.567', '1,34.567', 2)).toMatchObject({ text: '134.567', fault: 'decimals' })
    expect(edit('1,5', '1', 1).value).toBe('1')
  })
})

describe('the caret stays behind the figure that was put in', () => {
  test.each([
    ['1234', 4, '1,234', 5],
    ['12345.6', 2, '12,345.6', 3],
    ['12,3945.6', 5, '123,945.6', 5],
    ['1,5', 3, '1,5', 3],
  ])('%s', (after, caret, text, at) => expect(caretAfter({ before: '', after, caret, isKey: true }, text)).toBe(at))
})
