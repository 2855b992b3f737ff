import { minifySync, type Plugin, type Rolldown } from 'vite'
import { riskWords } from '../src/books/rounds/risk-words.ts'

const channel = '@stomp/stompjs/esm6/client'

/** Which page an address opens, by how its path begins; the names are those of modules: of the page itself, and then of what it does without at first. */
const pagesByPath: readonly (readonly [start: string, modules: readonly string[]])[] = [
  ['/exchange', ['rounds-page', 'live/index', channel]],
  ['/oversea', ['oversea-page', 'live/index', channel]],
  ['/search', ['search-page', 'live/index', channel]],
  ['/future', ['futures-page', 'live/index', channel]],
  ['/register', ['rare-routes', 'register-page']],
  ['/ref/', ['rare-routes', 'register-page']],
  ['/wallet/asset', ['asset-page']],
  ['/wallet/history', ['rare-routes', 'history-page']],
  ['/evidence/', ['rare-routes', 'evidence-page']],
  ['/signin', ['sign-in-page']],
]

/** What every page asks first; see src/site/store.ts. */
const siteCall = '/api/site_info/code'

/** What a guest's page asks next: its list, and then the price of the instrument that the address names. */
const guestLists: readonly (readonly [start: string, call: string])[] = [
  ['/exchangeView', '/api/trade/option/list'],
  ['/futureView', '/api/futures/option/list'],
  ['/overseaView', '/api/oversea/option/list'],
]
const priceCall = '/api/trade/ticker_statistics'

/**
 * Makes the first load one round trip instead of six. The page names by its address the parts that only its own code would
 * have asked for later; and which site this is, and what a guest asks next, is asked before the first script has arrived
 * (src/api/asked.ts takes the answers). The common style stands behind the outline of the page, which so waits for no file.
 * The outline of the page of rounds says its warning.
 */
export function firstLoad(): Plugin {
  return {
    name: 'maru:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) throw new Error('the page is made with its bundle')
        const style = /\s*<link rel="stylesheet"[^>]*>/
        const [link] = style.exec(html) ?? []
        if (!link) throw new Error('the page has no common style')
        const entry = /<script type="module"([^>]*) src="([^"]*)"><\/script>/
        if (!entry.test(html)) throw new Error('the page has no entry')
        const page = html
          .replace(style, '')
          .replace(
            entry,
            (_, attributes, file) => `<link rel="modulepreload"${attributes} href="${file}">${starter(file)}`,
          )
          .replace(/\s*<\/body>/, `${link}\n  </body>`)
          .replace('__RISK_WORDS__', JSON.stringify(riskWords))
          .replace(/<link rel="modulepreload"/g, '$& fetchpriority="low"')
        return {
          html: small(page),
          tags: [{ tag: 'script', injectTo: 'head', children: code(preloader(bundle, html)) }],
        }
      },
    },
  }
}

/**
 * Starts the page's own code when its outline is painted: on a quick line all of it is there before the first frame, which would wait
 * for it. A page in the background is not painted: it starts after a second.
 */
const starter = (file: string) => `<script type="module">{
const start = () => import('${file}')
requestAnimationFrame(() => setTimeout(start))
setTimeout(start, 1_000)
}</script>`

const code = (script: string) => minifySync('inline.js', script, { module: false }).code.trim()

/** The page without what only its authors read: half as long. */
function small(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(
      /(<script(?![^>]*\bsrc=)[^>]*>)(.*?)(<\/script>)/gs,
      (_, open, script, close) => open + code(script) + close,
    )
    .replace(/\n\s*/g, '\n')
}

/** Parts that stand in the page, or were named before, are not named again. */
function filesByPath(
  paths: typeof pagesByPath,
  bundle: Rolldown.OutputBundle,
  known: string,
): [start: string, files: string[]][] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return paths.map(([start, modules]) => {
    const files = new Set<string>()
    const take = (chunk: Rolldown.OutputChunk) => {
      if (files.has(chunk.fileName) || known.includes(chunk.fileName)) return
      files.add(chunk.fileName)
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
      for (const name of chunk.imports) {
        const imported = bundle[name]
        if (imported?.type === 'chunk') take(imported)
      }
    }
    for (const name of modules) {
      const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.includes(`/${name}.`)))
      if (!found) throw new Error(`no part of the build holds ${name}`)
      take(found)
    }
    return [start, [...files].map((file) => file.replace(/^assets\//, ''))]
  })
}

/** Runs while the page is still being read. Styles are only fetched: they count when the page's code asks for them. */
function preloader(bundle: Rolldown.OutputBundle, html: string): string {
  const pages = filesByPath(pagesByPath, bundle, html)
  // Many pages share parts: each is written once.
  const names = [...new Set(pages.flatMap(([, files]) => files))]
  const places = pages.map(([start, files]) => [start, files.map((name) => names.indexOf(name))])
  return `{
const names = ${JSON.stringify(names)}
const path = location.pathname === '/' ? '/signin' : location.pathname
for (const [start, files] of ${JSON.stringify(places)})
  if (path.startsWith(start))
    for (const file of files) {
      const link = document.createElement('link')
      const isStyle = names[file].endsWith('.css')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      link.crossOrigin = ''
      link.fetchPriority = 'low'
      link.href = '/assets/' + names[file]
      document.head.append(link)
    }
let code = new URLSearchParams(location.search).get('site')
try { code ||= sessionStorage.getItem('maru:site') } catch {}
const asked = globalThis.maruAsked = new Map()
const ask = async (address) => {
  const answer = fetch(address, { signal: AbortSignal.timeout(15_000) })
  asked.set(address, answer)
  return (await answer).clone().json()
}
const askAhead = async () => {
  const { id } = await ask('${siteCall}' + (code ? '?' + new URLSearchParams({ code }) : ''))
  for (const [start, call] of ${JSON.stringify(guestLists)})
    if (path.startsWith(start)) {
      const options = await ask(call + '?resultType=List&siteInfoId=' + id)
      const stock = options.find((option) => path === start + '/' + option.id)?.stock
      if (stock) await ask('${priceCall}?stockListStrs=' + stock + '&siteInfoId=' + id)
    }
}
// What failed is asked again by the page's own code.
askAhead().catch(() => {})
}`
}
