import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export interface LossyProxy {
  readonly connection: pg.ClientConfig
  /** The answer to the next COMMIT that comes through is thrown away with its connection. */
  loseNext(): void
  readonly lost: number
  close(): void
}

/** Stands between a client and PostgreSQL and cuts the line at the worst moment: after the commit, before the client knows. */
export async function loseCommitAnswers(to: pg.ClientConfig): Promise<LossyProxy> {
  let armed = false
  let lost = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(`${to.host}/.s.PGSQL.${to.port}`)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    upstream.on('data', (chunk: Buffer) => {
      if (armed && chunk.includes('COMMIT\0')) {
        armed = false
        lost += 1
        client.destroy()
      } else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    connection: { ...to, host: '127.0.0.1', port },
    loseNext() {
      armed = true
    },
    get lost() {
      return lost
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
