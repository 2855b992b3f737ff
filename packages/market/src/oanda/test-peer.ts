import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A venue on this machine: it says on its streams what a test wants, and answers calls as it is told. */
export class OandaPeer {
  /** The newest stream that was opened, or null. */
  stream: ServerResponse | null = null
  /** What was asked for, streams and calls. */
  readonly requests: { readonly path: string; readonly parameters: URLSearchParams; readonly token: string }[] = []
  /** Decides of each stream: true to let it stand, or it answers by itself. */
  onStream: (answer: ServerResponse) => boolean = () => true
  onCall: (path: string, parameters: URLSearchParams) => unknown = () => ({ instruments: [] })
  readonly #server = createServer((request, answer) => this.#serve(request, answer))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get streams(): number {
    return this.requests.filter(({ path }) => path.endsWith('/pricing/stream')).length
  }

  /** Writes a chunk; it need not end where a line ends. */
  say(chunk: string | Uint8Array): void {
    this.stream?.write(chunk)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #serve(request: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
    this.requests.push({ path: pathname, parameters: searchParams, token: request.headers.authorization ?? '' })
    if (!pathname.endsWith('/pricing/stream')) {
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(this.onCall(pathname, searchParams)))
      return
    }
    if (!this.onStream(answer)) return
    this.stream = answer
    answer.writeHead(200, { 'content-type': 'application/octet-stream' })
    answer.flushHeaders()
  }
}
