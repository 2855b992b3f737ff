import { expect, test } from 'vitest'
import { randomHex } from './random.ts'

test('each byte is handed out once, also where a pool ends in the middle', () => {
  const texts = Array.from({ length: 5_000 }, () => randomHex(32))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.filter((text) => !/^[0-9a-f]{64}$/.test(text) || text.includes('0'.repeat(16)))).toEqual([])
  expect(randomHex(4_096)).toHaveLength(8_192)
})
