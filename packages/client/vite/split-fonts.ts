import type { Plugin } from 'vite'

/**
 * Pretendard's published stylesheet names 92 files by Unicode range. What the interface itself is written with stands in the
 * last ones (they are sorted from rare to frequent): `?first` are digits and Latin, for the first paint; `?common` what the
 * interface needs besides, `?rest` all others.
 */
const partOf = (number: number) => (number >= 91 ? 'first' : number >= 81 ? 'common' : 'rest')

/** What every page needs: digits and Latin. The page asks for them before it knows its styles. */
const preloaded = ['91']

export function splitFonts(): Plugin {
  let base = '/'
  return {
    name: 'maru:split-fonts',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base
    },
    transform(code, id) {
      const part = /pretendard.*\.css\?(first|common|rest)/.exec(id)?.[1]
      if (part === undefined) return null
      const faces = code.match(/@font-face\s*\{[^}]*\}/g) ?? []
      const kept = faces.filter((face) => {
        const number = Number(/subset\.(\d+)\.woff2/.exec(face)?.[1])
        return partOf(number) === part
      })
      if (kept.length === 0) throw new Error(`no fonts found in ${id}`)
      return { code: kept.join('\n'), map: null }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => preloaded.some((number) => file.includes(`subset.${number}-`)))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            // Early, yet after the scripts: without them there is no text to show in any font.
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
              href: base + file,
            },
          })),
    },
  }
}
