import type { SiteInfo } from '@maru/contract'
import { accentFault } from '@maru/contract/accent'
import { accentTokens } from '@maru/ui'

/** The colours of the site, over those of the house. */
const sheet = new CSSStyleSheet()

/** Puts the site's accent on the page. An accent that cannot be read on the page's grounds is adjusted until it can; one that could be taken for buy or sell is left out. */
export function applyBranding(site: SiteInfo) {
  if (!site.accent) return sheet.replaceSync('')
  const tokens = accentFault(site.accent) === null ? accentTokens(site.accent) : null
  if (!tokens) return console.warn(`site accent ${site.accent} is no colour, or one of buy or sell`)
  sheet.replaceSync(
    Object.entries(tokens)
      .map(([theme, values]) => {
        const rules = Object.entries(values).map(([name, value]) => `--${name}: ${value};`)
        return `[data-theme="${theme}"] { ${rules.join(' ')} }`
      })
      .join('\n'),
  )
  if (!document.adoptedStyleSheets.includes(sheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
