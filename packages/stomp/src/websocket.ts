import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { asOneMessage } from './prepared-message.ts'
import type { StompSession, Transport } from './session.ts'

/** The sub-protocol of STOMP 1.2. */
export const subProtocol = 'v12.stomp'

/** How long the closing handshake may take. */
const CLOSE_WAIT_MS = 2_000

/**
 * STOMP over one WebSocket. Needs a socket without compression: then what `ws` sends and what is written to the socket
 * itself keep their order, and one framed message can go to many sockets as it is.
 */
export class WebSocketTransport implements Transport {
  readonly #ws: WebSocket
  readonly #socket: Duplex
  /** What is to leave as one message. */
  #held: Buffer[] | null = null

  constructor(ws: WebSocket, socket: Duplex) {
    this.#ws = ws
    this.#socket = socket
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN
  }

  /** Bytes that the peer has not taken yet. */
  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  send(bytes: Buffer): void {
    if (this.open) this.#ws.send(bytes, { binary: false })
  }

  /** Writes a message that is framed already (`PreparedMessage.webSocketFrame`). */
  write(framed: Buffer): void {
    if (this.#held !== null) this.#held.push(framed)
    else if (this.open) this.#socket.write(framed)
  }

  /** Keeps what is written until `release`, so that it leaves together; `asOne`: as one WebSocket message that holds all frames. */
  hold(asOne: boolean): void {
    this.#socket.cork()
    if (asOne) this.#held = []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const bytes of held.length > 1 ? asOneMessage(held) : held) this.write(bytes)
    this.#socket.uncork()
  }

  /** Asks for a WebSocket pong, which every client gives by itself. */
  ping(): void {
    if (this.open) this.#ws.ping()
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), CLOSE_WAIT_MS).unref()
  }

  /** Ends the connection at once; what is still buffered is lost. */
  terminate(): void {
    this.#ws.terminate()
  }
}

/** Feeds a session with what its WebSocket receives. */
export function attachSession(ws: WebSocket, session: StompSession): void {
  ws.on('message', (data: Buffer) => session.receive(data))
  ws.on('close', () => session.transportClosed())
  // `close` follows; an error here is the peer's (a bad frame, a reset) and has no other remedy.
  ws.on('error', () => session.transportClosed())
}

/** The sub-protocol to answer with: null when the client names some and none of them is STOMP 1.2. */
export function chooseProtocol(offered: string | undefined): string | undefined | null {
  if (offered === undefined) return undefined
  return offered.split(',').some((name) => name.trim() === subProtocol) ? subProtocol : null
}
