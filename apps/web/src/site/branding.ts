import type { SiteInfo } from '@maru/contract'
import { accentFault } from '@maru/contract/accent'
import { accentTokens } from './accent.ts'

/** Puts the site's accent on the page. An accent that cannot be read on the page's grounds is adjusted until it can; one that could be taken for buy or sell is left out. */
export function applyBranding(site: SiteInfo) {
  if (!site.accent) return
  const tokens = accentFault(site.accent) === null ? accentTokens(site.accent) : null
  if (!tokens) return console.warn(`site accent ${site.accent} is no colour, or one of buy or sell`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    Object.entries(tokens)
      .map(([theme, values]) => {
        const rules = Object.entries(values).map(([name, value]) => `--${name}: ${value};`)
        return `[data-theme="${theme}"] { ${rules.join(' ')} }`
      })
      .join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
