import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type pg from 'pg'

const sslRequest = 80_877_103

/** What speaks TLS in front of PostgreSQL, as a server with `ssl = on` does: it answers the request for TLS, and takes no other. */
export async function startPostgresTls(
  to: pg.ClientConfig,
  certificate: { readonly key: string; readonly cert: string },
) {
  const sockets = new Set<Socket>()
  let refused = 0
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', (first: Buffer) => {
      if (first.length !== 8 || first.readUInt32BE(4) !== sslRequest) {
        refused += 1
        return void client.destroy()
      }
      const secure = new TLSSocket(client, { isServer: true, ...certificate })
      const upstream = connect(`${to.host}/.s.PGSQL.${to.port}`)
      sockets.add(upstream)
      for (const socket of [secure, upstream]) socket.on('error', () => undefined)
      secure.on('close', () => upstream.destroy())
      upstream.on('close', () => secure.destroy())
      secure.pipe(upstream).pipe(secure)
      client.write('S')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Connections that asked for no TLS. */
    refused: () => refused,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
