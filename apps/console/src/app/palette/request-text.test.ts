import { expect, test } from 'vitest'
import { requestText } from './request-text.ts'

test.each([
  ['42', '42'],
  ['D42', 'D42'],
  ['31,000', '31,000'],
  ['31,000원', '31,000'],
  ['0.25', '0.25'],
  ['0x9f86d081884c7d659a2feaa0c55ad015', '0x9f86d081884c7d659a2feaa0c55ad015'],
  ['pay-2026-000123', 'pay-2026-000123'],
  [' 7 ', '7'],
])('%s names a request', (text, asked) => expect(requestText(text)).toBe(asked))

test.each(['', '홍길동', 'demo1', 'abcdefghijkl', '위험', '12 34', 'D'])('%s names none', (text) =>
  expect(requestText(text)).toBeNull(),
)
