import type { DomainClock } from '../feed.ts'
import type { Report } from '../live.ts'

export interface StreamConfig {
  readonly url: URL
  readonly token: string
  readonly clock: DomainClock
  /** 0 ≤ chance < 1: spreads what would otherwise happen at once. */
  readonly random: () => number
  readonly report: Report
  /** A connection stands; its first lines follow. */
  readonly onOpen: () => void
  readonly onLine: (line: string) => void
  /** A connection ended or was refused; the next one follows by itself. */
  readonly onLost: () => void
}

/** Twice what the venue lets pass between two heart-beats: a connection that is silent for so long is dead. */
const silenceMs = 10_000
const firstDelayMs = 1_000
const longestDelayMs = 60_000
/** A connection that lived this long was a good one: the next failure counts as the first. */
const provenMs = 30_000
const longestLine = 65_536

/** A failure after which the next try waits at least this long. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly waitMs: number

  constructor(message: string, waitMs: number) {
    super(message)
    this.waitMs = waitMs
  }
}

/** Keeps a stream of lines over HTTP flowing: what breaks, falls silent or is refused is tried again after a growing, spread delay. */
export class LineStream {
  readonly #config: StreamConfig
  #connection: AbortController | null = null
  #cancelRetry: (() => void) | null = null
  #failures = 0
  #stopped = false

  constructor(config: StreamConfig) {
    this.#config = config
  }

  open(): void {
    this.#cancelRetry = null
    const connection = new AbortController()
    this.#connection = connection
    void this.#run(connection)
  }

  stop(): void {
    this.#stopped = true
    this.#cancelRetry?.()
    this.#connection?.abort(new Error('the feed ends'))
  }

  async #run(connection: AbortController): Promise<void> {
    const { clock, report, onLost } = this.#config
    const openedAt = clock.now()
    let failure: Error
    try {
      await this.#read(connection)
      failure = new Error('the venue ended the connection')
    } catch (error) {
      failure = connection.signal.aborted ? connection.signal.reason : rootOf(error as Error)
    }
    connection.abort()
    if (this.#stopped) return
    if (clock.now() - openedAt >= provenMs) this.#failures = 0
    const waitMs = failure instanceof Refused ? failure.waitMs : 0
    report({
      level: failure instanceof Refused ? 'error' : 'warn',
      what: failure instanceof Refused ? 'refused' : 'connection',
      text: `OANDA prices: ${failure.message}`,
    })
    onLost()
    this.#cancelRetry = clock.at(clock.now() + Math.max(waitMs, this.#delay()), () => this.open())
  }

  /** Reads until the end of the connection; rejects where it fails. */
  async #read(connection: AbortController): Promise<void> {
    const { url, token, clock, onOpen, onLine } = this.#config
    let heardAt = clock.now()
    let cancelWatch: () => void = () => undefined
    const watch = () => {
      if (clock.now() - heardAt >= silenceMs) connection.abort(new Error(`silent for ${silenceMs / 1_000} s`))
      else cancelWatch = clock.at(heardAt + silenceMs, watch)
    }
    watch()
    try {
      const answer = await fetch(url, {
        signal: connection.signal,
        redirect: 'error',
        headers: { authorization: `Bearer ${token}`, 'accept-datetime-format': 'RFC3339' },
      })
      if (answer.status !== 200 || answer.body === null) throw await refusalOf(answer)
      onOpen()
      const lines = new LineSplitter(longestLine)
      for await (const chunk of answer.body) {
        // What a stopped or given up connection still holds concerns nobody.
        if (connection.signal.aborted) return
        heardAt = clock.now()
        for (const line of lines.push(chunk)) onLine(line)
      }
    } finally {
      cancelWatch()
    }
  }

  #delay(): number {
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, 10)
    return delay * (0.5 + this.#config.random() / 2)
  }
}

/** fetch says only that it failed; why stands in the cause. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? error.cause : error)

/** What an answer other than 200 means for the next try. The body is not shown: it may repeat what was sent. */
async function refusalOf(answer: Response): Promise<Error> {
  await answer.body?.cancel()
  const text = `answers ${answer.status}`
  if (answer.status === 429) {
    const said = answer.headers.get('retry-after') ?? ''
    return new Refused(`${text}: too many calls`, /^\d{1,5}$/.test(said) ? Number(said) * 1_000 : longestDelayMs / 2)
  }
  if (answer.status === 401 || answer.status === 403)
    return new Refused(`${text}: the token or the account is not accepted`, longestDelayMs)
  if (answer.status >= 400 && answer.status < 500) return new Refused(text, longestDelayMs)
  return new Error(text)
}

/** Puts lines together from chunks that are cut anywhere, also within a character. */
export class LineSplitter {
  readonly #longest: number
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(longest: number) {
    this.#longest = longest
  }

  /** The lines that end in this chunk, without empty ones; throws for one that is too long. */
  push(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of [...lines, this.#rest])
      if (line.length > this.#longest) throw new Error(`a line of more than ${this.#longest} characters`)
    return lines.map((line) => line.trim()).filter((line) => line !== '')
  }
}
