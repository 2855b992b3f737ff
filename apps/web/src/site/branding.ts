import type { SiteInfo } from '@maru/contract'
import { accentTokens } from './accent.ts'

/** Puts the site's accent on the page. An accent that cannot be read on the page's grounds is adjusted until it can. */
export function applyBranding(site: SiteInfo) {
  if (!site.accent) return
  const tokens = accentTokens(site.accent)
  if (!tokens) return console.warn(`site accent ${site.accent} is no colour`)
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
