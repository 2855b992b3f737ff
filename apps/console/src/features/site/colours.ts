import { accentTokens } from '@maru/ui'

/** The colours that a page of a site shows in a theme. */
export interface Colours {
  readonly accent: string
  readonly accentText: string
  readonly onAccent: string
}

/** The house's own, as tokens.css has them. */
const house = {
  light: { accent: '#08705f', accentText: '#066455', onAccent: '#ffffff' },
  dark: { accent: '#62d0bc', accentText: '#62d0bc', onAccent: '#06211c' },
} as const satisfies Record<'light' | 'dark', Colours>

/** What an accent becomes on the pages of members; null, or no colour at all: the house's own. */
export function coloursOf(accent: string | null): Record<'light' | 'dark', Colours> {
  const tokens = accent === null ? null : accentTokens(accent)
  if (tokens === null) return house
  const of = (theme: 'light' | 'dark'): Colours => ({
    accent: tokens[theme].accent,
    accentText: tokens[theme]['accent-text'],
    onAccent: tokens[theme]['on-accent'],
  })
  return { light: of('light'), dark: of('dark') }
}
