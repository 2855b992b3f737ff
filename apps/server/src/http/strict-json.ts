import { refuseUnboundedJson } from './json-bounds.ts'
import { Refused } from './refused.ts'

/**
 * Parses a request body, once it is known to be of bounded depth and size. Refuses what would silently become another value: bytes that are no UTF-8, a key that comes twice,
 * numbers with an exponent, minus zero, more digits than a number holds; the keys that poison a prototype; and text that
 * cannot be kept as it is (NUL, half a surrogate pair: PostgreSQL holds neither).
 */
export function parseStrictJson(body: Uint8Array): unknown {
  try {
    refuseUnboundedJson(body)
    const text = utf8.decode(body)
    if (text.trim() === '') return undefined
    const value: unknown = suspicious.test(text) ? JSON.parse(text, checked) : JSON.parse(text)
    if (hasRepeatedKey(text)) throw new Refused('INVALID_REQUEST', { field: 'body' })
    return value
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('INVALID_REQUEST', { field: 'body' })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Does an object of this JSON name a key twice, however it is written? Readers differ in which of the two counts. */
function hasRepeatedKey(text: string): boolean {
  const open: Set<string>[] = []
  for (const [token, quoted, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const key: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}

/** Cheap look at the whole text; hits inside strings are cleared by the exact check. */
const suspicious = /\d[eE]|-0|\d{16}|"(?:__proto__|constructor|prototype)"|\\u/
/** A number literal that a decimal string and a double hold alike. */
const exact = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d{0,15})(?:\.\d{1,12})?$/

/** Both can only come in as an escape (`\u0000`, `\ud800`), so that `suspicious` sees every text that may hold one. */
const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The reviver's third argument (the literal as it was written) is newer than the language's type library. */
function checked(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key === '__proto__' || key === 'prototype' || key === 'constructor') {
    throw new Refused('INVALID_REQUEST', { field: 'body' })
  }
  if (!isKeepable(key) || (typeof value === 'string' && !isKeepable(value))) {
    throw new Refused('INVALID_REQUEST', { field: 'body' })
  }
  if (typeof value === 'number') {
    const source = context?.source ?? String(value)
    const digits = source.replace(/[-.]/g, '').replace(/^0+/, '')
    if (!exact.test(source) || digits.length > 16 || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw new Refused('INVALID_REQUEST', { field: `body/${key}` })
    }
  }
  return value
}
