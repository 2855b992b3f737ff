import { emptyBody, escapesHeaders, type Frame, mayHaveBody, unescapeHeader } from './frame.ts'
import { defaultLimits, type FrameLimits } from './limits.ts'

/** The content of one chunk. Frames before an error are complete and may be used; after an error the stream cannot be read further. */
export interface Parsed {
  readonly frames: readonly Frame[]
  readonly error: ParseError | null
}

export interface ParseError {
  readonly reason: 'malformed' | 'tooLarge'
  readonly detail: string
}

/**
 * Reads a STOMP 1.2 stream in chunks of any size. A chunk is one transport message: a frame may span several, and one may
 * hold several frames. Each byte is looked at once, and what is held between chunks stays within the limits.
 */
export class FrameParser {
  readonly #limits: FrameLimits
  readonly #held = new ByteStore()
  #part: 'between' | 'command' | 'header' | 'body' | 'end' = 'between'
  /** A carriage return between frames that waits for its line feed. */
  #carriageReturn = false
  #command = ''
  #headers = new Map<string, string>()
  #headerCount = 0
  #headerBytes = 0
  #contentLength: number | null = null
  #body: Uint8Array = emptyBody
  #error: ParseError | null = null

  constructor(limits: FrameLimits = defaultLimits) {
    this.#limits = limits
  }

  push(chunk: string | Uint8Array): Parsed {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk
    const frames: Frame[] = []
    let at = 0
    while (at < bytes.length && this.#error === null) {
      if (this.#part === 'between') at = this.#skipLineEnds(bytes, at, frames.length)
      else if (this.#part === 'body') at = this.#readBody(bytes, at)
      else if (this.#part === 'end') at = this.#readEnd(bytes, at, frames)
      else at = this.#readLine(bytes, at)
    }
    return { frames, error: this.#error }
  }

  #fail(detail: string, reason: ParseError['reason'] = 'malformed'): void {
    this.#error = { reason, detail }
    this.#held.clear()
  }

  #skipLineEnds(bytes: Uint8Array, from: number, framesSoFar: number): number {
    let at = from
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === LF) this.#carriageReturn = false
      else if (this.#carriageReturn) {
        this.#fail('a carriage return stands alone between frames')
        return at
      } else if (byte === CR) this.#carriageReturn = true
      else break
    }
    if (at === bytes.length) return at
    if (framesSoFar >= this.#limits.maxFramesPerMessage) this.#fail('too many frames in one message', 'tooLarge')
    this.#part = 'command'
    this.#command = ''
    this.#headers = new Map()
    this.#headerCount = 0
    this.#headerBytes = 0
    this.#contentLength = null
    this.#body = emptyBody
    return at
  }

  #readLine(bytes: Uint8Array, from: number): number {
    const found = bytes.indexOf(LF, from)
    const end = found < 0 ? bytes.length : found
    this.#headerBytes += end - from + 1
    if (this.#headerBytes > this.#limits.maxHeaderBytes) {
      this.#fail('the headers are too large', 'tooLarge')
      return end
    }
    this.#held.append(bytes, from, end)
    if (found < 0) return end
    const line = this.#takeLine()
    if (line !== null) {
      if (this.#part === 'command') this.#takeCommand(line)
      else if (line === '') this.#endHeaders()
      else this.#takeHeader(line)
    }
    return end + 1
  }

  #takeLine(): string | null {
    const raw = this.#held.take()
    const line = raw.length > 0 && raw[raw.length - 1] === CR ? raw.subarray(0, raw.length - 1) : raw
    if (line.includes(0)) this.#fail('the frame ends within its headers')
    else if (line.includes(CR)) this.#fail('a header holds a bare carriage return')
    if (this.#error !== null) return null
    try {
      return utf8.decode(line)
    } catch {
      this.#fail('a header is not UTF-8')
      return null
    }
  }

  #takeCommand(line: string): void {
    if (!/^[A-Z]{3,16}$/.test(line)) this.#fail('not a STOMP command')
    this.#command = line
    this.#part = 'header'
  }

  #takeHeader(line: string): void {
    const colon = line.indexOf(':')
    if (++this.#headerCount > this.#limits.maxHeaders) this.#fail('too many headers', 'tooLarge')
    else if (colon < 1) this.#fail('a header line without a name and a colon')
    else this.#keepHeader(line, colon)
  }

  #keepHeader(line: string, colon: number): void {
    const plain = !escapesHeaders(this.#command)
    const name = plain ? line.slice(0, colon) : unescapeHeader(line.slice(0, colon))
    const value = plain ? line.slice(colon + 1) : unescapeHeader(line.slice(colon + 1))
    if (name === null || value === null) this.#fail('an escape sequence that STOMP does not define')
    else if (!this.#headers.has(name)) this.#headers.set(name, value)
  }

  #endHeaders(): void {
    const length = this.#headers.get('content-length')
    if (length !== undefined) {
      this.#contentLength = Number(length)
      if (!/^\d{1,9}$/.test(length)) this.#fail('content-length is not a number')
      else if (this.#contentLength > this.#limits.maxBodyBytes) this.#fail('the body is too large', 'tooLarge')
    }
    this.#part = this.#contentLength === 0 ? 'end' : 'body'
  }

  #readBody(bytes: Uint8Array, from: number): number {
    const wanted = this.#contentLength
    const found = wanted === null ? bytes.indexOf(0, from) : from + wanted - this.#held.length
    const end = found < 0 || found > bytes.length ? bytes.length : found
    if (this.#held.length + end - from > this.#limits.maxBodyBytes) {
      this.#fail('the body is too large', 'tooLarge')
      return end
    }
    this.#held.append(bytes, from, end)
    const whole = wanted === null ? found >= 0 : this.#held.length === wanted
    if (!whole) return end
    this.#body = this.#held.take()
    this.#part = 'end'
    return end
  }

  #readEnd(bytes: Uint8Array, at: number, frames: Frame[]): number {
    if (bytes[at] !== 0) this.#fail('the body is longer than its content-length')
    else if (this.#body.length > 0 && !mayHaveBody(this.#command)) this.#fail(`${this.#command} has a body`)
    else frames.push({ command: this.#command, headers: this.#headers, body: this.#body })
    this.#part = 'between'
    return at + 1
  }
}

const LF = 10
const CR = 13
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes of an unfinished line or body; doubles, so that a stream in single bytes stays linear. */
class ByteStore {
  #bytes: Uint8Array = emptyBody
  length = 0

  append(from: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.length))
      this.#bytes = grown
    }
    this.#bytes.set(from.subarray(start, end), this.length)
    this.length = needed
  }

  /** What is held, as bytes of the caller's own; the store is empty after. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.length)
    this.clear()
    return taken
  }

  clear(): void {
    this.#bytes = emptyBody
    this.length = 0
  }
}
