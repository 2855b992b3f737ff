import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly body: string
}

/**
 * A keep-alive HTTP/1.1 client that costs next to nothing: the load generator shares the machine with what it measures. A call waits for a
 * free connection; a connection that breaks rejects its call and is opened anew.
 */
export class RawHttp {
  readonly #port: number
  readonly #all: readonly Connection[]
  readonly #free: Connection[]
  readonly #waiting: ((connection: Connection) => void)[] = []

  constructor(port: number, connections: number) {
    this.#port = port
    this.#all = Array.from({ length: connections }, () => new Connection(port))
    this.#free = [...this.#all]
  }

  async call(head: string, body: string): Promise<RawResponse> {
    const connection = await this.#take()
    try {
      return await connection.send(
        `${head}host: 127.0.0.1:${this.#port}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    } finally {
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#free.push(connection)
    }
  }

  /** Breaks every connection: calls that wait for an answer reject. */
  close(): void {
    for (const connection of this.#all) connection.close()
  }

  #take(): Connection | Promise<Connection> {
    const free = this.#free.pop()
    return free ?? new Promise((resolve) => this.#waiting.push(resolve))
  }
}

class Connection {
  readonly #port: number
  #socket: Socket | null = null
  #received = ''
  #settle: { resolve(response: RawResponse): void; reject(error: Error): void } | null = null

  constructor(port: number) {
    this.#port = port
  }

  send(request: string): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket ??= this.#open()
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => this.#read(String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#socket = null
      this.#received = ''
      this.#settle?.reject(new Error('the connection was closed'))
      this.#settle = null
    })
    return socket
  }

  #read(chunk: string): void {
    this.#received += chunk
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, headEnd))?.[1] ?? 0)
    if (this.#received.length < headEnd + 4 + length) return
    const status = Number(this.#received.slice(9, 12))
    const body = this.#received.slice(headEnd + 4, headEnd + 4 + length)
    this.#received = this.#received.slice(headEnd + 4 + length)
    const settle = this.#settle
    this.#settle = null
    settle?.resolve({ status, body })
  }
}
