// The other end of `fanout`: opens sockets and counts what arrives, in a process of its own, so that none of it counts as the
// server's work.
import { once } from 'node:events'
import WebSocket from 'ws'

/** Open so many sockets to `port`; with topics, each connects by STOMP and subscribes to them. */
export interface OpenSockets {
  readonly port: number
  readonly sockets: number
  readonly topics: readonly string[]
  /** Every socket names its subscriptions in its own way. */
  readonly ownIds: boolean
}

/** The number of messages that arrived in all. It answers every request; a request that opens sockets is answered once they are open. */
export interface Arrived {
  readonly messages: number
  /** The newest frame of each destination. */
  readonly frames: Readonly<Record<string, string>>
}

let messages = 0
const frames: Record<string, string> = {}

process.on('message', (request: OpenSockets | Record<string, never>) => {
  if (isOpen(request)) void open(request).then(answer)
  else answer()
})

const isOpen = (request: object): request is OpenSockets => 'port' in request

function answer(): void {
  process.send!({ messages, frames } satisfies Arrived)
}

async function open({ port, sockets, topics, ownIds }: OpenSockets): Promise<void> {
  // A few at a time: the listen queue is short.
  for (let done = 0; done < sockets; done += 50) {
    const some = Array.from({ length: Math.min(50, sockets - done) }, (_, i) =>
      connect(port, topics, ownIds ? `socket-${done + i}` : 'sub'),
    )
    await Promise.all(some)
  }
}

async function connect(port: number, topics: readonly string[], name: string): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], { perMessageDeflate: false })
  await once(ws, 'open')
  if (topics.length > 0) await subscribe(ws, topics, name)
  ws.on('message', (data: Buffer) => {
    messages += 1
    if (messages % 500 === 0) keep(data.toString('utf8'))
  })
}

async function subscribe(ws: WebSocket, topics: readonly string[], name: string): Promise<void> {
  ws.send('CONNECT\naccept-version:1.2\nhost:bench\nsiteInfoId:1\n\n\0')
  await once(ws, 'message')
  let snapshots = 0
  const started = new Promise<void>((resolve) => {
    ws.on('message', () => {
      if (++snapshots === topics.length) resolve()
    })
  })
  for (const [index, topic] of topics.entries()) ws.send(`SUBSCRIBE\nid:${name}-${index}\ndestination:${topic}\n\n\0`)
  await started
  ws.removeAllListeners('message')
}

function keep(frame: string): void {
  const destination = /\ndestination:(.*)\n/.exec(frame)?.[1]
  if (destination !== undefined) frames[destination] = frame
}
