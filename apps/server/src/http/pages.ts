import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Site } from '../sites/directory.ts'
import { allowInline } from './headers.ts'
import { precompress } from './precompress.ts'
import { Refused } from './refused.ts'
import { registerWebManifest } from './web-manifest.ts'

const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Paths that are never a page of the web application. */
const notPages = /^\/(api|data|bx_ws|assets|console\/assets|healthz|readyz|metrics)(\/|$)/

/** Files that load or show something themselves: the service worker, and the page that it shows without a network. */
const filePolicies: ReadonlyMap<string, string> = new Map([
  ['sw.js', "default-src 'none'; connect-src 'self'"],
  ['offline.html', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"],
])

/** A built application: where its files lie, and how their addresses begin. */
interface App {
  readonly dir: string
  readonly prefix: string
}

/**
 * The members' application, and the console under /console: their hashed files for ever, the others checked each time, and
 * index.html for every page address that is not a file (the browser's router takes it from there).
 */
export async function registerPages(
  app: FastifyInstance,
  deps: Deps,
  webDir: string = builtWeb,
  consoleDir: string = builtConsole,
): Promise<void> {
  const web = indexPage(join(webDir, 'index.html'))
  const desk = indexPage(join(consoleDir, 'index.html'))
  await serveFiles(app, deps, { dir: webDir, prefix: '/' })
  await serveFiles(app, deps, { dir: consoleDir, prefix: '/console/' })

  registerWebManifest(app)

  const ofSite = (html: string, request: FastifyRequest): string => {
    const { site: code } = request.query as { readonly site?: unknown }
    const site = app.sites.ofPage(request.hostname, deps.config.demo && typeof code === 'string' ? code : undefined)
    return site === null ? html : withSite(html, site)
  }
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const isDesk = isOfConsole(pathOf(request))
    const html = await (isDesk ? desk() : web())
    if (html === null) throw new Refused('ROUTE_NOT_FOUND')
    const nonce = randomBytes(16).toString('base64')
    allowInline(reply, nonce, request.protocol === 'https')
    reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return sendCompressed(request, reply, withNonce(isDesk ? html : ofSite(html, request), nonce))
  }
  app.get('/', send)
  app.get('/console/', send)
  // Before the body is read: what was sent to an address that is none makes no difference.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !wantsPage(request) ? new Refused('ROUTE_NOT_FOUND') : undefined)
  })
  app.setNotFoundHandler((request, reply) => {
    // A file that is missing among the assets comes here from a route of its own.
    if (!wantsPage(request)) throw new Refused('ROUTE_NOT_FOUND')
    return send(request, reply)
  })
}

async function serveFiles(app: FastifyInstance, deps: Deps, { dir, prefix }: App): Promise<void> {
  if (!existsSync(dir)) return
  await app.register(fastifyStatic, {
    root: dir,
    prefix,
    decorateReply: prefix === '/',
    index: false,
    // The page itself is never sent as it lies there: it has no nonce yet.
    allowedPath: (path) => !path.endsWith('/index.html'),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      const policy = filePolicies.get(basename(path).replace(/\.(?:gz|br)$/, ''))
      if (policy !== undefined) reply.header('content-security-policy', policy)
    },
  })
  const ending = new AbortController()
  const compressing = precompress(dir, ending.signal)
  compressing.catch((error) => deps.log.warn({ err: error }, 'the web files could not be compressed'))
  app.addHook('onClose', async () => {
    ending.abort()
    await compressing.catch(() => undefined)
  })
}

const isOfConsole = (path: string): boolean => path === '/console' || path.startsWith('/console/')
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = pathOf(request)
  if (notPages.test(path) || /\.(?!html$)[a-z0-9]{1,12}$/i.test(path)) return false
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
}

/** Reads the page when it is new, so that a build beside the running server is served at once. */
function indexPage(file: string): () => Promise<string | null> {
  let known: { readonly at: number; readonly html: string } | null = null
  return async () => {
    const at = await stat(file).then(
      (stats) => stats.mtimeMs,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      },
    )
    if (at === null) return null
    if (known?.at !== at) known = { at, html: await readFile(file, 'utf8') }
    return known.html
  }
}

const withNonce = (html: string, nonce: string): string =>
  html.replaceAll('__CSP_NONCE__', nonce).replace(/<script(?![^>]*\snonce=)/g, `<script nonce="${nonce}"`)

/** The page in the language and under the name of its site, before any script has run. */
const withSite = (html: string, { name, guestLanguage }: Pick<Site, 'name' | 'guestLanguage'>): string =>
  html
    .replace(/(?<=<html lang=")\w+/, guestLanguage)
    .replace(/(?<=<title>)[^<]*/, () => name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`))

/** The page is new with every request (its nonce), so it is compressed quickly rather than well. */
function sendCompressed(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    return reply.header('content-encoding', 'br').send(brotliCompressSync(html, quality))
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzipSync(html))
  return reply.send(html)
}
