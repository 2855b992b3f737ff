import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Reach } from '../src/http/index.ts'
import { localhost } from './localhost.ts'

interface File {
  readonly body: string | Buffer
  readonly status?: number
  /** Sends a part and then nothing more. */
  readonly hangs?: boolean
}

/** Somebody else's server, on this machine, over TLS: what lies at its paths, and what was asked for. */
export async function startFileServer(files: Map<string, File>) {
  const asked: string[] = []
  const server = createServer(localhost, (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const file = files.get(path)
    response.writeHead(file === undefined ? 404 : (file.status ?? 200), { location: '/elsewhere' })
    if (file?.hangs) response.write(file.body)
    else response.end(file?.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reach: Reach = { allows: (address) => address === '127.0.0.1' || address === '::1', ca: localhost.cert }
  return {
    asked,
    reach,
    url: (path: string) => `https://localhost:${port}${path}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
