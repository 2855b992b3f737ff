import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { act } from './actions.ts'
import { html, page } from './html.ts'
import { mainPage } from './main-page.ts'
import { memberPage, provenPage } from './member-pages.ts'
import type { Stage } from './play.ts'
import { SignedCalls } from './signed-calls.ts'

const mostBytes = 64 * 1024

/** Providers under /providers, the page with its buttons, and the messages as JSON. */
export function createSandboxServer(stage: Stage) {
  const signed = new SignedCalls(stage)
  const server = createServer((request, response) => {
    handle(stage, signed, request, response).catch((error: Error) => {
      console.error(error)
      if (!response.headersSent) send(response, 500, 'text/plain', 'failed')
    })
  })
  server.requestTimeout = 15_000
  return server
}

async function handle(stage: Stage, signed: SignedCalls, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url: path = '/' } = request
  const host = request.headers.host ?? ''
  // Whoever points a name of his own here is not answered: the page shows one-time codes.
  if (!isOwnHost(host)) return send(response, 403, 'text/plain', 'unknown host')
  const body = await bodyOf(request)
  if (body === null) return send(response, 413, 'text/plain', 'too long')
  const answer = signed.answer({ method, host, path, headers: request.headers, body })
  if (answer === null) return void response.destroy()
  if (answer !== undefined) {
    if (answer.afterMs) await after(answer.afterMs, null, { ref: false })
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    return void response.end(answer.body)
  }
  if (method === 'GET') return show(stage, { host, path, isOnThisMachine: isOnThisMachine(request) }, response)
  if (method !== 'POST' || !isSameOrigin(request)) return send(response, 403, 'text/plain', 'not from this page')
  const form = Object.fromEntries(new URLSearchParams(body))
  if (!act(stage, path, form))
    return send(
      response,
      400,
      'text/html',
      page('샌드박스', html`<p>입력이 올바르지 않습니다.</p><p><a href="/">돌아가기</a></p>`),
    )
  if (path.startsWith('/identity/')) return send(response, 200, 'text/html', provenPage(stage, path))
  response.writeHead(303, { location: '/' })
  response.end()
}

interface Shown {
  readonly host: string
  readonly path: string
  readonly isOnThisMachine: boolean
}

function show(stage: Stage, { host, path, isOnThisMachine }: Shown, response: ServerResponse): void {
  if (path === '/') send(response, 200, 'text/html', mainPage(stage.world, isOnThisMachine))
  else if (path === '/messages.json')
    send(response, 200, 'application/json', JSON.stringify(stage.world.messagesFor(isOnThisMachine)))
  else {
    const shown = memberPage(stage, host, path)
    if (shown === null) send(response, 404, 'text/plain', 'not found')
    else send(response, shown.status, 'text/html', shown.body)
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
  })
  response.end(body)
}

/** An address, or this machine's own name. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a request comes from this machine itself, not through a proxy on it. */
function isOnThisMachine({ headers, socket: { remoteAddress = '' } }: IncomingMessage): boolean {
  const isLoopback = loopback.check(remoteAddress, isIP(remoteAddress) === 6 ? 'ipv6' : 'ipv4')
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

/** A browser names the page's origin on every POST; programs name none. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  return URL.canParse(origin) && new URL(origin).host === headers.host
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
