import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export interface LossyProxy {
  readonly connection: pg.ClientConfig
  /** The answer to the next COMMIT that comes through is thrown away with its connection. */
  loseNext(): void
  readonly lost: number
  /** The next connection is ended as by an administrator, in the same breath in which it is told to be ready. */
  endNext(): void
  close(): void
}

/** A proxy between a client and PostgreSQL that cuts the connection at the worst moment: after the commit, before the client knows; or right when it is ready. */
export async function loseCommitAnswers(to: pg.ClientConfig): Promise<LossyProxy> {
  let armed = false
  let lost = 0
  let ending = false
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
      } else if (ending && chunk.includes(ready)) {
        ending = false
        client.end(Buffer.concat([chunk, ended]))
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
    endNext() {
      ending = true
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

const ready = 'Z\0\0\0\x05I'
const ended = fatal('57P01', 'terminating connection due to administrator command')

/** PostgreSQL's message of an error that ends the connection. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
