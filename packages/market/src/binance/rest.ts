import type { DomainClock } from '../feed.ts'
import type { Report } from '../live.ts'

export interface RestConfig {
  /** https://fapi.binance.com, without a path. */
  readonly url: string
  readonly clock: DomainClock
  readonly report: Report
  readonly fetch?: typeof fetch
}

const timeoutMs = 10_000
const minuteMs = 60_000
/** The venue limits the whole address: a part is left to other programs behind it. */
const share = 0.7
/** The pause after a refusal that names none. */
const quietMs = 60_000
/** All of exchangeInfo is some 2 MB. */
const largestAnswer = 32 * 1024 * 1024

/** A call that was not answered with 200 and JSON. */
class RestFailure extends Error {
  override readonly name = 'RestFailure'
}

/** The venue's REST calls, within its weight per minute; after 429 and 418 nothing is asked until it says so. */
export class BinanceRest {
  readonly #config: RestConfig
  readonly #ending = new AbortController()
  #weightLimit = 2_400 * share
  #minute = 0
  #used = 0
  #quietUntil = 0

  constructor(config: RestConfig) {
    this.#config = config
  }

  /** The weight that the venue grants per minute. */
  set weightPerMinute(weight: number) {
    this.#weightLimit = weight * share
  }

  /** One GET. Rejects where the venue cannot be reached, refuses or answers nonsense, and when the feed ends. */
  async get(path: string, parameters: Readonly<Record<string, string | number>>, weight: number): Promise<unknown> {
    await this.#admit(weight)
    const url = new URL(`${this.#config.url}${path}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
    const overdue = new AbortController()
    const { clock } = this.#config
    const cancel = clock.at(clock.now() + timeoutMs, () => overdue.abort(new RestFailure(`${path}: no answer`)))
    try {
      const signal = AbortSignal.any([overdue.signal, this.#ending.signal])
      const answer = await (this.#config.fetch ?? fetch)(url, { signal, redirect: 'error' })
      this.#count(answer.headers.get('x-mbx-used-weight-1m'))
      const body = await bodyOf(answer, path)
      if (answer.status === 200) return JSON.parse(body)
      if (answer.status === 429 || answer.status === 418) this.#beQuiet(answer)
      throw new RestFailure(`${path}: ${answer.status} ${body.slice(0, 200)}`)
    } finally {
      cancel()
    }
  }

  /** Ends calls in flight and refuses new ones. */
  stop(): void {
    this.#ending.abort(new RestFailure('the feed ends'))
  }

  /** Waits until the weight fits into its minute. */
  async #admit(weight: number): Promise<void> {
    const { clock } = this.#config
    for (;;) {
      this.#ending.signal.throwIfAborted()
      const now = clock.now()
      this.#turn(now)
      const full = this.#used > 0 && this.#used + weight > this.#weightLimit
      if (now >= this.#quietUntil && !full) break
      await this.#until(Math.max(this.#quietUntil, full ? (this.#minute + 1) * minuteMs : 0))
    }
    this.#used += weight
  }

  #turn(now: number): void {
    const minute = Math.floor(now / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#used = 0
  }

  #count(header: string | null): void {
    if (header !== null && /^\d{1,9}$/.test(header)) this.#used = Math.max(this.#used, Number(header))
  }

  #beQuiet(answer: Response): void {
    const { clock, report } = this.#config
    const said = answer.headers.get('retry-after') ?? ''
    const ms = /^\d{1,7}$/.test(said) ? Number(said) * 1_000 : quietMs
    this.#quietUntil = Math.max(this.#quietUntil, clock.now() + ms)
    report({ level: 'error', what: 'limited', text: `REST answers ${answer.status}: quiet for ${ms / 1_000} s` })
  }

  #until(at: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#ending
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.#config.clock.at(at, done)
      signal.addEventListener('abort', done)
    })
  }
}

async function bodyOf(answer: Response, path: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > largestAnswer) throw new RestFailure(`${path}: an answer of more than ${largestAnswer} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
