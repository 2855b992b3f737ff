import { escapeHeader, escapesHeaders } from './frame.ts'

/** Bytes of a frame. Throws on a header that CONNECT or CONNECTED could not carry: those have no escapes. */
export function encodeFrame(
  command: string,
  headers: Iterable<readonly [name: string, value: string]>,
  body: string | Uint8Array = '',
): Buffer {
  let head = `${command}\n`
  for (const [name, value] of headers) head += `${headerLine(command, name, value)}\n`
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  // The length lets a body hold NUL; without a body there is nothing to measure.
  if (bytes.length > 0) head += `content-length:${bytes.length}\n`
  return Buffer.concat([Buffer.from(`${head}\n`, 'utf8'), bytes, nul])
}

/** A heart-beat. */
export const heartBeat: Buffer = Buffer.from('\n')

const nul = Buffer.from([0])

function headerLine(command: string, name: string, value: string): string {
  if (escapesHeaders(command)) return `${escapeHeader(name)}:${escapeHeader(value)}`
  if (/[\r\n:]/.test(name) || /[\r\n]/.test(value)) throw new Error(`${command} cannot carry the header ${name}`)
  return `${name}:${value}`
}
