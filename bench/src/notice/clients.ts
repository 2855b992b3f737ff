// The other end of `notice`: opens sockets and tells when a notice has arrived at the last of them, in a process of its own, so that none
// of it counts as the server's work.
import { once } from 'node:events'
import WebSocket from 'ws'

/** Open so many sockets to `port`; those of the server connect by STOMP and subscribe to the notices of site 1. */
export interface OpenSockets {
  readonly port: number
  readonly sockets: number
  readonly isStomp: boolean
}
/** All sockets are open. */
export interface Opened {
  readonly open: number
}
/** When a notice arrived at the last socket, epoch ms. */
export interface Arrived {
  readonly name: string
  readonly last: number
}

const now = () => performance.timeOrigin + performance.now()
const arrivals = new Map<string, number>()
let expected = 0

process.on('message', (request: OpenSockets) => {
  void open(request).then((opened) => process.send!(opened))
})

async function open({ port, sockets, isStomp }: OpenSockets): Promise<Opened> {
  expected = sockets
  // A few at a time: the listen queue is short.
  for (let done = 0; done < sockets; done += 50)
    await Promise.all(Array.from({ length: Math.min(50, sockets - done) }, (_, i) => connect(port, isStomp, done + i)))
  return { open: sockets }
}

/** The server takes 200 sockets of one address: they come from several of the loopback network. */
const perAddress = 150

async function connect(port: number, isStomp: boolean, index: number): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], {
    perMessageDeflate: false,
    localAddress: `127.0.1.${1 + Math.floor(index / perAddress)}`,
  })
  await once(ws, 'open')
  if (isStomp) {
    ws.send('CONNECT\naccept-version:1.2\nhost:bench\nsiteInfoId:1\n\n\0')
    await once(ws, 'message')
    ws.send('SUBSCRIBE\nid:notice\ndestination:/topic/notice/1\n\n\0')
    await once(ws, 'message')
  }
  ws.on('message', (data: Buffer) => {
    const name = /bench-\w+/.exec(data.toString('latin1'))?.[0]
    if (name !== undefined) arrive(name)
  })
}

function arrive(name: string): void {
  const count = (arrivals.get(name) ?? 0) + 1
  arrivals.set(name, count)
  if (count === expected) process.send!({ name, last: now() } satisfies Arrived)
}
