import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { chooseProtocol, defaultLimits, maxMessageBytes, subProtocol } from '@maru/stomp'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { Refused } from '../http/refused.ts'
import type { Gateway } from './gateway.ts'

/** Upgrades that wait for their route, by request. */
interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
  readonly response: ServerResponse
}

/**
 * Serves the live channel at `path` on the port of the HTTP server. An upgrade runs through its route like any request,
 * so that a refusal is answered, logged and counted as everywhere.
 */
export function serveUpgrades(
  app: FastifyInstance,
  gateway: Gateway,
  path: `/${string}`,
  isOwnOrigin: (origin: URL, request: FastifyRequest) => boolean,
  isConsole: (request: FastifyRequest) => boolean | null,
): void {
  const waiting = new WeakMap<IncomingMessage, Upgrade>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Twice the limit of a frame: a frame that is somewhat too large is refused with an ERROR frame.
    maxPayload: 2 * maxMessageBytes(defaultLimits),
    handleProtocols: (offered) => (offered.has(subProtocol) ? subProtocol : false),
  })

  app.server.on('upgrade', (request, socket, head) => {
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    // An upgrade has left the HTTP server: a refusal has to end the connection itself, and a reset has to be heard.
    response.shouldKeepAlive = false
    response.once('finish', () => socket.end())
    socket.on('error', (error) => {
      app.log.debug({ err: error }, 'upgrade socket failed')
      socket.destroy()
    })
    // On an unknown path an upgrade is refused; the page that a browser would get is of no use to it.
    request.headers.accept = 'application/json'
    waiting.set(request, { socket, head, response })
    app.routing(request, response)
  })

  app.get(path, { schema: { hide: true } }, (request, reply) => {
    const upgrade = waiting.get(request.raw)
    if (upgrade === undefined) throw new Refused('INVALID_REQUEST', { upgrade: 'websocket' })
    const refused = refusalOf(gateway, request, isOwnOrigin)
    if (refused !== null) {
      gateway.counters.refused += 1
      throw refused
    }
    reply.hijack()
    upgrade.response.detachSocket(upgrade.socket as Socket)
    const peer = { address: request.ip, userAgent: request.headers['user-agent'], isConsole: isConsole(request) }
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (ws) => gateway.accept(ws, upgrade.socket, peer))
  })
}

function refusalOf(
  gateway: Gateway,
  request: FastifyRequest,
  isOwnOrigin: (origin: URL, request: FastifyRequest) => boolean,
): Refused | null {
  const { origin } = request.headers
  // A browser always names the page's origin; other programs have none and prove themselves by their token.
  if (origin !== undefined && !(URL.canParse(origin) && isOwnOrigin(new URL(origin), request))) {
    return new Refused('INVALID_ACCESS')
  }
  if (chooseProtocol(request.headers['sec-websocket-protocol']) === null) {
    return new Refused('INVALID_REQUEST', { protocol: subProtocol })
  }
  const code = gateway.refusal(request.ip)
  return code === null ? null : new Refused(code)
}
