export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Picture {
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

/** The type and size that the bytes themselves tell, or null where they are no such picture. Nothing is decoded. */
export function pictureOf(bytes: Buffer): Picture | null {
  return pngOf(bytes) ?? jpegOf(bytes) ?? webpOf(bytes)
}

const extensions: Readonly<Record<PictureType, RegExp>> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/webp': /\.webp$/i,
}
/** Whether a file's name says what its bytes say. */
export const isNamedSo = (name: string, type: PictureType): boolean => extensions[type].test(name)

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex')

/** A PNG is whole: its header first, its end last, nothing after it. */
function pngOf(bytes: Buffer): Picture | null {
  if (bytes.length < 45 || !bytes.subarray(0, 16).equals(pngStart) || !bytes.subarray(-12).equals(pngEnd)) return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** A JPEG tells its size in the first frame header; segments before it are skipped by their lengths. */
function jpegOf(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

/** A WebP of one of its three kinds, as long as it says. */
function webpOf(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return webp(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21)
    return webp((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
  }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return webp(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  return null
}

const webp = (width: number, height: number): Picture => ({ type: 'image/webp', width, height })
