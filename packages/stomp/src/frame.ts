/** A STOMP frame. Of a repeated header only the first value counts, so a map holds all that matters. */
export interface Frame {
  readonly command: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array
}

export const emptyBody: Uint8Array = new Uint8Array(0)

/** CONNECT and CONNECTED (and STOMP, which is CONNECT by another name) carry header values as they are, for peers of version 1.0. */
export const escapesHeaders = (command: string): boolean =>
  command !== 'CONNECT' && command !== 'CONNECTED' && command !== 'STOMP'

/** Only these frames may have a body. */
export const mayHaveBody = (command: string): boolean =>
  command === 'SEND' || command === 'MESSAGE' || command === 'ERROR'

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', ':': '\\c' }
const escaped = /[\\\r\n:]/g

/** Escapes a header name or value. */
export const escapeHeader = (text: string): string => text.replace(escaped, (character) => escapes[character]!)

const unescapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\r': '\r', '\\n': '\n', '\\c': ':' }
const sequence = /\\[\s\S]?/g

/** Undoes escapeHeader; null for a sequence that STOMP does not define, which the standard makes fatal. */
export function unescapeHeader(text: string): string | null {
  if (!text.includes('\\')) return text
  let valid = true
  const plain = text.replace(sequence, (found) => {
    const character = unescapes[found]
    if (character === undefined) valid = false
    return character ?? ''
  })
  return valid ? plain : null
}
