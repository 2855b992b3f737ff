import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFrame } from './encode.ts'
import type { Frame } from './frame.ts'
import { FrameParser } from './parser.ts'

const limits = { maxHeaders: 8, maxHeaderBytes: 4_096, maxBodyBytes: 4_096, maxFramesPerMessage: 16 }
const parse = (...chunks: (string | Uint8Array)[]) => {
  const parser = new FrameParser(limits)
  const frames: Frame[] = []
  for (const chunk of chunks) {
    const parsed = parser.push(chunk)
    frames.push(...parsed.frames)
    if (parsed.error !== null) return { frames, error: parsed.error }
  }
  return { frames, error: null }
}
const plain = (frame: Frame) => ({
  command: frame.command,
  headers: [...frame.headers],
  body: Buffer.from(frame.body).toString('utf8'),
})

// The reader takes a NUL in a header for the end of the frame.
const withoutNul = (name: string) => !name.includes('\0')
const text = fc.string({ unit: 'binary', maxLength: 20 }).filter(withoutNul)
const names = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((name) => withoutNul(name) && name !== 'content-length')
const frames = fc.record({
  command: fc.constantFrom('SEND', 'MESSAGE', 'ERROR'),
  headers: fc.uniqueArray(fc.tuple(names, text), { maxLength: 7, selector: ([name]) => name }),
  body: fc.string({ unit: 'binary', maxLength: 100 }),
})
type Plain = { command: string; headers: [string, string][]; body: string }

/** Cuts bytes at the given places, in order. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

describe('a frame that is written is read again', () => {
  test('whatever its headers and body hold, and however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(frames, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.constantFrom('', '\n', '\r\n', '\n\n\r\n'),
        (written: Plain[], places, between) => {
          const stream = Buffer.concat(
            written.flatMap(({ command, headers, body }) => [
              encodeFrame(command, headers, body),
              Buffer.from(between),
            ]),
          )
          const { frames: read, error } = parse(...cut(stream, places))
          expect(error).toBeNull()
          const shown = read.map(plain).map(({ command, headers, body }) => ({
            command,
            headers: headers.filter(([name]) => name !== 'content-length'),
            body,
          }))
          expect(shown).toEqual(written.map(({ command, headers, body }) => ({ command, headers, body: utf8(body) })))
        },
      ),
    )
  })

  test('byte by byte', () => {
    const bytes = encodeFrame('SEND', [['destination', '/app/핑:\n\\']], 'a\0b')
    const { frames } = parse(...[...bytes].map((byte) => Uint8Array.of(byte)))
    expect(frames.map(plain)).toEqual([
      {
        command: 'SEND',
        headers: [
          ['destination', '/app/핑:\n\\'],
          ['content-length', '3'],
        ],
        body: 'a\0b',
      },
    ])
  })
})

/** Lone surrogates have no UTF-8 form; strings of code points have none of them, so this changes nothing else. */
const utf8 = (body: string) => Buffer.from(body, 'utf8').toString('utf8')

describe('reading', () => {
  test('the first of repeated headers counts', () => {
    const { frames } = parse('SEND\ndestination:a\ndestination:b\n\n\0')
    expect(frames[0]?.headers.get('destination')).toBe('a')
  })

  test('lines may end in CRLF, the body keeps its own', () => {
    const { frames } = parse('\r\n\nSEND\r\ndestination:a\r\n\r\nx\r\n\0\r\n')
    expect(plain(frames[0]!)).toEqual({ command: 'SEND', headers: [['destination', 'a']], body: 'x\r\n' })
  })

  test('CONNECT headers are not unescaped, all others are', () => {
    expect(parse('CONNECT\nlogin:a\\cb:c\n\n\0').frames[0]?.headers.get('login')).toBe('a\\cb:c')
    expect(parse('SEND\nx:a\\cb\\n\\r\\\\\n\n\0').frames[0]?.headers.get('x')).toBe('a:b\n\r\\')
  })

  test('header names that JavaScript objects know are names like others', () => {
    const { frames } = parse('SEND\n__proto__:x\nconstructor:y\n\n\0')
    expect([...frames[0]!.headers]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  test('values keep their spaces', () => {
    expect(parse('SEND\nx: a \n\n\0').frames[0]?.headers.get('x')).toBe(' a ')
  })

  test('frames before a fault are whole', () => {
    const { frames, error } = parse('SEND\na:b\n\n\0nonsense\n')
    expect(frames).toHaveLength(1)
    expect(error?.reason).toBe('malformed')
  })
})

describe('refused as malformed', () => {
  test.each([
    ['an undefined escape', 'SEND\nx:a\\tb\n\n\0'],
    ['an escape cut short', 'SEND\nx:a\\\n\n\0'],
    ['a header without colon', 'SEND\nnonsense\n\n\0'],
    ['a header without name', 'SEND\n:value\n\n\0'],
    ['a lower-case command', 'send\n\n\0'],
    ['NUL within the headers', 'SEND\na:b\0\n\n\0'],
    ['a bare carriage return in a header', 'SEND\na:b\rc\n\n\0'],
    ['a bare carriage return between frames', '\r\rSEND\n\n\0'],
    ['a content-length that is no number', 'SEND\ncontent-length:1e1\n\n\0'],
    ['a negative content-length', 'SEND\ncontent-length:-1\n\n\0'],
    ['a body longer than its content-length', 'SEND\ncontent-length:1\n\nab\0'],
    ['a body where none may be', 'SUBSCRIBE\nid:1\n\nbody\0'],
    ['headers that are not UTF-8', Buffer.from('53454e440a613aff0a0a00', 'hex')],
    ['HTTP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s', (_name, stream) => {
    expect(parse(stream)).toMatchObject({ frames: [], error: { reason: 'malformed' } })
  })
})

describe('refused as too large', () => {
  test.each([
    ['many headers', `SEND\n${'a:b\n'.repeat(9)}\n\0`],
    ['a long header', `SEND\na:${'x'.repeat(5_000)}`],
    ['a line that never ends', 'A'.repeat(5_000)],
    ['a body by its length', 'SEND\ncontent-length:4097\n\n'],
    ['a body without length', `SEND\n\n${'x'.repeat(4_097)}`],
    ['many frames in one message', 'SEND\n\n\0'.repeat(17)],
  ])('%s', (_name, stream) => {
    expect(parse(stream).error).toMatchObject({ reason: 'tooLarge' })
  })

  test('in whatever pieces it comes', () => {
    const pieces = Array.from({ length: 5_000 }, () => 'x')
    expect(parse('SEND\na:', ...pieces).error).toMatchObject({ reason: 'tooLarge' })
    expect(parse('SEND\n\n', ...pieces).error).toMatchObject({ reason: 'tooLarge' })
  })

  test('as many frames in several messages are fine', () => {
    expect(parse(...Array.from({ length: 40 }, () => 'SEND\n\n\0')).frames).toHaveLength(40)
  })
})

test('no bytes make the parser throw, and the same bytes in pieces give the same', () => {
  const fragment = fc.oneof(
    fc.constantFrom('SEND\n', 'CONNECT\n', 'a:b\n', 'content-length:2\n', '\n', '\r\n', '\0', '\\c', 'ab'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 12 }), (parts, places) => {
      const stream = Buffer.from(parts.join(''), 'utf8')
      const whole = parse(stream)
      const pieces = parse(...cut(stream, places))
      expect(pieces.frames.map(plain)).toEqual(whole.frames.map(plain))
      expect(pieces.error?.detail).toBe(whole.error?.detail)
    }),
    { numRuns: 1_000 },
  )
})
