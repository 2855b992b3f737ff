import { describe, expect, it } from 'vitest'
import { Refused } from './refused.ts'
import { parseStrictJson } from './strict-json.ts'

const refused = (text: string) => {
  expect(() => parseStrictJson(text)).toThrow(Refused)
}

describe('a request body', () => {
  it.each([
    '{"point":1e9}',
    '{"point":1E9}',
    '{"point":1.5e+3}',
    '{"point":-0}',
    '{"point":-0.0}',
    '{"point":1.000000000000000000000000000001}',
    '{"point":0.123456789012345678901234567890}',
    '{"point":99999999999999999999}',
    '{"point":9007199254740993}',
    '[{"deep":{"point":1e3}}]',
  ])('holds no number that a decimal string would not: %s', refused)

  it.each([
    'NaN',
    '{"point":NaN}',
    '{"point":Infinity}',
    '{"point":0x10}',
    '{"point":01}',
    '{"a":1',
    "{'a':1}",
    '\u0000',
  ])('is JSON: %s', refused)

  it.each(['{"__proto__":{"admin":true}}', '{"a":{"constructor":{}}}', '{"\\u005f_proto__":1}'])(
    'poisons no prototype: %s',
    refused,
  )

  it.each(['{"a":"x\\u0000"}', '{"\\u0000":1}', '["\\ud800"]', '{"a":{"b":"\\udc00\\ud800"}}'])(
    'holds no text that cannot be kept: %s',
    refused,
  )

  it('keeps ordinary numbers and every string as they are', () => {
    const body = { point: 50000, rate: 1.85, small: -12.5, zero: 0, text: '1e9 -0 "__proto__" 12345678901234567890' }
    expect(parseStrictJson(JSON.stringify(body))).toEqual(body)
    expect(parseStrictJson('{"text":"\\ud83d\\ude00\\u200b"}')).toEqual({ text: '😀\u200b' })
    expect(parseStrictJson('{"name":"constructor","n":-5}')).toEqual({ name: 'constructor', n: -5 })
  })

  it('may be absent', () => {
    expect(parseStrictJson('')).toBeUndefined()
    expect(parseStrictJson(' \n')).toBeUndefined()
  })
})
