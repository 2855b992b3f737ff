import { mostFileBytes } from '@maru/contract'
import sharp, { type Sharp } from 'sharp'
import { type PictureType, pictureOf } from './picture.ts'

/** What is kept is not larger than what may be sent. */
export interface Bounds {
  readonly pixels: number
  readonly bytes: number
}

/** No side of a kept picture is longer; a larger one is made smaller. */
const longestSide = 4_096
const secondsToDraw = 10
const mostLogoPixels = 16_000_000

const encoders: Readonly<Record<PictureType, (picture: Sharp) => Sharp>> = {
  'image/png': (picture) => picture.png({ compressionLevel: 9 }),
  'image/jpeg': (picture) => picture.jpeg({ quality: 88, mozjpeg: true }),
  'image/webp': (picture) => picture.webp({ quality: 88 }),
}

// A picture is drawn by one thread, so that many of them leave threads to files and names of hosts.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The same picture drawn anew: of the sender's bytes nothing stays, neither where and with what a photo was taken nor what hides beside its
 * pixels. Null where the bytes cannot be drawn whole, are of another type, or have more frames than one.
 */
export async function redraw(bytes: Buffer, type: PictureType, bounds: Bounds): Promise<Buffer | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: bounds.pixels, failOn: 'warning' })
    const { format, pages = 1 } = await picture.metadata()
    if (`image/${format}` !== type || pages !== 1) return null
    const upright = picture
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: secondsToDraw })
    const drawn = await encoders[type](upright).toBuffer()
    return drawn.length > bounds.bytes ? null : drawn
  } catch {
    // Of damaged bytes the library says in many ways that they are no picture.
    return null
  }
}

const logoSide = 256

/** A picture as a logo: a PNG of 256 at most a side, with what is clear left clear. Null where the bytes are no picture that can be drawn. */
export async function drawLogo(bytes: Buffer): Promise<Buffer | null> {
  const picture = pictureOf(bytes)
  if (picture === null) return null
  const pixels = picture.width * picture.height
  if (pixels === 0 || pixels > mostLogoPixels) return null
  const drawn = await redraw(bytes, picture.type, { pixels: mostLogoPixels, bytes: mostFileBytes })
  if (drawn === null) return null
  return sharp(drawn)
    .resize({ width: logoSide, height: logoSide, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}
