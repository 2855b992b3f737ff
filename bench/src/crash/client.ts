import { setTimeout as pause } from 'node:timers/promises'
import type { RawHttp } from '../support/raw-http.ts'

/** What a client was told for certain. */
export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer may be anything.
  readonly body: any
}

export interface Asked {
  readonly token: string
  /** The same for every repeat of one request. */
  readonly key?: string
  /** Made anew for each attempt: a code is good for a moment only. */
  readonly body?: () => object
}

/** A client that does what the web application does: without an answer it sends the same key again. */
export class Client {
  readonly refusals = new Map<string, number>()
  retried = 0
  readonly #http: RawHttp

  constructor(http: RawHttp) {
    this.#http = http
  }

  /** Sends one request until it is answered for certain. `again`: further codes after which the same request is sent once more. */
  async surely(call: string, asked: Asked, again: Readonly<Record<string, number>> = {}): Promise<Told> {
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) this.retried += 1
      const told = await this.once(call, asked)
      if (told === null) {
        await pause(150)
        continue
      }
      if (told.status === 200 || told.status === 202) return told
      const { code } = told.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      const waitMs = code === 'TRY_AGAIN_LATER' ? 100 : again[code]
      if (waitMs === undefined) return told
      await pause(waitMs)
    }
  }

  /** null: no answer came, and it may have been done. */
  async once(call: string, { token, key, body }: Asked): Promise<Told | null> {
    const [method, path] = call.split(' ')
    const site = `${path}${path?.includes('?') ? '&' : '?'}siteInfoId=1`
    const json = body === undefined ? '' : JSON.stringify(body())
    const named = key === undefined ? '' : `idempotency-key: ${key}\r\n`
    const typed = body === undefined ? '' : 'content-type: application/json\r\n'
    const head = `${method} ${site} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${typed}${named}`
    try {
      const answer = await this.#http.call(head, json)
      return { status: answer.status, body: JSON.parse(answer.body) }
    } catch {
      return null
    }
  }
}
