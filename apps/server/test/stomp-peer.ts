import { once } from 'node:events'
import { FrameParser } from '@maru/stomp'
import { Client, type IFrame, type StompConfig } from '@stomp/stompjs'
import { expect } from 'vitest'
import WebSocket from 'ws'

export interface Envelope<T = unknown> {
  readonly event: string
  readonly epoch: number
  readonly seq: number | null
  readonly ts: number
  readonly data: T
}

/** The stamp of an envelope of the house's first epoch, at whatever time. */
export const envelopeOf = (seq: number | null, event: string) => ({
  event,
  seq,
  epoch: 3,
  ts: expect.any(Number) as number,
})

/** Resolves when `holds` does; asked again whenever something came in. */
class Waiting {
  #waiters: { holds: () => boolean; resolve: () => void }[] = []

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiters.push({ holds, resolve })
    })
  }

  check(): void {
    this.#waiters = this.#waiters.filter(({ holds, resolve }) => {
      if (!holds()) return true
      resolve()
      return false
    })
  }
}

/** A client of the standard library: @stomp/stompjs over `ws`. */
export class StompPeer {
  readonly client: Client
  readonly received = new Map<string, Envelope[]>()
  readonly receipts: string[] = []
  error: IFrame | null = null
  closed: { readonly code: number; readonly reason: string } | null = null
  connected: IFrame | null = null
  readonly #waiting = new Waiting()
  /** Receipts that were asked for: each has a name of its own, also of a destination that is subscribed again. */
  #asked = 0

  constructor(port: number, connectHeaders: Record<string, string>, config: StompConfig = {}) {
    const changed = () => this.#waiting.check()
    this.client = new Client({
      webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp', 'v11.stomp']),
      connectHeaders: { host: 'maru', ...connectHeaders },
      reconnectDelay: 0,
      heartbeatIncoming: 0,
      heartbeatOutgoing: 0,
      onConnect: (frame) => {
        this.connected = frame
        changed()
      },
      onStompError: (frame) => {
        this.error = frame
        changed()
      },
      onWebSocketClose: ({ code, reason }) => {
        this.closed = { code, reason }
        changed()
      },
      onUnhandledReceipt: (frame) => {
        this.receipts.push(frame.headers['receipt-id']!)
        changed()
      },
      ...config,
    })
    this.client.activate()
  }

  until(holds: () => boolean): Promise<void> {
    return this.#waiting.until(holds)
  }

  async ready(): Promise<this> {
    await this.until(() => this.connected !== null || this.error !== null || this.closed !== null)
    if (this.connected === null)
      throw new Error(`not connected: ${this.error?.headers['message'] ?? this.closed?.code}`)
    return this
  }

  /** Subscribes, and resolves once the server has: its receipt follows the snapshot. */
  async subscribe(destination: string, headers: Record<string, string> = {}): Promise<Envelope[]> {
    const envelopes: Envelope[] = []
    this.received.set(destination, envelopes)
    this.#asked += 1
    const receipt = `subscribed ${this.#asked} ${destination}`
    this.client.subscribe(
      destination,
      (message) => {
        envelopes.push(JSON.parse(message.body) as Envelope)
        this.#waiting.check()
      },
      { receipt, ...headers },
    )
    await this.until(() => this.receipts.includes(receipt) || this.error !== null || this.closed !== null)
    return envelopes
  }

  /** Waits until everything that was sent to it before has come: a receipt follows it on the same socket. */
  async flushed(): Promise<void> {
    this.#asked += 1
    const receipt = `flushed ${this.#asked}`
    const subscription = this.client.subscribe('/topic/tick/CR_BTCUSDT', () => undefined, { receipt })
    await this.until(() => this.receipts.includes(receipt) || this.error !== null || this.closed !== null)
    subscription.unsubscribe()
  }

  /** The code and body of the ERROR frame that ends this session. */
  async refusal(): Promise<{
    message: string
    body: { code: string; message: string; params: Record<string, unknown> }
  }> {
    await this.until(() => this.error !== null)
    await this.until(() => this.closed !== null)
    return { message: this.error!.headers['message']!, body: JSON.parse(this.error!.body) }
  }

  close(): Promise<void> {
    return this.client.deactivate()
  }
}

/** A peer that can send anything at all. */
export class RawPeer {
  readonly ws: WebSocket
  readonly frames: { command: string; headers: ReadonlyMap<string, string>; body: string }[] = []
  beats = 0
  closed: number | null = null
  readonly #parser = new FrameParser({
    maxHeaders: 64,
    maxHeaderBytes: 1_000_000,
    maxBodyBytes: 10_000_000,
    maxFramesPerMessage: 100,
  })
  readonly #waiting = new Waiting()

  constructor(port: number, options: { headers?: Record<string, string>; protocols?: string[]; path?: string } = {}) {
    const { headers = {}, protocols = ['v12.stomp'], path = '/bx_ws' } = options
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers })
    this.ws.on('message', (data: Buffer) => {
      if (data.length === 1) this.beats += 1
      for (const { command, headers, body } of this.#parser.push(data).frames) {
        this.frames.push({ command, headers, body: Buffer.from(body).toString('utf8') })
      }
      this.#waiting.check()
    })
    this.ws.on('close', (code) => {
      this.closed = code
      this.#waiting.check()
    })
    this.ws.on('error', () => this.#waiting.check())
  }

  until(holds: () => boolean): Promise<void> {
    return this.#waiting.until(holds)
  }

  async open(): Promise<this> {
    await once(this.ws, 'open')
    return this
  }

  /** The HTTP status and body of a refused upgrade. */
  async refused(): Promise<{ status: number; body: { code: string } }> {
    const [, response] = (await once(this.ws, 'unexpected-response')) as [unknown, import('node:http').IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return { status: response.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  }

  async connect(headers: Record<string, string> = { siteInfoId: '1' }): Promise<this> {
    await this.open()
    const lines = Object.entries({ 'accept-version': '1.2', host: 'maru', ...headers })
    this.ws.send(`CONNECT\n${lines.map(([name, value]) => `${name}:${value}\n`).join('')}\n\0`)
    await this.until(() => this.frames.length > 0 || this.closed !== null)
    return this
  }

  /** The command and code of the last frame, once the server has closed. */
  async ending(): Promise<{ command: string | undefined; message: string | undefined }> {
    await this.until(() => this.closed !== null)
    const last = this.frames.at(-1)
    return { command: last?.command, message: last?.headers.get('message') }
  }
}
