/** A socket whose other side speaks as much STOMP as the page needs: it connects, subscribes, pings and gets messages. */
export class FakeSocket extends EventTarget {
  readonly url: string
  readonly protocol = 'v12.stomp'
  binaryType = 'blob'
  readyState: number = WebSocketState.CONNECTING
  onopen: ((event: Event) => void) | null = null
  onclose: ((event: Event) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  readonly #subscriptions = new Map<string, string>()
  readonly #onSubscribe: (send: (body: string) => void, destination: string) => void
  #messages = 0

  constructor(url: string, onSubscribe: (send: (body: string) => void, destination: string) => void) {
    super()
    this.url = url
    this.#onSubscribe = onSubscribe
    queueMicrotask(() => {
      this.readyState = WebSocketState.OPEN
      this.onopen?.(new Event('open'))
    })
  }

  send(frame: string | Uint8Array): void {
    const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
    const [command = '', ...lines] = text.slice(0, text.indexOf('\n\n')).trimStart().split('\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
    const { id = '', destination = '' } = headers
    if (command === 'CONNECT') this.#receive('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0')
    if (command === 'UNSUBSCRIBE') this.#subscriptions.delete(id)
    if (command === 'SEND' && destination === '/app/ping')
      this.message(
        pongQueue,
        JSON.stringify({ event: 'PONG', epoch: 1, seq: null, ts: Date.now(), data: { ts: Date.now() } }),
      )
    if (command !== 'SUBSCRIBE') return
    this.#subscriptions.set(id, destination)
    if (destination !== pongQueue) this.#onSubscribe((body) => this.#deliver(id, destination, body), destination)
  }

  /** Sends a body to the subscriptions of a destination. */
  message(destination: string, body: string): void {
    for (const [id, subscribed] of this.#subscriptions)
      if (subscribed === destination) this.#deliver(id, destination, body)
  }

  close(): void {
    if (this.readyState === WebSocketState.CLOSED) return
    this.readyState = WebSocketState.CLOSED
    queueMicrotask(() => this.onclose?.(new CloseEvent('close', { code: 1006 })))
  }

  #deliver(id: string, destination: string, body: string): void {
    this.#receive(
      `MESSAGE\ndestination:${destination}\nmessage-id:${++this.#messages}\ncontent-type:application/json\nsubscription:${id}\n\n${body}\0`,
    )
  }

  #receive(data: string): void {
    queueMicrotask(() => {
      if (this.readyState !== WebSocketState.OPEN) return
      const event = new MessageEvent('message', { data })
      this.dispatchEvent(event)
      // The page's reader listens by the event, the library by its property.
      if (!Object.getOwnPropertyDescriptor(this, 'onmessage')?.set) this.onmessage?.(event)
    })
  }
}

const WebSocketState = { CONNECTING: 0, OPEN: 1, CLOSED: 3 } as const
const pongQueue = '/user/queue/pong'
