import WebSocket from 'ws'
import type { DomainClock } from '../feed.ts'
import type { Report } from '../live.ts'

export interface LineConfig {
  /** What reports call it. */
  readonly name: string
  /** The combined-stream address without its streams: `wss://…/public/stream`. */
  readonly url: string
  /** How long a stream may be silent, and whether the connection is then replaced. */
  quietOf(stream: string): Quiet
  readonly clock: DomainClock
  /** A random number, 0 ≤ n < 1: spreads reconnections that would otherwise coincide. */
  readonly random: () => number
  readonly report: Report
  /** Data of a stream, one call at a time; a message may come twice while one connection takes over from another. */
  readonly onData: (stream: string, data: unknown) => void
  /** The only connection ended: messages until the next one is open are lost. */
  readonly onLost: () => void
}

export interface Quiet {
  readonly ms: number
  readonly renew: boolean
}

/** One WebSocket of a line. */
interface Link {
  readonly socket: WebSocket
  readonly streams: readonly string[]
  openedAt: number | null
  readonly heard: Map<string, number>
  cancel: () => void
}

const checkEveryMs = 500
/** To open, and once open to deliver all that the connection delivers which it replaces. */
const patienceMs = 10_000
const firstDelayMs = 500
const longestDelayMs = 60_000
/** A connection that lived this long was a good one: the next failure counts as the first. */
const provenMs = 30_000
/** The venue ends connections after 24 h. */
const renewAfterMs = 23 * 3_600_000
const renewSpreadMs = 1_800_000
const largestFrame = 1024 * 1024

/**
 * Keeps a set of streams flowing over changing WebSockets. A lost connection is opened again after a growing,
 * jittered delay. A connection that is replaced while it works (before the venue's 24 h, for other streams, because a stream fell
 * silent) is closed only after its successor delivers as much, so that nothing is lost between them. Every silence is reported:
 * an address that the venue retired connects, and stays silent.
 */
export class StreamLine {
  readonly #config: LineConfig
  #streams: readonly string[] = []
  #current: Link | null = null
  #next: Link | null = null
  /** Consecutive lost or failed connections, and consecutive replacements without effect: each lengthens the next wait. */
  #failures = 0
  #renewals = 0
  #retryAt: number | null = null
  #renewAt = Number.POSITIVE_INFINITY
  readonly #silent = new Set<string>()
  #cancelCheck: (() => void) | null = null

  constructor(config: LineConfig) {
    this.#config = config
  }

  /** Whether a connection is open. */
  get connected(): boolean {
    return this.#current !== null
  }

  /** Whether a connection is being opened. */
  get opening(): boolean {
    return this.#next !== null && this.#next.openedAt === null
  }

