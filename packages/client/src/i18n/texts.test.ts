// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { currentLanguage, defineTexts, setLanguage, textOf } from './texts.ts'

const texts = defineTexts('test', { some: '{count}건, {name}' }, { some: '{count} {count:request|requests}, {name}' })
const english = { ...texts, ko: texts.en }

test('a word goes with its number, however the number is written', () => {
  const say = (count: number | string) => textOf(english, 'some', { count, name: 'a' })
  expect([0, 1, 2, 1.5, '1', '1,001', '21'].map(say)).toEqual([
    '0 requests, a',
    '1 request, a',
    '2 requests, a',
    '1.5 requests, a',
    '1 request, a',
    '1,001 requests, a',
    '21 requests, a',
  ])
})

test('a value may stand in the words of a number', () => {
  const text = 'Closes {count:the position|all {count} positions}.'
  const one = defineTexts('test', { close: text }, { close: text })
  expect([1, 3].map((count) => textOf(one, 'close', { count }))).toEqual([
    'Closes the position.',
    'Closes all 3 positions.',
  ])
})

test('a parameter that is not given stays as it is written', () => {
  expect(textOf(english, 'some', { name: 'a' })).toBe('{count} {count:request|requests}, a')
  expect(textOf(texts, 'some', { count: 1 })).toBe('1건, {name}')
})

test('the document says the language of the page, also where it came in another one', () => {
  document.documentElement.lang = 'en'
  setLanguage(currentLanguage())
  expect(document.documentElement.lang).toBe('ko')
})
