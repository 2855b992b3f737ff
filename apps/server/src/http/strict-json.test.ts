import { describe, expect, it } from 'vitest'
import { Refused } from './refused.ts'
import { parseStrictJson as parse } from './strict-json.ts'

const parseStrictJson = (text: string) => parse(Buffer.from(text))

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

  it.each([
    '{"point":1,"point":2}',
    '{"point":1,"a":{},"point":1}',
    '{"a":[{"b":1,"b":1}]}',
    '{"point":1,"\\u0070oint":2}',
    '{"a\\"b":1,"a\\"b":2}',
    '{"a" : 1, "a"\n: 2}',
  ])('names no key twice: %s', refused)

  it('may name a key once in each of its objects, and hold text that looks like keys', () => {
    for (const text of [
      '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
      '{"a":"\\"a\\":1,\\"a\\":2","b":"{\\"a\\":1}"}',
      '{"a":["a","a"],"A":1}',
    ]) {
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }
  })

  it.each([
    ['a byte that begins no character', [0xff]],
    ['a character cut short', [0xe3, 0x85]],
    ['an overlong form', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('is UTF-8: not %s', (_name, bytes) => {
    const text = Buffer.concat([Buffer.from('{"nick":"'), Buffer.from(bytes), Buffer.from('"}')])
    expect(() => parse(text)).toThrow(Refused)
  })

  it('has no byte order mark', () => {
    expect(() => parse(Buffer.from('\ufeff{"a":1}'))).toThrow(Refused)
  })
})

describe('the bounds of a body', () => {
  const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

  it('nests 32 levels and no more, however it is written', () => {
    expect(parseStrictJson(nested('[', ']', 32))).toBeInstanceOf(Array)
    for (const text of [nested('[', ']', 33), nested('{"a":', '}', 33), '['.repeat(60_000), nested('[', ']', 30_000)])
      refused(text)
    // What stands in a string nests nothing.
    const text = `${'['.repeat(100)}\\"`
    expect(parseStrictJson(JSON.stringify({ text }))).toEqual({ text })
  })

  it('has no more than 120,000 parts', () => {
    expect(parseStrictJson(`[${'1,'.repeat(119_998)}1]`)).toHaveLength(119_999)
    refused(`[${'1,'.repeat(120_000)}1]`)
    refused(`[${'{},'.repeat(700_000)}{}]`)
  })

  it('is refused before an unterminated string is searched from each of its quotes', { timeout: 10_000 }, () => {
    refused(`{"a":"${'\\"'.repeat(1_000_000)}`)
  })
})
