type Rgb = readonly [number, number, number]

/** Grounds on which the accent appears as text or as a mark, by theme; see tokens.css. */
const grounds = { dark: '#22262D', light: '#EEF0F3' } as const
/** WCAG AA for text. */
const minContrast = 4.5

export type AccentTokens = Record<'accent' | 'accent-text' | 'on-accent' | 'accent-soft' | 'ok-text', string>

/**
 * The accent's tokens for both themes from one colour `#rrggbb`. The hue stays; the colour is mixed towards white (dark
 * theme) or black (light theme) until it reads at 4.5:1 on the grounds, and its own text is black or white, whichever reads better.
 */
export function accentTokens(accent: string): Record<'dark' | 'light', AccentTokens> | null {
  const rgb = parse(accent)
  if (!rgb) return null
  return {
    dark: tokensOn(rgb, grounds.dark, [255, 255, 255], 0.14),
    light: tokensOn(rgb, grounds.light, [0, 0, 0], 0.1),
  }
}

function tokensOn(accent: Rgb, ground: string, towards: Rgb, softness: number): AccentTokens {
  const groundRgb = parse(ground) as Rgb
  let readable = accent
  for (let part = 0; part <= 1 && contrast(readable, groundRgb) < minContrast; part += 0.05)
    readable = mix(accent, towards, part)
  const dark: Rgb = [8, 16, 14]
  const light: Rgb = [255, 255, 255]
  const onAccent = contrast(readable, dark) >= contrast(readable, light) ? dark : light
  return {
    accent: hex(readable),
    'accent-text': hex(readable),
    'on-accent': hex(onAccent),
    'accent-soft': `rgb(${readable.join(' ')} / ${softness})`,
    'ok-text': hex(readable),
  }
}

function parse(colour: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  return match ? [channel(match[1]), channel(match[2]), channel(match[3])] : null
}
const channel = (digits: string | undefined) => Number.parseInt(digits ?? '0', 16)
const hex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}

/** Contrast ratio of two colours `#rrggbb` by WCAG 2; 1 where one of them is no colour. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)]
  return a && b ? contrast(a, b) : 1
}

/** Contrast ratio of WCAG 2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
