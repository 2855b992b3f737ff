const hexPattern = /^(?:[0-9a-f]{2})*$/

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16)
  return hex
}

/** Bytes of a lower-case hex string; throws RangeError on anything else. One text per value: upper case is refused. */
export function fromHex(hex: string): Uint8Array {
  if (!hexPattern.test(hex)) throw new RangeError('not lower-case hex')
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