  /** Connects these streams, or changes to these; none: closes the connection. */
  carry(streams: readonly string[]): void {
    this.#streams = streams
    for (const stream of this.#silent) if (!streams.includes(stream)) this.#silent.delete(stream)
    if (streams.length === 0) {
      this.stop()
      return
    }
    this.#drop(this.#next)
    this.#next = null
    this.#open()
    if (!this.#cancelCheck) this.#check()
  }

  stop(): void {
    this.#cancelCheck?.()
    this.#cancelCheck = null
    this.#retryAt = null
    for (const link of [this.#current, this.#next]) {
      this.#drop(link)
      link?.socket.terminate()
    }
    this.#current = null
    this.#next = null
  }

  #open(): void {
    this.#retryAt = null
    const { clock, url } = this.#config
    const socket = new WebSocket(`${url}?streams=${this.#streams.join('/')}`, {
      maxPayload: largestFrame,
      perMessageDeflate: false,
    })
    const cancel = clock.at(clock.now() + patienceMs, () => {
      if (link === this.#next) this.#judge(link, true)
    })
    const link: Link = { socket, streams: this.#streams, openedAt: null, heard: new Map(), cancel }
    this.#next = link
    socket.on('open', () => this.#opened(link))
    socket.on('message', (data, isBinary) => this.#receive(link, isBinary ? null : data.toString()))
    socket.on('error', (error) => this.#tell('warn', 'connection', error.message))
    socket.on('close', (code) => this.#closed(link, code))
  }

  #opened(link: Link): void {
    if (link !== this.#next) return
    link.openedAt = this.#config.clock.now()
    if (this.#current === null) this.#promote(link)
  }

  #receive(link: Link, text: string | null): void {
    if (link !== this.#current && link !== this.#next) return
    let message: { stream?: unknown; data?: unknown } | null = null
    try {
      message = text === null ? null : JSON.parse(text)
    } catch {
      // told below
    }
    const stream = message?.stream
    if (typeof stream !== 'string' || !link.streams.includes(stream)) {
      this.#tell('warn', 'malformed', `not of a stream: ${String(text).slice(0, 100)}`)
      return
    }
    link.heard.set(stream, this.#config.clock.now())
    this.#config.onData(stream, message?.data)
    if (link === this.#next) this.#judge(link, false)
  }

  /** Lets a successor take over once it heard every stream that its predecessor heard since; gives it up after its time. */
  #judge(link: Link, overdue: boolean): void {
    const { openedAt } = link
    const current = this.#current
    const asGood =
      openedAt !== null &&
      link.streams.every(
        (stream) =>
          !this.#config.quietOf(stream).renew ||
          link.heard.has(stream) ||
          (overdue && (current?.heard.get(stream) ?? Number.NEGATIVE_INFINITY) < openedAt),
      )
    if (asGood) this.#promote(link)
    else if (overdue) {
      this.#tell(
        'warn',
        'connection',
        openedAt === null ? 'does not open' : 'opened, and says less than the one before',
      )
      this.#next = null
      this.#drop(link)
      this.#retry()
    }
  }

  #promote(link: Link): void {
    const { clock, random } = this.#config
    link.cancel()
    this.#drop(this.#current)
    this.#current = link
    this.#next = null
    this.#renewAt = (link.openedAt ?? clock.now()) + renewAfterMs + random() * renewSpreadMs
    this.#tell('info', 'connected', `${link.streams.length} streams`)
  }

  #closed(link: Link, code: number): void {
    link.cancel()
    if (link === this.#next) {
      this.#next = null
      this.#retry()
    } else if (link === this.#current) {
      this.#current = null
      this.#tell('warn', 'connection', `lost (${code})`)
      if (this.#next !== null && this.#next.openedAt !== null) this.#promote(this.#next)
      else {
        this.#config.onLost()
        if (this.#next === null) this.#retry()
      }
    }
  }

  #retry(): void {
    const { clock, random } = this.#config
    const before = this.#current === null ? this.#failures++ : this.#renewals++
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(before, 10)) * (0.5 + random() / 2)
    this.#retryAt = clock.now() + delay
  }

  #check(): void {
    const { clock, random } = this.#config
    const now = clock.now()
    this.#cancelCheck = clock.at(now + checkEveryMs, () => this.#check())
    const link = this.#current
    const isSilent = link !== null && this.#findSilence(link, now)
    if (this.#next !== null) return
    if (link !== null && now - (link.openedAt ?? now) >= provenMs) {
      this.#failures = 0
      if (!isSilent) this.#renewals = 0
    }
    if (this.#retryAt !== null) {
      if (now >= this.#retryAt) this.#open()
    } else if (isSilent) this.#retry()
    else if (now >= this.#renewAt) {
      this.#renewAt = now + renewSpreadMs * (1 + random())
      this.#open()
    }
  }

  /** Reports streams that fell silent or speak again; true where the connection has to be replaced. */
  #findSilence(link: Link, now: number): boolean {
    let renew = false
    for (const stream of link.streams) {
      const quiet = this.#config.quietOf(stream)
      const silence = now - (link.heard.get(stream) ?? link.openedAt ?? now)
      if (silence < quiet.ms) {
        if (link.heard.has(stream) && this.#silent.delete(stream)) this.#tell('info', 'speaks', stream)
        continue
      }
      renew ||= quiet.renew
      if (this.#silent.has(stream)) continue
      this.#silent.add(stream)
      this.#tell(quiet.renew ? 'error' : 'warn', 'silent', `${stream} for ${Math.round(silence / 1_000)} s`)
    }
    return renew
  }

  #drop(link: Link | null): void {
    if (link === null) return
    link.cancel()
    link.socket.removeAllListeners()
    // Its end concerns nobody, but an error without a listener would end the process.
    link.socket.on('error', () => undefined)
    if (link.socket.readyState === WebSocket.CONNECTING) link.socket.terminate()
    else link.socket.close(1000)
  }

  #tell(level: 'info' | 'warn' | 'error', what: string, text: string): void {
    this.#config.report({ level, what, text: `${this.#config.name}: ${text}` })
  }
}
