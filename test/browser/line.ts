import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The line between the browser and the server: one address for the test's whole life, whatever happens behind it. */
export interface Line {
  readonly url: string
  /** Where new connections go; null: they are refused. */
  to(server: string | null): void
  /** New connections get no answer until `to` says where they go. */
  hold(): void
  /** Ends all connections at once, as a lost network does. */
  cut(): void
  close(): Promise<void>
}

export async function openLine(server: string): Promise<Line> {
  let target: string | null = server
  let waiting: Socket[] | null = null
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    client.on('error', () => undefined)
    if (waiting === null) pass(client)
    else waiting.push(client)
  })
  function pass(client: Socket) {
    if (target === null) return void client.destroy()
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname)
    const pair = [client, upstream]
    for (const [index, socket] of pair.entries()) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        pair[1 - index]?.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
  }
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    to(next) {
      target = next
      const held = waiting ?? []
      waiting = null
      for (const client of held) pass(client)
    },
    hold() {
      waiting ??= []
    },
    cut,
    async close() {
      for (const client of waiting ?? []) client.destroy()
      cut()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
