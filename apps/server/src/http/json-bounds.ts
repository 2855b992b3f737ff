import { Refused } from './refused.ts'

/** No call of the contract nests deeper than a few levels; readers that call themselves would run out of stack far above. */
const maxJsonDepth = 32
/** Objects, arrays, members and elements of one body: more than 64 KiB can hold, and far less than a body of some MB could. */
const maxJsonParts = 120_000

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Refuses JSON that nests deeper or has more parts than any call needs, in one pass over its bytes, before anything reads it. */
export function refuseUnboundedJson(body: Uint8Array): void {
  let depth = 0
  let parts = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) at = endOfString(body, at)
    else if (byte === openBracket || byte === openBrace) {
      depth += 1
      parts += 1
      if (depth > maxJsonDepth) throw new Refused('INVALID_REQUEST', { field: 'body' })
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
    else if (byte === comma || byte === colon) parts += 1
    if (parts > maxJsonParts) throw new Refused('INVALID_REQUEST', { field: 'body' })
  }
}

/** The place of the quote that ends a string; the end of the bytes where none does. */
function endOfString(body: Uint8Array, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === backslash) at += 1
    else if (body[at] === quote) return at
  }
  return body.length
}
