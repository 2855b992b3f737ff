import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface Connection {
  /** `/public/stream` or `/market/stream`. */
  readonly path: string
  readonly streams: readonly string[]
  readonly socket: WebSocket
  /** Breaks off in the middle of a frame. */
  breakOff(): void
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }

/** The venue's half of the wire, for tests: real HTTP and WebSockets on the loopback, with what tests tell it to say. */
export class TestPeer {
  readonly #http = createServer((request, response) => void this.#answer(request, response))
  readonly #sockets = new WebSocketServer({ noServer: true })
  /** Answers by path; may wait. */
  readonly answers = new Map<string, (query: URLSearchParams) => Answer | Promise<Answer>>()
  /** Paths with their query, in the order in which they were asked. */
  readonly asked: string[] = []
  /** All connections that ever came, those that ended too. */
  readonly connections: Connection[] = []
  /** Calls whose answer a test holds back. */
  #held = 0
  /** Calls of `fetch` that have not ended. */
  #underWay = 0

  /** For the feed: tells the peer of calls that have not arrived yet. */
  readonly fetch: typeof fetch = async (...call) => {
    this.#underWay += 1
    try {
      const answer = await fetch(...call)
      return new Response(await answer.arrayBuffer(), answer)
    } finally {
      this.#underWay -= 1
    }
  }

  /** Refuses connections while true. */
  refuses = false

  async listen(): Promise<void> {
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.refuses) {
        socket.destroy()
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
        const url = new URL(request.url ?? '/', 'http://peer')
        const streams = (url.searchParams.get('streams') ?? '').split('/')
        accepted.on('error', () => undefined)
        const breakOff = () => {
          // A text frame of 4,096 bytes that ends after one.
          socket.end(Buffer.from([0x81, 0x7e, 0x10, 0x00, 0x7b]), () => socket.destroy())
        }
        this.connections.push({ path: url.pathname, streams, socket: accepted, breakOff })
      })
    })
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
  }

  get restUrl(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** The connections of a line that stand. */
  open(line: 'public' | 'market'): Connection[] {
    return this.connections.filter(
      ({ path, socket }) => path === `/${line}/stream` && socket.readyState === socket.OPEN,
    )
  }

  /** Says something to everyone who listens to the stream. */
  say(stream: string, data: unknown): void {
    this.sayRaw(stream, JSON.stringify({ stream, data }))
  }

  /** Says a text or bytes as they are. */
  sayRaw(stream: string, frame: string | Buffer): void {
    for (const { socket, streams } of this.connections)
      if (streams.includes(stream) && socket.readyState === socket.OPEN) socket.send(frame)
  }

  /** Resolves when all that was said was heard: pongs come in order. */
  async heard(): Promise<void> {
    const open = this.connections.filter(({ socket }) => socket.readyState === socket.OPEN)
    await Promise.all(
      open.map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            const done = () => {
              socket.off('pong', done)
              socket.off('close', done)
              resolve()
            }
            socket.on('pong', done)
            socket.on('close', done)
            socket.ping()
          }),
      ),
    )
  }

  /** Resolves when the feed has got all that was said and every answer that no test holds back, and has acted on it. */
  async settled(): Promise<void> {
    await this.heard()
    await until(() => this.#underWay === this.#held)
    await new Promise((resolve) => setImmediate(resolve))
  }

  async close(): Promise<void> {
    for (const { socket } of this.connections) socket.terminate()
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://peer')
    this.asked.push(`${url.pathname}${url.search}`)
    this.#held += 1
    const answer = await this.answers.get(url.pathname)?.(url.searchParams)
    this.#held -= 1
    const { status, headers, body } = answer ?? { status: 404, body: { code: -5000, msg: 'no such path' } }
    response.writeHead(status ?? 200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Lets real sockets do their work until something holds. A test that waits in vain ends by its own time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}
