/** Colours of buy and sell, in every palette that a member may choose, and how near in hue (degrees) an accent may come. */
const directions = [
  { colour: '#f04452', distance: 25 },
  { colour: '#3182f6', distance: 25 },
  // In palettes other than the default: the house's own accent is 17 degrees from this green.
  { colour: '#1fa968', distance: 15 },
  { colour: '#f28a2e', distance: 15 },
] as const

/** Below this saturation a colour has no visible hue. */
const greyBelow = 0.2

/** Why a colour cannot be a site's accent: it is no `#rrggbb` colour, or a reader could take it for buy or sell. */
export function accentFault(accent: string): 'FORMAT' | 'DIRECTION' | null {
  const own = hueOf(accent)
  if (own === null) return 'FORMAT'
  if (own.saturation < greyBelow) return null
  const near = directions.some(({ colour, distance }) => {
    const apart = Math.abs(own.hue - (hueOf(colour)?.hue ?? 0))
    return Math.min(apart, 360 - apart) < distance
  })
  return near ? 'DIRECTION' : null
}

/** Hue in degrees and saturation (HSL) of `#rrggbb`. */
function hueOf(colour: string): { hue: number; saturation: number } | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!match) return null
  const [r = 0, g = 0, b = 0] = match.slice(1).map((digits) => Number.parseInt(digits, 16) / 255)
  const high = Math.max(r, g, b)
  const spread = high - Math.min(r, g, b)
  if (spread === 0) return { hue: 0, saturation: 0 }
  const lightness = high - spread / 2
  const sixth = high === r ? ((g - b) / spread + 6) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return { hue: sixth * 60, saturation: spread / (1 - Math.abs(2 * lightness - 1)) }
}
